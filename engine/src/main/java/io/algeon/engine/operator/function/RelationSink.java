package io.algeon.engine.operator.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.tablefunction.RelationCollector;
import io.algeon.engine.tablefunction.RelationRows;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects one relation of a call, and tells when it is complete. */
final class RelationSink implements Sink {
    private final RelationCollector collector;
    private final CancellationToken cancellation;
    private final Consumer<Crew> onComplete;
    private final Runnable onClose;
    private @Nullable RelationRows rows;

    RelationSink(
            RelationCollector collector, CancellationToken cancellation, Consumer<Crew> onComplete, Runnable onClose) {
        this.collector = collector;
        this.cancellation = cancellation;
        this.onComplete = onComplete;
        this.onClose = onClose;
    }

    /** The rows, once complete and until they are released. */
    synchronized RelationRows rows() {
        return Objects.requireNonNull(rows, "the relation is not complete");
    }

    /** Gives the rows' memory back. */
    synchronized void release() {
        rows = null;
        collector.close();
    }

    @Override
    public Local open(WorkerContext worker) {
        RelationCollector.Part part = collector.part();
        return new Local() {
            @Override
            public boolean accept(Batch batch) {
                cancellation.check();
                part.add(batch);
                return true;
            }

            @Override
            public void combine() {
                part.combine();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void finish(Crew crew) {
        RelationRows collected = collector.finish(crew, cancellation);
        synchronized (this) {
            rows = collected;
        }
        onComplete.accept(crew);
    }

    @Override
    public void close() {
        release();
        onClose.run();
    }
}
