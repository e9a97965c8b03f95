package io.algeon.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.cuda.emulator.Emulator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where a GPU cannot be used. Each case is a process of its own, as a process looks for its driver once. */
class CudaDriverTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void emulator() {
        Emulator.require();
    }

    /** What the processes run. */
    static final class Probe {
        public static void main(String[] arguments) {
            CudaDriver driver = CudaDriver.get();
            System.out.print(driver.devices().size() + " devices. " + driver.reason() + ". " + driver.remedy());
        }
    }

    private String probe(Map<String, String> environment, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dalgeon.cuda.library=" + System.getProperty("algeon.cuda.library"));
        command.add("-Djava.io.tmpdir=" + directory);
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Probe.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.redirectErrorStream(true);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        // SLF4J without a provider says so; the jar brings one
        return output.lines().filter(line -> !line.startsWith("SLF4J")).reduce("", String::concat);
    }

    @Test
    void usableDevice_isFound_andNothingIsLeftInTheTemporaryDirectory() throws Exception {
        assertThat(probe(Map.of())).isEqualTo("1 devices. . ");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.filter(file -> !file.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }

    @Test
    void driverWithoutADevice_saysSo() throws Exception {
        assertThat(probe(Map.of("EMULATOR_NO_DEVICE", "1")))
                .startsWith("0 devices. the NVIDIA driver finds no GPU. ")
                .contains("CUDA_VISIBLE_DEVICES");
    }

    @Test
    void oldDevice_isNamed() throws Exception {
        assertThat(probe(Map.of("EMULATOR_CAPABILITY", "70")))
                .contains("Emulated device has compute capability 7.0, the kernels need 7.5");
    }

    @Test
    void oldDriver_isRefused() throws Exception {
        assertThat(probe(Map.of("EMULATOR_DRIVER_VERSION", "10020")))
                .contains("the NVIDIA driver is for CUDA 10.2, the kernels need 11.2")
                .contains("Install a newer driver");
    }

    @Test
    void temporaryDirectoryThatCannotBeWritten_isNamed() throws Exception {
        assertThat(probe(Map.of(), "-Djava.io.tmpdir=/proc"))
                .contains("cannot be written to /proc")
                .contains("-Djava.io.tmpdir");
    }

    @Test
    void missingLibrary_isNamed() throws Exception {
        assertThat(probe(Map.of(), "-Dalgeon.cuda.library=/nowhere/libcuda.so.1"))
                .contains("the library /nowhere/libcuda.so.1 that algeon.cuda.library names cannot be read");
    }

    @Test
    void fileThatIsNoLibrary_isNoCrash() throws Exception {
        Path text = Files.writeString(directory.resolve("libcuda.so.1"), "not a library");
        assertThat(probe(Map.of(), "-Dalgeon.cuda.library=" + text))
                .contains("0 devices. the libraries of the GPU cannot be loaded: ");
    }
}
