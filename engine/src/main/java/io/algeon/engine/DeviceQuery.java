package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCategory;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A query that runs again on the CPU if the device fails it before it has delivered a row: for lack of memory, by a fault, or by a
 * value that only the CPU computes. Rows are never lost or doubled, as a device delivers none before it has computed all.
 */
final class DeviceQuery implements QueryExecution {
    private final Function<String, RunningQuery> onCpu;
    private volatile RunningQuery current;
    private volatile boolean cancelled;

    /**
     * @param onDevice begins the query on the device
     * @param onCpu begins it on the CPU, given the reason, a sentence
     */
    DeviceQuery(Supplier<RunningQuery> onDevice, Function<String, RunningQuery> onCpu) {
        this.onCpu = onCpu;
        RunningQuery begun;
        try {
            begun = onDevice.get();
            begun.replaceableAfter(DeviceQuery::isTheDevices);
        } catch (EngineException refused) {
            if (!isTheDevices(refused)) {
                throw refused;
            }
            begun = onCpu.apply(String.valueOf(refused.getMessage()));
        }
        current = begun;
    }

    private static boolean isTheDevices(EngineException failure) {
        return failure.code().category() == ErrorCategory.DEVICE;
    }

    @Override
    public List<ColumnDef> columns() {
        return current.columns();
    }

    @Override
    public @Nullable Batch next() {
        RunningQuery running = current;
        try {
            return running.next();
        } catch (EngineException failed) {
            if (!running.isReplaced() || cancelled) {
                throw failed;
            }
            running.close();
            RunningQuery again = onCpu.apply(String.valueOf(failed.getMessage()));
            current = again;
            if (cancelled) {
                again.cancel();
            }
            return again.next();
        }
    }

    @Override
    public long updateCount() {
        return current.updateCount();
    }

    @Override
    public void cancel() {
        cancelled = true;
        current.cancel();
    }

    @Override
    public double progress() {
        return current.progress();
    }

    @Override
    public List<String> warnings() {
        return current.warnings();
    }

    @Override
    public QueryReport report() {
        return current.report();
    }

    @Override
    public void close() {
        current.close();
    }
}
