package io.algeon.jdbc.internal.logging;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The application's SLF4J, found by name: this jar has its own under another name, and the application's is not there at compile
 * time. Only used if the application has a provider for it too, for SLF4J without one complains on stderr.
 */
final class HostLogging {
    /** Joined at run time, because relocation rewrites the name where it stands whole. */
    private static final String PACKAGE = String.join(".", "org", "slf4j") + ".";

    private final MethodHandle loggerByName;
    private final Map<Level, MethodHandle> log = new EnumMap<>(Level.class);
    private final Map<Level, MethodHandle> enabled = new EnumMap<>(Level.class);

    private HostLogging(ClassLoader loader) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> logger = Class.forName(PACKAGE + "Logger", true, loader);
        Class<?> factory = Class.forName(PACKAGE + "LoggerFactory", true, loader);
        loggerByName = lookup.findStatic(factory, "getLogger", MethodType.methodType(logger, String.class));
        MethodType logType = MethodType.methodType(void.class, String.class, Throwable.class);
        MethodType enabledType = MethodType.methodType(boolean.class);
        for (Level level : Level.values()) {
            String name = level.name().toLowerCase(Locale.ROOT);
            log.put(level, lookup.findVirtual(logger, name, logType));
            String test = "is" + level.name().charAt(0) + name.substring(1) + "Enabled";
            enabled.put(level, lookup.findVirtual(logger, test, enabledType));
        }
    }

    /** The application's SLF4J; null if there is none that can log. */
    static @Nullable HostLogging find() {
        ClassLoader loader = HostLogging.class.getClassLoader();
        if (loader == null || !hasProvider(loader)) {
            return null;
        }
        try {
            return new HostLogging(loader);
        } catch (ReflectiveOperationException | LinkageError absent) {
            return null;
        }
    }

    private static boolean hasProvider(ClassLoader loader) {
        String binder = PACKAGE.replace('.', '/') + "impl/StaticLoggerBinder.class";
        return loader.getResource("META-INF/services/" + PACKAGE + "spi.SLF4JServiceProvider") != null
                || loader.getResource(binder) != null;
    }

    /** The application's logger of that name; null if it fails. */
    @Nullable
    LogTarget target(String name) {
        try {
            return new Target(loggerByName.invoke(name));
        } catch (Throwable broken) {
            return null;
        }
    }

    private final class Target implements LogTarget {
        private final Object logger;

        Target(Object logger) {
            this.logger = logger;
        }

        @Override
        public boolean isEnabled(Level level) {
            MethodHandle test = enabled.get(level);
            try {
                return test != null && (boolean) test.invoke(logger);
            } catch (Throwable broken) {
                return false;
            }
        }

        @Override
        public void log(Level level, String message, @Nullable Throwable failure) {
            MethodHandle method = log.get(level);
            if (method != null) {
                try {
                    method.invoke(logger, message, failure);
                } catch (Throwable broken) {
                    // logging never fails a query
                }
            }
        }
    }
}
