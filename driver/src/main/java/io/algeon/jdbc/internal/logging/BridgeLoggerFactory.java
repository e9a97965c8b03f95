package io.algeon.jdbc.internal.logging;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** Makes bridge loggers, one a name, to the place that was found when the first was asked for. */
final class BridgeLoggerFactory implements ILoggerFactory {
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private final @Nullable HostLogging host = HostLogging.find();

    @Override
    public Logger getLogger(String name) {
        return loggers.computeIfAbsent(name, this::create);
    }

    private Logger create(String name) {
        LogTarget target = host == null ? null : host.target(name);
        return new BridgeLogger(name, target == null ? new JavaLoggingTarget(name) : target);
    }
}
