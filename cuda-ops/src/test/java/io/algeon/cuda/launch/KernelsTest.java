package io.algeon.cuda.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.emulator.Emulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelsTest {
    private static CudaContext context;
    private static Kernels kernels;
    private final KernelArguments arguments = new KernelArguments();

    @BeforeAll
    static void open() {
        Emulator.require();
        assertThat(CudaDriver.get().reason()).isEmpty();
        context = CudaContext.open(CudaDriver.get().devices().get(0));
        kernels = new Kernels(context);
    }

    @AfterAll
    static void close() {
        if (kernels != null) {
            kernels.close();
            context.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33, 255, 256, 257, 100_000})
    void launch_anyNumberOfRows_writesEachOnce(int rows) {
        for (Emulator.Schedule schedule : Emulator.Schedule.values()) {
            Emulator.schedule(schedule);
            long device = context.allocate(4L * rows);
            PinnedMemory host = context.allocatePinned(4 * rows);
            try (CudaStream stream = context.newStream()) {
                kernels.launch(
                        KernelName.FILL_SEQUENCE,
                        stream,
                        Launch.forRows(rows, 256),
                        arguments.clear().address(device).int32(7).int32(rows));
                stream.copyToHost(device, host, 0, 4L * rows);
                stream.synchronise();
            }
            for (int row = 0; row < rows; row++) {
                assertThat(host.view().getInt(4 * row)).isEqualTo(7 + row);
            }
            context.free(host);
            context.free(device);
        }
        Emulator.reset();
    }

    @Test
    void launch_wrongArguments_isRefused() {
        try (CudaStream stream = context.newStream()) {
            assertThatThrownBy(() -> kernels.launch(
                            KernelName.FILL_SEQUENCE,
                            stream,
                            new Launch(1, 256),
                            arguments.clear().address(0).int64(7).int32(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("fill_sequence_kernel");
        }
    }
}
