package io.algeon.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.emulator.Emulator;
import io.algeon.cuda.emulator.Emulator.Counter;
import org.junit.jupiter.api.Test;

class DeviceMeasurementTest {
    @Test
    void everyFigure_isThere_andNothingIsLeft() {
        Emulator.require();
        try (GpuDevice device = GpuDevice.open(CudaDriver.get().devices().get(0), 64L << 20)) {
            DeviceMeasurement measured = DeviceMeasurement.of(device);
            assertThat(measured.toDeviceBytesASecond()).isPositive();
            assertThat(measured.withinDeviceBytesASecond()).isPositive();
            assertThat(measured.launchNanoseconds()).isPositive();
            assertThat(measured.compileNanoseconds()).isPositive();
        }
        assertThat(Emulator.count(Counter.DEVICE_ALLOCATIONS)).isZero();
        assertThat(Emulator.count(Counter.PINNED_ALLOCATIONS)).isZero();
        assertThat(Emulator.count(Counter.EVENTS)).isZero();
    }
}
