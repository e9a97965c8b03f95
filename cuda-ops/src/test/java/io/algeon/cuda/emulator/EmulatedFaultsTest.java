package io.algeon.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.CudaKernel;
import io.algeon.cuda.driver.CudaContext.CudaModule;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.emulator.Emulator.Control;
import io.algeon.cuda.emulator.Emulator.Counter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The emulated device finds what a GPU would not show every time, and what it would end a process for. */
class EmulatedFaultsTest {
    private static final int ROWS = 1000;
    private static final int ILLEGAL_ADDRESS = 700;
    private static final int LAUNCH_FAILED = 719;

    private CudaContext context;
    private CudaModule module;
    private CudaStream stream;
    private long values;

    @BeforeEach
    void open() {
        Emulator.require();
        assertThat(CudaDriver.get().devices()).hasSize(1);
        context = CudaContext.open(CudaDriver.get().devices().get(0));
        stream = context.newStream();
        values = stream.allocate(4 * ROWS);
        stream.fill(values, (byte) 0, 4 * ROWS);
    }

    @AfterEach
    void close() {
        if (context != null) {
            context.abandon();
            Emulator.reset();
        }
    }

    /** These kernels are compiled from their source only. */
    private CudaKernel kernel(String name) {
        assumeTrue(!System.getProperty("algeon.cuda.library").contains("ptx"), "kernels of tests have no PTX");
        module = context.load("//\n.version 6.3\n.target sm_75\n.entry " + name + "()\n");
        return module.kernel(name);
    }

    private void launch(String name, int blocks, int... integers) {
        ByteBuffer arguments = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        arguments.putLong(values);
        for (int integer : integers) {
            arguments.putInt(integer);
        }
        stream.launch(kernel(name), blocks, 256, 0, arguments, arguments.position());
    }

    private void assertFault(int code, String... parts) {
        assertThatThrownBy(stream::synchronise).isInstanceOfSatisfying(CudaException.class, fault -> {
            assertThat(fault.getMessage()).contains(parts);
            assertThat(fault.code()).isEqualTo(code);
            assertThat(fault.isFatal()).isTrue();
        });
        assertThatThrownBy(() -> context.allocate(100)).hasMessageContaining("lost before");
    }

    @Test
    void writePastTheEnd_isAnIllegalAddress() {
        launch("broken_past_the_end_kernel", 4, ROWS);
        assertFault(ILLEGAL_ADDRESS, "broken_past_the_end_kernel", "block 3", "thread 232");
    }

    @Test
    void missingBarrier_showsEveryTime() {
        PinnedMemory host = context.allocatePinned(4 * ROWS);
        launch("broken_no_barrier_kernel", 1);
        stream.copyToHost(values, host, 0, 4 * ROWS);
        stream.synchronise();
        int wrong = 0;
        for (int i = 0; i < 256; i++) {
            wrong += host.view().getInt(4 * i) == 255 - i ? 0 : 1;
        }
        assertThat(wrong).isEqualTo(128);
    }

    @Test
    void barriersOfDifferentBranches_areADefect() {
        launch("broken_divergent_barrier_kernel", 1);
        assertFault(LAUNCH_FAILED, "divergent barriers", "broken_kernels.cu");
    }

    @Test
    void warpOperationThatNotAllReach_isADeadlock() {
        launch("broken_shuffle_mask_kernel", 1);
        assertFault(LAUNCH_FAILED, "deadlock", "warp operations");
    }

    @Test
    void overrunOfASharedArray_isAnIllegalAddress() {
        launch("broken_shared_overrun_kernel", 1);
        assertFault(ILLEGAL_ADDRESS, "past the end", "shared memory");
    }

    @Test
    void waitForNobody_ends() {
        launch("broken_endless_wait_kernel", 1);
        assertFault(LAUNCH_FAILED, "wait for each other");
    }

    @Test
    void integerDivisionByZero_isADefectAndNotTheEndOfTheProcess() {
        launch("broken_division_kernel", 1, 0);
        assertFault(LAUNCH_FAILED, "division", "broken_division_kernel");
    }

    @ParameterizedTest
    @EnumSource(Emulator.Schedule.class)
    void lockWithinAWarp_getsOn(Emulator.Schedule schedule) {
        Emulator.schedule(schedule);
        ByteBuffer arguments = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        arguments.putLong(values).putLong(values + 64);
        stream.launch(kernel("sound_lock_kernel"), 3, 256, 0, arguments, arguments.position());
        PinnedMemory host = context.allocatePinned(128);
        stream.copyToHost(values, host, 0, 128);
        stream.synchronise();
        assertThat(host.view().getInt(64)).isEqualTo(3 * 256);
    }

    @Test
    void argumentsOfTheWrongSize_areRefused() {
        kernel("broken_past_the_end_kernel");
        assertThatThrownBy(() -> launch("broken_past_the_end_kernel", 1, 1, 2)).hasMessageContaining("16 bytes");
    }

    @Test
    void asynchronousCopyOfPageableMemory_isRefused() {
        CUstream raw = new CUstream();
        JCudaDriver.cuStreamCreate(raw, 1);
        CUdeviceptr target = new CUdeviceptr();
        JCudaDriver.cuMemAlloc(target, 64);
        ByteBuffer pageable = ByteBuffer.allocateDirect(64);
        assertThat(JCudaDriver.cuMemcpyHtoDAsync(target, Pointer.toBuffer(pageable), 64, raw))
                .isEqualTo(CUresult.CUDA_ERROR_INVALID_VALUE);
    }

    @Test
    void lazyStream_doesNothingBeforeSomebodyWaits() {
        PinnedMemory host = context.allocatePinned(8);
        host.view().putLong(0, 42);
        stream.copyToHost(values, host, 0, 8);
        assertThat(host.view().getLong(0)).isEqualTo(42);
        stream.synchronise();
        assertThat(host.view().getLong(0)).isZero();
    }

    @Test
    void copyBeyondAnAllocation_isRefused() {
        PinnedMemory host = context.allocatePinned(8192);
        assertThatThrownBy(() -> stream.copyToHost(values, host, 0, 4 * ROWS + 1))
                .hasMessageContaining("outside a device allocation");
    }

    @Test
    void freedMemory_isOutOfBounds() {
        stream.free(values);
        assertThatThrownBy(() -> {
                    stream.fill(values, (byte) 1, 4);
                    stream.synchronise();
                })
                .isInstanceOf(CudaException.class);
    }

    @Test
    void memoryBudget_isALimit() {
        Emulator.set(Control.MEMORY_BYTES, 1 << 20);
        assertThatThrownBy(() -> context.allocate(2 << 20))
                .isInstanceOfSatisfying(
                        CudaException.class,
                        refused -> assertThat(refused.isOutOfMemory()).isTrue());
        long free = context.freeBytes();
        context.allocate(free);
        assertThat(context.freeBytes()).isZero();
    }

    @Test
    void functionThatIsNotImplemented_saysSo() {
        long before = Emulator.count(Counter.UNIMPLEMENTED_CALLS);
        assertThat(JCudaDriver.cuProfilerStart()).isEqualTo(CUresult.CUDA_ERROR_NOT_SUPPORTED);
        assertThat(Emulator.count(Counter.UNIMPLEMENTED_CALLS)).isEqualTo(before + 1);
    }
}
