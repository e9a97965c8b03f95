package io.algeon.engine.exec;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** Turns whatever stopped a task into the one exception that leaves the engine. */
public final class Failures {
    private Failures() {}

    /** The failure itself, or an {@code internal} or {@code query_memory_limit_exceeded} error that has it as its cause. */
    public static EngineException of(Throwable failure) {
        if (failure instanceof EngineException known) {
            return known;
        }
        if (failure instanceof OutOfMemoryError) {
            return new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "The JVM's heap is full (" + failure.getMessage()
                            + "). Give the JVM a larger heap (-Xmx), or lower memory_limit.",
                    failure);
        }
        return new EngineException(
                ErrorCode.INTERNAL,
                "The engine failed unexpectedly (" + failure + "). This is a defect of it.",
                failure);
    }
}
