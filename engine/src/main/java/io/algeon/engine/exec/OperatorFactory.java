package io.algeon.engine.exec;

/** A streaming step of a pipeline; makes one {@link Operator} a worker. Thread-safe. */
@FunctionalInterface
public interface OperatorFactory {
    /** Wraps {@code input}, which the new operator owns. */
    Operator open(Operator input, WorkerContext worker);
}
