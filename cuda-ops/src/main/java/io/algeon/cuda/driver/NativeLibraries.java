package io.algeon.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * Loads the driver's library and JCuda's.
 *
 * <p>JCuda by itself would extract its library into the shared temporary directory under a fixed name and load whatever is
 * there already, complete or not; a truncated library ends the JVM. So it is given a directory of this process only, made
 * for the occasion, and the library lies there, written and compared, before JCuda looks for it.
 */
final class NativeLibraries {
    /** System property that names the library of the driver, instead of the one that the system finds. */
    static final String LIBRARY_PROPERTY = "algeon.cuda.library";

    private static final String JCUDA_LIBRARY = "libJCudaDriver-12.6.0-linux-x86_64.so";
    private static final String TEMPORARY_DIRECTORY = "java.io.tmpdir";

    private NativeLibraries() {}

    /**
     * Why no driver can be there, or null. Answers without loading anything: most machines have no GPU, and should not pay
     * for those that do.
     */
    static @Nullable Unavailable missing() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch", "");
        if (!system.contains("linux") || !(processor.equals("amd64") || processor.equals("x86_64"))) {
            return new Unavailable("GPUs are supported on Linux on x86-64, this is " + system + " on " + processor, "");
        }
        String named = System.getProperty(LIBRARY_PROPERTY);
        if (named != null) {
            return Files.isReadable(Path.of(named))
                    ? null
                    : new Unavailable(
                            "the library " + named + " that " + LIBRARY_PROPERTY + " names cannot be read",
                            "Correct or remove the system property.");
        }
        // The kernel module's nodes: without them no user-space driver finds a device. WSL has /dev/dxg instead.
        if (!Files.exists(Path.of("/dev/nvidiactl")) && !Files.exists(Path.of("/dev/dxg"))) {
            return new Unavailable(
                    "no NVIDIA driver is installed (there is no /dev/nvidiactl)",
                    "Install NVIDIA's driver if there is a GPU; in a container, pass the GPU in (--gpus all).");
        }
        return null;
    }

    /** Loads both libraries, or says why that failed. */
    static @Nullable Unavailable load() {
        Path directory = null;
        try {
            String named = System.getProperty(LIBRARY_PROPERTY);
            if (named != null) {
                System.load(Path.of(named).toAbsolutePath().toString());
            }
            directory = Files.createTempDirectory("algeon-cuda-");
            extract(directory.resolve(JCUDA_LIBRARY));
            initialise(directory);
            return null;
        } catch (IOException unwritable) {
            return new Unavailable(
                    "JCuda's library cannot be written to " + System.getProperty(TEMPORARY_DIRECTORY) + " ("
                            + unwritable.getMessage() + ")",
                    "Name a directory that can be written with -Djava.io.tmpdir.");
        } catch (LinkageError | RuntimeException refused) {
            return reason(refused);
        } finally {
            if (directory != null) {
                delete(directory);
            }
        }
    }

    private static Unavailable reason(Throwable refused) {
        String message = String.valueOf(refused.getMessage());
        if (refused instanceof IllegalCallerException || message.contains("IllegalCallerException")) {
            return new Unavailable(
                    "the JVM forbids native code to this application (--illegal-native-access=deny)",
                    "Start it with --enable-native-access=ALL-UNNAMED.");
        }
        if (message.contains("libcuda.so.1: cannot open")) {
            return new Unavailable(
                    "the NVIDIA driver's library libcuda.so.1 is not installed",
                    "Install NVIDIA's driver; in a container, pass the GPU in (--gpus all).");
        }
        if (message.contains("failed to map segment") || message.contains("Operation not permitted")) {
            return new Unavailable(
                    "libraries cannot be loaded from " + System.getProperty(TEMPORARY_DIRECTORY)
                            + " (mounted with noexec)",
                    "Name another directory with -Djava.io.tmpdir.");
        }
        return new Unavailable(
                "the libraries of the GPU cannot be loaded: "
                        + message.lines()
                                .filter(line -> !line.isBlank())
                                .findFirst()
                                .orElse(""),
                "");
    }

    /** JCuda looks for its library in the directory that the property names when it is first touched. */
    private static synchronized void initialise(Path directory) {
        String shared = System.getProperty(TEMPORARY_DIRECTORY);
        System.setProperty(TEMPORARY_DIRECTORY, directory.toString());
        try {
            JCudaDriver.setExceptionsEnabled(false);
        } finally {
            System.setProperty(TEMPORARY_DIRECTORY, shared);
        }
    }

    private static void extract(Path target) throws IOException {
        try (InputStream packed = JCudaDriver.class.getResourceAsStream("/lib/" + JCUDA_LIBRARY)) {
            if (packed == null) {
                throw new IOException("the jar lacks /lib/" + JCUDA_LIBRARY);
            }
            MessageDigest read = MessageDigest.getInstance("SHA-256");
            Files.copy(new DigestInputStream(packed, read), target);
            byte[] written = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(target));
            if (!MessageDigest.isEqual(read.digest(), written)) {
                throw new IOException("what was written differs from what was read; SHA-256 "
                        + HexFormat.of().formatHex(written));
            }
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A library that is loaded stays mapped without its file. */
    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException left) {
            directory.toFile().deleteOnExit();
        }
    }

    /**
     * Why there is no driver.
     *
     * @param reason first cause, part of a sentence
     * @param remedy what to do, sentences; empty if nothing can be done
     */
    record Unavailable(String reason, String remedy) {}
}
