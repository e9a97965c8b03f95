package io.algeon.engine.exec;

/**
 * The sink of the pipelines that give a query's result. Its reader may pull a pipeline itself, on its own thread, instead of
 * having workers push rows to it.
 */
public interface ReaderSink extends Sink {
    /**
     * Offers a pipeline that is ready to start and has work for one worker only. True: the reader pulls it, and calls
     * {@link QueryRun#pulled} when it has come to the end.
     */
    boolean pull(Pipeline pipeline);

    /** Ends the result with an error that the reader gets instead of rows. */
    void fail(io.algeon.metadata.error.EngineException failure);
}
