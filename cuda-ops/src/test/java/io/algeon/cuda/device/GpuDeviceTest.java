package io.algeon.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.emulator.Emulator;
import io.algeon.cuda.emulator.Emulator.Control;
import io.algeon.cuda.emulator.Emulator.Counter;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.DeviceMemoryException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuDeviceTest {
    private static final long LIMIT = 64L << 20;
    private static final int ILLEGAL_ADDRESS = 700;

    private GpuDevice device;

    @BeforeEach
    void open() {
        Emulator.require();
        device = GpuDevice.open(CudaDriver.get().devices().get(0), LIMIT);
    }

    @AfterEach
    void close() {
        if (device == null) {
            return;
        }
        Emulator.reset();
        device.close();
        assertThat(device.memory().liveBuffers()).isZero();
        assertThat(device.memory().liveBytes()).isZero();
        assertThat(device.memory().budget().reservedBytes()).isZero();
        assertThat(device.staging().liveChunks()).isZero();
        for (Counter counter : new Counter[] {
            Counter.DEVICE_ALLOCATIONS, Counter.PINNED_ALLOCATIONS, Counter.STREAMS, Counter.EVENTS, Counter.MODULES
        }) {
            assertThat(Emulator.count(counter)).as(counter.toString()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 1000, 131_071, 131_072, 131_073, 1_000_000})
    void upload_thenDownload_givesTheSame(int rows) {
        long[] values = new Random(rows).longs(rows).toArray();
        long[] back = new long[rows];
        try (GpuSession session = device.newSession("test", LIMIT)) {
            DeviceBuffer buffer = session.allocate(8L * rows, "A column");
            session.transfers().upload(buffer.address(), values, 0, rows);
            session.transfers().download(buffer.address(), back, 0, rows);
            assertThat(session.transfers().uploadedBytes()).isEqualTo(8L * rows);
            assertThat(session.transfers().downloadedBytes()).isEqualTo(8L * rows);
        }
        assertThat(back).isEqualTo(values);
    }

    @Test
    void allocate_moreThanTheGrant_isRefusedAndLeavesNothing() {
        try (GpuSession session = device.newSession("test", 1 << 20)) {
            DeviceBuffer first = session.allocate(800_000, "The first column");
            assertThatThrownBy(() -> session.allocate(800_000, "The second column"))
                    .isInstanceOfSatisfying(
                            DeviceMemoryException.class,
                            refused -> assertThat(refused.getMessage())
                                    .contains("The second column", "0.8 MiB", "of 1.0 MiB"));
            first.close();
            session.allocate(800_000, "The second column").close();
        }
    }

    @Test
    void allocate_moreThanTheDeviceHas_isRefusedAsOutOfMemory() {
        Emulator.set(Control.MEMORY_BYTES, 4 << 20);
        try (GpuSession session = device.newSession("test", LIMIT)) {
            session.allocate(3 << 20, "A column");
            assertThatThrownBy(() -> session.allocate(3 << 20, "Another column"))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasCauseInstanceOf(CudaException.class);
        }
    }

    @Test
    void buffersOfAClosedSession_serveTheNext() {
        for (int i = 0; i < 3; i++) {
            try (GpuSession session = device.newSession("test", LIMIT)) {
                for (int j = 0; j < 10; j++) {
                    session.allocate(1000 + j, "A column");
                }
            }
        }
        assertThat(device.memory().pooledBytes()).isLessThanOrEqualTo(10 * 1024);
    }

    @Test
    void fault_ofAKernel_losesTheDeviceAndNothingElse() {
        try (GpuSession session = device.newSession("test", LIMIT)) {
            session.allocate(100, "A column");
            session.launch(
                    KernelName.FILL_SEQUENCE,
                    new Launch(1, 256),
                    session.arguments().address(16).int32(0).int32(10));
            assertThatThrownBy(session::synchronise).isInstanceOfSatisfying(CudaException.class, lost -> {
                assertThat(lost.code()).isEqualTo(ILLEGAL_ADDRESS);
                assertThat(lost).hasMessageContaining("fill_sequence_kernel").hasMessageContaining("block 0");
            });
            assertThat(device.lostBy()).isNotNull();
            assertThatThrownBy(() -> session.allocate(100, "A column"))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("was lost before");
        }
        assertThatThrownBy(() -> device.newSession("later", LIMIT)).isInstanceOf(CudaException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 700, 1, 999})
    void failure_ofAnyCall_leavesNothingBehind(int code) {
        int failures = 0;
        boolean failed = true;
        for (int n = 1; failed; n++) {
            GpuDevice victim = null;
            Emulator.fail(n, code);
            try {
                victim = GpuDevice.open(CudaDriver.get().devices().get(0), LIMIT);
                work(victim);
                failed = false;
            } catch (CudaException | DeviceMemoryException expected) {
                failures++;
            } finally {
                Emulator.set(Control.FAIL_CALL, 0);
                if (victim != null) {
                    assertThat(victim.sessions()).as("call %d", n).isZero();
                    assertThat(victim.memory().liveBuffers()).as("call %d", n).isZero();
                    assertThat(victim.memory().budget().reservedBytes())
                            .as("call %d", n)
                            .isZero();
                    assertThat(victim.staging().liveChunks()).as("call %d", n).isZero();
                    victim.close();
                } else {
                    Emulator.set(Control.REPAIR, 0);
                }
            }
            assertThat(Emulator.count(Counter.DEVICE_ALLOCATIONS))
                    .as("call %d", n)
                    .isZero();
            assertThat(Emulator.count(Counter.PINNED_ALLOCATIONS))
                    .as("call %d", n)
                    .isZero();
            assertThat(n).isLessThan(500);
        }
        assertThat(failures).isGreaterThan(10);
    }

    private static void work(GpuDevice device) {
        int rows = 300_000;
        int[] values = new int[rows];
        try (GpuSession session = device.newSession("test", LIMIT)) {
            DeviceBuffer buffer = session.allocate(4L * rows, "A column");
            session.launch(
                    KernelName.FILL_SEQUENCE,
                    Launch.forRows(rows, 256),
                    session.arguments().address(buffer.address()).int32(1).int32(rows));
            session.transfers().download(buffer.address(), values, 0, rows);
            session.transfers().upload(buffer.address(), values, 0, rows);
            session.synchronise();
        }
        assertThat(values[rows - 1]).isEqualTo(rows);
    }
}
