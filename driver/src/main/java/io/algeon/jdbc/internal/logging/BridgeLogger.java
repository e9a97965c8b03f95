package io.algeon.jdbc.internal.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger of the relocated SLF4J: formats the message and hands it on. */
final class BridgeLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    private final transient LogTarget target;

    BridgeLogger(String name, LogTarget target) {
        this.name = name;
        this.target = target;
    }

    @Override
    public boolean isTraceEnabled() {
        return target.isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return target.isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return target.isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return target.isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isEnabled(Level.ERROR);
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return BridgeLogger.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        target.log(level, MessageFormatter.basicArrayFormat(pattern, arguments), failure);
    }
}
