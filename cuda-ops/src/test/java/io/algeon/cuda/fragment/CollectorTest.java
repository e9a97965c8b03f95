package io.algeon.cuda.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.emulator.Emulator;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.DeviceWork;
import io.algeon.cuda.relation.Downloads;
import io.algeon.cuda.relation.Programs;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.memory.MemoryBudget;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that are collected survive that the device has no room for making them fewer. */
class CollectorTest {
    private static final int OUT_OF_MEMORY = 2;
    private static final int ELEMENTS = 1000;
    private static final int ROWS = 100;
    private static final int PARTS = 3;

    private GpuDevice device;

    @BeforeEach
    void open() {
        Emulator.require();
        device = GpuDevice.open(CudaDriver.get().devices().get(0), 64L << 20);
    }

    @AfterEach
    void close() {
        if (device != null) {
            Emulator.reset();
            device.close();
        }
    }

    @Test
    void compact_withoutRoom_keepsTheRows() {
        int[] expected = IntStream.range(0, PARTS)
                .flatMap(part -> IntStream.range(10 * part, 10 * part + ROWS))
                .toArray();
        int withoutRoom = 0;
        for (int call = 1; call <= 30; call++) {
            MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit");
            try (GpuSession session = device.newSession("test", Long.MAX_VALUE)) {
                Operators operators = operators(session, budget);
                Collector collector = new Collector(List.of(), List.of(ValueKind.I32), null, operators);
                for (int part = 0; part < PARTS; part++) {
                    collector.add(sparse(operators, part));
                }
                long before = session.grant().bytes();
                Emulator.fail(call, OUT_OF_MEMORY);
                try {
                    collector.compact();
                } catch (CudaException otherCall) {
                    continue;
                } finally {
                    Emulator.set(Emulator.Control.FAIL_CALL, 0);
                }
                withoutRoom += session.grant().bytes() > before - PARTS * (ELEMENTS - ROWS) * 4 ? 1 : 0;
                Workspace workspace = operators.workspace();
                DeviceRelation rows = collector.take();
                IntVector values = (IntVector) new Downloads(workspace, operators.maps())
                        .rows(rows, 0, PARTS * ROWS)
                        .column(0);
                assertThat(Arrays.copyOf(values.values(), PARTS * ROWS))
                        .as("call " + call)
                        .isEqualTo(expected);
            } finally {
                budget.close();
            }
        }
        assertThat(withoutRoom).isPositive();
    }

    /** What a failed attempt has allocated goes, and so do the holders that it gave to older blocks. */
    @Test
    void giveBackSince_forgetsWhatWasMadeAndHeld() {
        MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit");
        try (GpuSession session = device.newSession("test", Long.MAX_VALUE)) {
            Workspace workspace = operators(session, budget).workspace();
            long atRest = session.grant().bytes();
            Block older = workspace.allocate(1000);
            Workspace.Mark mark = workspace.mark();
            older.retain();
            workspace.allocate(5000).retain();
            workspace.giveBackSince(mark);
            older.release();
            assertThat(session.grant().bytes()).isEqualTo(atRest);
        } finally {
            budget.close();
        }
    }

    @Test
    void rowsOfAnAttemptThatFails_areCountedOnce() {
        MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit");
        try (GpuSession session = device.newSession("test", Long.MAX_VALUE)) {
            Operators operators = operators(session, budget);
            Feed feed = new Feed(null, operators);
            AtomicLong count = new AtomicLong();
            feed.count(count);
            feed.then(relation -> {
                if (relation.rows() > ELEMENTS / 2) {
                    operators.workspace().requireRoom(1L << 40, "A test");
                }
                return List.of(relation);
            });
            Collector collector = new Collector(List.of(feed), List.of(ValueKind.I32), null, operators);
            Block data = operators.maps().identity(ELEMENTS, 0);
            DeviceColumn column = DeviceColumn.dense(ValueKind.I32, ELEMENTS, data, null);
            feed.push(new DeviceRelation(List.of(column), ELEMENTS));
            assertThat(count).hasValue(ELEMENTS);
            assertThat(collector.result().rows()).isEqualTo(ELEMENTS);
        } finally {
            budget.close();
        }
    }

    private static Operators operators(GpuSession session, MemoryBudget budget) {
        ExecutionContext execution =
                new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.now(), "UTC", "", 1);
        Workspace workspace = new Workspace(session, execution.cancellation(), new DeviceWork());
        RowMaps maps = new RowMaps(workspace);
        return new Operators(workspace, maps, new Programs(workspace, maps, new Downloads(workspace, maps), execution));
    }

    /** A few of many numbers. */
    private static DeviceRelation sparse(Operators operators, int part) {
        Block data = operators.maps().identity(ELEMENTS, 0);
        Block map = operators.maps().identity(ROWS, 10 * part);
        DeviceColumn column = new DeviceColumn(ValueKind.I32, ELEMENTS, data, null, map, List.of());
        return new DeviceRelation(List.of(column), ROWS);
    }
}
