package io.algeon.engine.exec;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Tells the parts of a query to stop. Set once, by anyone; checked by every operator at least once a batch. */
public final class CancellationToken {
    private volatile @Nullable EngineException reason;

    /** Stops the query with {@code cancelled}. */
    public void cancel() {
        stop(new EngineException(ErrorCode.CANCELLED, "The statement was cancelled."));
    }

    /** Stops the query with an error of the caller's choice; the first one wins. */
    public synchronized void stop(EngineException newReason) {
        if (reason == null) {
            reason = newReason;
        }
    }

    public boolean isStopped() {
        return reason != null;
    }

    /** Why the query has to stop; null if it does not. */
    public @Nullable EngineException reason() {
        return reason;
    }

    /** Throws if the query has to stop. Costs one volatile read. */
    public void check() {
        EngineException stopped = reason;
        if (stopped != null) {
            throw new EngineException(stopped.code(), String.valueOf(stopped.getMessage()), stopped);
        }
    }
}
