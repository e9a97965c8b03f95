package io.algeon.cuda.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NVIDIA's compilers take the texts that ship. */
class PtxTest {
    private static final Path SHIPPED = Path.of("src/main/resources/io/algeon/cuda/ptx");

    @TempDir
    private Path scratch;

    /** With the compiler that comes with JCuda (CUDA 12.0): older than any device that it does not know. */
    @ParameterizedTest
    @ValueSource(ints = {75, 80, 90})
    void everyModule_assembles(int capability) {
        for (KernelModule module : KernelModule.values()) {
            byte[] text = (module.ptx() + "\0").getBytes(StandardCharsets.US_ASCII);
            nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
            assertThat(JNvPTXCompiler.nvPTXCompilerCreate(compiler, text.length, text))
                    .isZero();
            String[] options = {"--gpu-name=sm_" + capability, "--opt-level=0"};
            int result = JNvPTXCompiler.nvPTXCompilerCompile(compiler, options.length, options);
            assertThat(result)
                    .as("%s for sm_%d: %s", module, capability, log(compiler))
                    .isZero();
            JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
        }
    }

    private static String log(nvPTXCompilerHandle compiler) {
        long[] size = new long[1];
        JNvPTXCompiler.nvPTXCompilerGetErrorLogSize(compiler, size);
        if (size[0] == 0) {
            return "";
        }
        byte[] text = new byte[Math.toIntExact(size[0]) + 1];
        JNvPTXCompiler.nvPTXCompilerGetErrorLog(compiler, text);
        return new String(text, StandardCharsets.US_ASCII).strip();
    }

    /** For devices that only newer compilers know; they are not on every machine. */
    @ParameterizedTest
    @CsvSource({"100", "120"})
    void everyModule_assemblesForNewerDevices(int capability) throws IOException, InterruptedException {
        assumeTrue(isInstalled("ptxas"), "ptxas is not installed");
        for (KernelModule module : KernelModule.values()) {
            Path text = scratch.resolve(module.fileName() + ".ptx");
            Files.writeString(text, module.ptx());
            Process ptxas = new ProcessBuilder(
                            "ptxas", "-O0", "-arch=sm_" + capability, text.toString(), "-o", "/dev/null")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(ptxas.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ptxas.waitFor()).as(output).isZero();
        }
    }

    /** What ships is what the sources give, byte for byte; nvcc is not on every machine. */
    @Test
    void rebuild_givesTheSameTexts() throws IOException, InterruptedException {
        assumeTrue(isInstalled("nvcc") && isInstalled("ptxas"), "nvcc is not installed");
        Process build = new ProcessBuilder("src/main/cuda/build-ptx.sh", scratch.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(build.waitFor()).as(output).isZero();

        try (Stream<Path> files = Files.list(SHIPPED)) {
            for (Path shipped : files.toList()) {
                assertThat(scratch.resolve(shipped.getFileName())).hasSameTextualContentAs(shipped);
            }
        }
    }

    private static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
