package io.algeon.jdbc.internal.logging;

import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * To {@code java.util.logging}. INFO becomes CONFIG: its default configuration prints INFO to stderr, and a driver that works as
 * it should prints nothing.
 */
final class JavaLoggingTarget implements LogTarget {
    private final Logger logger;

    JavaLoggingTarget(String name) {
        logger = Logger.getLogger(name);
    }

    private static java.util.logging.Level level(Level level) {
        return switch (level) {
            case TRACE -> java.util.logging.Level.FINEST;
            case DEBUG -> java.util.logging.Level.FINE;
            case INFO -> java.util.logging.Level.CONFIG;
            case WARN -> java.util.logging.Level.WARNING;
            case ERROR -> java.util.logging.Level.SEVERE;
        };
    }

    @Override
    public boolean isEnabled(Level level) {
        return logger.isLoggable(level(level));
    }

    @Override
    public void log(Level level, String message, @Nullable Throwable failure) {
        LogRecord line = new LogRecord(level(level), message);
        line.setLoggerName(logger.getName());
        line.setThrown(failure);
        // no method: looking for the caller costs more than the line
        line.setSourceClassName(logger.getName());
        logger.log(line);
    }
}
