package io.algeon.cuda.fragment;

import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.launch.KernelModule;
import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.DeviceOperation;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was measured of a device, in a small file of the user's: {@code algeon/device-<uuid>-<driver>-<kernels>.properties} in the
 * directory that the system property {@code algeon.cache.directory} names, else in {@code $XDG_CACHE_HOME}, else in
 * {@code ~/.cache}. Another device, driver or set of kernels has another file. A file that cannot be read, or holds nonsense, is as
 * good as none; one that cannot be written is not missed. Nothing here throws.
 */
final class CostFile {
    static final String DIRECTORY_PROPERTY = "algeon.cache.directory";

    private static final Logger LOGGER = LoggerFactory.getLogger(CostFile.class);
    private static final String START = "start";
    private static final String BYTE_TO_DEVICE = "byte.to.device";
    private static final String BYTE_TO_HOST = "byte.to.host";
    private static final int HASH_DIGITS = 16;
    /** Figures above it, in nanoseconds, are nonsense. */
    private static final double MOST = 60e9;

    private CostFile() {}

    /** Where the costs of a device are; empty if there is no such place. */
    static Optional<Path> of(DeviceDescription device) {
        try {
            String named = System.getProperty(DIRECTORY_PROPERTY);
            String shared = System.getenv("XDG_CACHE_HOME");
            String home = System.getProperty("user.home", "");
            Path directory;
            if (named != null && !named.isBlank()) {
                directory = Path.of(named);
            } else if (shared != null && !shared.isBlank()) {
                directory = Path.of(shared);
            } else if (!home.isBlank() && !home.equals("?")) {
                directory = Path.of(home, ".cache");
            } else {
                return Optional.empty();
            }
            return Optional.of(directory
                    .resolve("algeon")
                    .resolve("device-" + device.uuid() + "-" + device.driverVersion() + "-"
                            + KernelModule.sourcesHash().substring(0, HASH_DIGITS) + ".properties"));
        } catch (InvalidPathException | SecurityException unusable) {
            LOGGER.debug("no place for the costs of devices", unusable);
            return Optional.empty();
        }
    }

    /** What a file holds; empty unless all of it makes sense. */
    static Optional<DeviceCosts> load(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
            Map<DeviceOperation, DeviceCosts.Operation> operations = new EnumMap<>(DeviceOperation.class);
            for (DeviceOperation operation : DeviceOperation.values()) {
                operations.put(
                        operation,
                        new DeviceCosts.Operation(
                                figure(properties, key(operation, "fixed")),
                                figure(properties, key(operation, "row"))));
            }
            return Optional.of(new DeviceCosts(
                    figure(properties, START),
                    figure(properties, BYTE_TO_DEVICE),
                    figure(properties, BYTE_TO_HOST),
                    operations));
        } catch (IOException | RuntimeException unusable) {
            LOGGER.debug("the costs of a device are not in {}", file, unusable);
            return Optional.empty();
        }
    }

    private static double figure(Properties properties, String key) {
        double value = Double.parseDouble(properties.getProperty(key, ""));
        if (!(value >= 0 && value <= MOST)) {
            throw new IllegalArgumentException(key + " is " + value);
        }
        return value;
    }

    private static String key(DeviceOperation operation, String what) {
        return operation.name().toLowerCase(Locale.ROOT) + "." + what;
    }

    /** Writes a file, whole or not at all. */
    static void store(Path file, DeviceDescription device, DeviceCosts costs) {
        StringBuilder text = new StringBuilder()
                .append("# What operators cost on ")
                .append(device.name().replaceAll("[^ -~]", "?"))
                .append(", in nanoseconds, as measured once. Deleted, it is measured again.\n");
        append(text, START, costs.start());
        append(text, BYTE_TO_DEVICE, costs.byteToDevice());
        append(text, BYTE_TO_HOST, costs.byteToHost());
        for (DeviceOperation operation : DeviceOperation.values()) {
            append(text, key(operation, "fixed"), costs.of(operation, 0));
            append(text, key(operation, "row"), costs.of(operation, 1) - costs.of(operation, 0));
        }
        Path written = null;
        try {
            Path directory = Files.createDirectories(file.toAbsolutePath().getParent());
            written = Files.createTempFile(directory, "device-", ".new");
            Files.writeString(written, text);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException unwritable) {
            LOGGER.debug("the costs of a device cannot be kept in {}", file, unwritable);
            discard(written);
        }
    }

    private static void append(StringBuilder text, String key, double value) {
        text.append(key).append('=').append(value).append('\n');
    }

    private static void discard(@org.jspecify.annotations.Nullable Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException left) {
                LOGGER.debug("{} stays", file, left);
            }
        }
    }
}
