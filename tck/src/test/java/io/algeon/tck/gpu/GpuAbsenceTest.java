package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where no GPU can be used, queries run on the CPU, and {@code information_schema.devices} and the MXBean tell the state, its first
 * cause and the remedy. Each case is a process of its own, as a process looks for its driver once.
 */
@Timeout(300)
class GpuAbsenceTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void emulator() {
        EmulatedGpu.require();
    }

    /** What the processes run: a query, in two modes, then what is told of the GPU, both ways. */
    static final class Probe {
        public static void main(String[] arguments) throws Exception {
            try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                    Statement statement = connection.createStatement()) {
                String sql = "SELECT sum(v) FROM generate_series(1, 1000) AS s(v) WHERE v % 3 = 1";
                System.out.println("sum: " + first(statement, sql, 1));
                System.out.println("devices: "
                        + first(statement, "SELECT * FROM information_schema.devices WHERE name <> 'cpu'", 5));
                ObjectName engine = new ObjectName("io.algeon:type=Engine");
                while (!ManagementFactory.getPlatformMBeanServer().isRegistered(engine)) {
                    Thread.sleep(5); // the first connection of a process does not wait for its registration
                }
                String[] devices =
                        (String[]) ManagementFactory.getPlatformMBeanServer().getAttribute(engine, "Devices");
                System.out.println("bean: " + devices[devices.length - 1]);
                statement.execute("SET execution_mode = 'native_required'");
                try {
                    System.out.println("required: " + first(statement, sql, 1));
                } catch (SQLException refused) {
                    System.out.println("required: " + refused.getMessage());
                }
            }
        }

        private static String first(Statement statement, String sql, int columns) throws SQLException {
            try (ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                StringBuilder values = new StringBuilder(String.valueOf(rows.getString(1)));
                for (int i = 2; i <= columns; i++) {
                    values.append(" | ").append(rows.getString(i));
                }
                return values.toString();
            }
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private Process start(String java, Map<String, String> environment, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        command.add("-Dalgeon.cuda.library=" + System.getProperty("algeon.cuda.library"));
        command.add("-Dalgeon.cache.directory=" + directory.resolve("cache"));
        command.add("-Djava.io.tmpdir=" + directory);
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Probe.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.redirectErrorStream(true);
        return builder.start();
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Runs the probe; what it prints must be its own four lines. */
    private String probe(Map<String, String> environment, String... options) throws Exception {
        return checked(output(start(java(), environment, options)));
    }

    private static String checked(String output) {
        assertThat(output).contains("sum: 167167\n");
        // SLF4J without a provider says so; the jar brings one
        assertThat(output.lines().filter(line -> !line.startsWith("SLF4J"))).hasSize(4);
        return output;
    }

    private static void assertUnusable(String output, String reason, String remedy) {
        assertThat(output)
                .containsPattern("devices: gpu \\| GPU \\| unusable \\| [^|]*" + reason + "[^|]* \\| [^|]*" + remedy)
                .containsPattern("bean: gpu \\(GPU\\): not usable, .*" + reason + ".*" + remedy)
                .containsPattern("required: The operator \\w+ cannot run on a GPU \\(.*" + reason
                        + ".*execution_mode is native_required. Set execution_mode to auto");
    }

    @Test
    void noDriver() throws Exception {
        String output = probe(Map.of(), "-Dalgeon.cuda.library=/nowhere/libcuda.so.1");
        assertUnusable(output, "cannot be read", "Correct or remove the system property");
    }

    @Test
    void noDevice() throws Exception {
        String output = probe(Map.of("EMULATOR_NO_DEVICE", "1"));
        assertUnusable(output, "the NVIDIA driver finds no GPU", "CUDA_VISIBLE_DEVICES");
    }

    @Test
    void oldDevice() throws Exception {
        String output = probe(Map.of("EMULATOR_CAPABILITY", "70"));
        assertUnusable(output, "has compute capability 7.0, the kernels need 7.5", "Turing or newer");
    }

    @Test
    void oldDriver() throws Exception {
        String output = probe(Map.of("EMULATOR_DRIVER_VERSION", "10020"));
        assertUnusable(output, "the NVIDIA driver is for CUDA 10.2, the kernels need 11.2", "Install a newer driver");
    }

    @Test
    void temporaryDirectory_thatCannotBeWritten() throws Exception {
        String output = probe(Map.of(), "-Djava.io.tmpdir=/proc");
        assertUnusable(output, "cannot be written to /proc", "-Djava.io.tmpdir");
    }

    @Test
    void temporaryDirectory_thatIsMountedNoexec() throws Exception {
        Path mounted = Files.createDirectory(directory.resolve("noexec"));
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "noexec,size=16m", "tmpfs", mounted.toString());
        if (!isMounted) {
            System.out.println("SKIPPED: may not mount a file system with noexec");
        }
        Assumptions.assumeTrue(isMounted, "may not mount a file system");
        try {
            String output = probe(Map.of(), "-Djava.io.tmpdir=" + mounted);
            assertUnusable(output, "mounted with noexec", "Name another directory with -Djava.io.tmpdir");
        } finally {
            run("umount", mounted.toString());
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void nativeCode_thatTheJvmForbids() throws Exception {
        Optional<Path> newer = newerJava();
        if (newer.isEmpty()) {
            System.out.println("SKIPPED: no Java 24 or newer under /usr/lib/jvm");
        }
        Assumptions.assumeTrue(newer.isPresent(), "no newer Java");
        String output = checked(output(start(newer.get().toString(), Map.of(), "--illegal-native-access=deny")));
        assertUnusable(output, "the JVM forbids native code", "--enable-native-access=ALL-UNNAMED");
    }

    private static Optional<Path> newerJava() throws IOException {
        if (Runtime.version().feature() >= 24) {
            return Optional.of(Path.of(java()));
        }
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.filter(GpuAbsenceTest::isNewer)
                    .map(folder -> folder.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static boolean isNewer(Path folder) {
        try {
            return Files.readString(folder.resolve("release"))
                    .lines()
                    .anyMatch(line -> line.matches("JAVA_VERSION=\"(2[4-9]|[3-9][0-9]).*"));
        } catch (IOException none) {
            return false;
        }
    }

    @Test
    void processesAtTheSameTime_andAnotherLibraryInTheWay_doNotDisturb() throws Exception {
        // where JCuda by itself would look first
        Path other = directory.resolve("libJCudaDriver-12.6.0-linux-x86_64.so");
        Files.writeString(other, "truncated");
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(java(), Map.of()));
        }
        for (Process process : processes) {
            assertThat(checked(output(process)))
                    .contains("devices: gpu0 | Emulated device, compute capability 7.5 | usable | ")
                    .contains("bean: gpu0 (Emulated device, compute capability 7.5): usable, ")
                    .contains("required: 167167");
        }
        assertThat(Files.readString(other)).isEqualTo("truncated");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .allMatch(name -> name.startsWith("hsperfdata")
                            || name.equals("cache")
                            || name.equals(other.getFileName().toString()));
        }
    }
}
