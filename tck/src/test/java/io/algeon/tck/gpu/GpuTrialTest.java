package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.tpch.TpchQueries;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that {@code gpu-bundle} packs for a machine with a GPU: with an emulated one, with little time, and with none. */
class GpuTrialTest {
    private static final String SCALE = "0.001";

    @TempDir
    static Path bundle;

    /** Lays the bundle out with this process's Java and classes. */
    @BeforeAll
    static void layOut() throws IOException {
        EmulatedGpu.require();
        Files.copy(Path.of("src/trial/run"), bundle.resolve("run"));
        Files.createSymbolicLink(bundle.resolve("java"), Path.of(System.getProperty("java.home")));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        Files.createDirectory(bundle.resolve("lib"));
        try (OutputStream file = Files.newOutputStream(bundle.resolve("lib/algeon-jdbc.jar"))) {
            new JarOutputStream(file, manifest).close();
        }
    }

    @AfterAll
    static void forgetJava() throws IOException {
        Files.deleteIfExists(bundle.resolve("java"));
    }

    private record Trial(int status, String output) {
        long queries() {
            return output.lines().filter(line -> line.matches("Q\\d+ .* agree")).count();
        }
    }

    private static Trial run(String seconds, String library) throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder("bash", "run", SCALE, seconds)
                .directory(bundle.toFile())
                .redirectErrorStream(true);
        script.environment()
                .put(
                        "OPTIONS",
                        "-Dalgeon.cuda.library=" + library + " -Dalgeon.cache.directory=" + bundle.toAbsolutePath());
        Process process = script.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Trial(process.exitValue(), output);
    }

    private static String emulated() {
        return Path.of(System.getProperty("algeon.cuda.library"))
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    @Test
    void trial_measuresTheDevice_andComparesEveryQuery() throws Exception {
        Trial trial = run("600", emulated());
        assertThat(trial.output())
                .contains("copy within the device", "compiling all kernels", "22 of 22 queries have the same rows")
                .doesNotContain("out of time", "Exception", "null");
        assertThat(trial.queries()).isEqualTo(TpchQueries.numbers().size());
        assertThat(trial.status()).isZero();
    }

    @Test
    void trialWithLittleTime_printsWhatItGotTo() throws Exception {
        long start = System.nanoTime();
        Trial trial = run("3", emulated());
        assertThat(trial.output())
                .contains("out of time", " of 22 queries have the same rows")
                .doesNotContain("Exception");
        assertThat(trial.queries()).isLessThan(22);
        assertThat(trial.status()).isZero();
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(110));
    }

    @Test
    void trialWithoutAGpu_saysWhy() throws Exception {
        Trial trial = run("600", "/nowhere/libcuda.so.1");
        assertThat(trial.output()).contains("no GPU: ", "/nowhere/libcuda.so.1").doesNotContain("Exception");
        assertThat(trial.queries()).isZero();
        assertThat(trial.status()).isEqualTo(2);
    }
}
