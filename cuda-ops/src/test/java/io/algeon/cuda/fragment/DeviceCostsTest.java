package io.algeon.cuda.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.emulator.Emulator;
import io.algeon.cuda.emulator.Emulator.Counter;
import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.DeviceOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The costs of a device are measured once, kept in a file, and measured again if the file is of no use. */
class DeviceCostsTest {
    private static final long LIMIT = 64L << 20;

    @TempDir
    private Path directory;

    private DeviceDescription description;

    @BeforeEach
    void cacheDirectory() {
        Emulator.require();
        description = CudaDriver.get().devices().get(0);
        System.setProperty(CostFile.DIRECTORY_PROPERTY, directory.toString());
    }

    @AfterEach
    void release() {
        System.clearProperty(CostFile.DIRECTORY_PROPERTY);
        Emulator.reset();
    }

    private DeviceCosts costs() {
        try (GpuDevice device = GpuDevice.open(description, LIMIT)) {
            return new CudaDevice(device, 0).costs();
        }
    }

    private Path file() {
        return CostFile.of(description).orElseThrow();
    }

    private List<Path> files() throws IOException {
        Path folder = directory.resolve("algeon");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void measured_everyFigureMakesSense_andNothingIsLeftOnTheDevice() throws IOException {
        DeviceCosts costs = costs();
        assertThat(costs.start()).isGreaterThanOrEqualTo(DeviceCosts.LEAST_START);
        assertThat(costs.byteToDevice()).isBetween(0.0, 1e6);
        assertThat(costs.byteToHost()).isBetween(0.0, 1e6);
        for (DeviceOperation operation : DeviceOperation.values()) {
            assertThat(costs.of(operation, 1000)).as(operation.name()).isPositive();
            assertThat(costs.of(operation, 1e6)).isGreaterThan(costs.of(operation, 1000));
        }
        assertThat(Emulator.count(Counter.DEVICE_ALLOCATIONS)).isZero();
        assertThat(Emulator.count(Counter.PINNED_ALLOCATIONS)).isZero();
        assertThat(Emulator.count(Counter.STREAMS)).isZero();
        assertThat(Emulator.count(Counter.EVENTS)).isZero();
        assertThat(files()).containsExactly(file());
        assertThat(file().getFileName().toString())
                .contains(description.uuid(), "-" + description.driverVersion() + "-");
    }

    @Test
    void stored_isLoaded_andNotMeasuredAgain() throws IOException {
        CostFile.store(file(), description, DeviceCosts.assumed());
        String text = Files.readString(file());
        long launches = Emulator.count(Counter.LAUNCHES);
        DeviceCosts loaded = costs();
        assertThat(Emulator.count(Counter.LAUNCHES)).isEqualTo(launches);
        assertThat(loaded.start()).isEqualTo(DeviceCosts.assumed().start());
        for (DeviceOperation operation : DeviceOperation.values()) {
            assertThat(loaded.of(operation, 1e6))
                    .isCloseTo(DeviceCosts.assumed().of(operation, 1e6), within(1));
        }
        assertThat(files()).hasSize(1);
        assertThat(Files.readString(file())).isEqualTo(text);
    }

    private static org.assertj.core.data.Offset<Double> within(double most) {
        return org.assertj.core.data.Offset.offset(most);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "start=", "\\u12", "start=NaN\n", "start=-1\n", "start=1\nbyte.to.device=2\n", "\u0000\u0001"
            })
    void corrupt_isMeasuredAgain_andReplaced(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
        assertThat(CostFile.load(file())).isEmpty();
        CostFile.store(file(), description, DeviceCosts.assumed());
        assertThat(CostFile.load(file())).isPresent();
        String good = Files.readString(file());
        Files.writeString(file(), good.replaceFirst("sort.row=.*", "sort.row=many"));
        assertThat(CostFile.load(file())).isEmpty();
        if (text.isEmpty()) {
            costs();
            assertThat(CostFile.load(file())).isPresent();
        }
    }

    @Test
    void unwritable_isMeasured_andNothingElse() throws IOException {
        Path noDirectory = Files.writeString(directory.resolve("file"), "");
        System.setProperty(CostFile.DIRECTORY_PROPERTY, noDirectory.toString());
        assertThat(costs().start()).isPositive();
        assertThat(Files.readString(noDirectory)).isEmpty();
        System.setProperty(CostFile.DIRECTORY_PROPERTY, "/proc/nowhere");
        CostFile.store(file(), description, DeviceCosts.assumed());
        assertThat(CostFile.load(file())).isEmpty();
    }

    @Test
    void deviceThatFails_hasCautiousCosts() throws IOException {
        Emulator.fail(60, 719);
        assertThat(costs()).isEqualTo(DeviceCosts.assumed());
        assertThat(files()).isEmpty();
    }
}
