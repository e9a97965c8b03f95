package io.algeon.engine.exec;

/** Where a pipeline begins. Shared by its workers, which divide the rows among them. Thread-safe. */
public interface Source {
    /**
     * Workers that can be busy at the same time; 1 where order matters. Asked once, when all pipelines that this one
     * depends on have finished.
     */
    int maxWorkers();

    /** An operator that takes a share of the rows, for one worker. Each row goes to exactly one worker. */
    Operator open(WorkerContext worker);
}
