package io.algeon.engine.device;

import io.algeon.engine.exec.Sink;
import io.algeon.engine.source.TableScan;
import java.util.function.IntUnaryOperator;

/** A sink that wants to know where in a scan its rows come from. */
public interface MorselSink extends Sink {
    /**
     * Called before the sink is opened, if its rows come right from a scan.
     *
     * @param scan that they come from
     * @param morselOfWorker the morsel of the batch that a worker gave last, by the worker's number; asked by that worker only
     */
    void readsFrom(TableScan scan, IntUnaryOperator morselOfWorker);
}
