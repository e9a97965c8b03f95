package io.algeon.cuda.emulator.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.emulator.Emulator;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Translated instructions compute what PTX says. */
class PtxInstructionsTest {
    private static final BigInteger TWO_TO_128 = BigInteger.ONE.shiftLeft(128);

    private CudaContext context;
    private String text;

    @BeforeEach
    void open() throws IOException {
        Emulator.require();
        assumeTrue(System.getProperty("algeon.cuda.library").contains("ptx"), "only the device of translated texts");
        assertThat(CudaDriver.get().devices()).hasSize(1);
        context = CudaContext.open(CudaDriver.get().devices().get(0));
        text = Files.readString(Path.of("src/test/ptx/instructions.ptx"));
    }

    @AfterEach
    void close() {
        if (context != null) {
            context.abandon();
        }
    }

    private long[] run(String kernel, int threads, int results, long... input) {
        try (CudaStream stream = context.newStream()) {
            PinnedMemory host = context.allocatePinned(8 * Math.max(results, input.length));
            host.view().asLongBuffer().put(input);
            long in = stream.allocate(8L * input.length);
            long out = stream.allocate(8L * results);
            stream.copyToDevice(host, 0, in, 8L * input.length);
            stream.synchronise();
            ByteBuffer arguments = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
            arguments.putLong(in).putLong(out);
            stream.launch(context.load(text).kernel(kernel), 1, threads, 0, arguments, 16);
            stream.copyToHost(out, host, 0, 8L * results);
            stream.synchronise();
            long[] result = new long[results];
            host.view().asLongBuffer().get(result);
            return result;
        }
    }

    private static BigInteger wide(long low, long high) {
        byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        return new BigInteger(1, bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void carries_goFromWordToWord(long seed) {
        Random random = new Random(seed);
        long[] in = random.longs(4).toArray();
        if (seed == 1) {
            in = new long[] {-1, 0, 1, 0};
        }
        BigInteger a = wide(in[0], in[1]);
        BigInteger b = wide(in[2], in[3]);

        long[] out = run("wide_arithmetic", 1, 8, in);

        assertThat(wide(out[0], out[1])).isEqualTo(a.add(b).mod(TWO_TO_128));
        assertThat(wide(out[2], out[3])).isEqualTo(a.subtract(b).mod(TWO_TO_128));
        assertThat(wide(out[4], out[5])).isEqualTo(a.multiply(b).mod(TWO_TO_128));
        assertThat(wide(out[6], out[7])).isEqualTo(a.add(b).mod(TWO_TO_128));
    }

    @Test
    void branchByTable_goesToTheTarget() {
        assertThat(run("table_branch", 5, 5, 2, 0, 1, 1, 2)).containsExactly(30, 10, 20, 20, 30);
    }

    @Test
    void corners_areAsPtxSays() {
        long[] nan = run("corners", 1, 12, Double.doubleToLongBits(Double.NaN), 0xF0E1_D2C3_B4A5_9687L);
        assertThat(nan[0]).isEqualTo(Long.MIN_VALUE);
        assertThat(nan[1]).isEqualTo(Integer.MIN_VALUE);
        assertThat(nan[2]).as("shift by more than the width").isEqualTo(-1);
        assertThat(nan[3]).as("shift by more than the width").isZero();
        assertThat(nan[4]).isEqualTo((byte) 0x87);
        assertThat(nan[5]).as("unordered").isEqualTo(1);
        assertThat(nan[6]).as("ordered").isZero();
        assertThat(nan[7]).isEqualTo(0xE1D2C3B4L);
        assertThat(nan[8]).isEqualTo(-8);
        assertThat(nan[9]).isEqualTo(0x7000_0000_0000_0000L);
        assertThat(nan[10]).isZero();
        assertThat(nan[11]).isEqualTo(0x8796A5B4L);

        long[] large = run("corners", 1, 12, Double.doubleToLongBits(1e300), 3);
        assertThat(large[0]).isEqualTo(Long.MAX_VALUE);
        assertThat(large[1]).isEqualTo(Integer.MAX_VALUE);
        assertThat(large[3]).isEqualTo(24);

        long[] half = run("corners", 1, 12, Double.doubleToLongBits(-2.5), 1);
        assertThat(half[0]).isEqualTo(-2);
        assertThat(half[1]).isEqualTo(-2);
        assertThat(half[5]).isEqualTo(1);
    }

    @Test
    void otherText_isRefused() {
        assertThatThrownBy(() -> context.load(text.replace("10;", "11;")).kernel("table_branch"))
                .hasMessageContaining("translated from other PTX");
    }

    @Test
    void unknownInstruction_isNamed() {
        assertThatThrownBy(() -> PtxTranslator.translate(text.replace("clz.b64", "dp4a.u32.u32")))
                .isInstanceOf(UnsupportedPtxException.class)
                .hasMessageContaining("dp4a");
    }
}
