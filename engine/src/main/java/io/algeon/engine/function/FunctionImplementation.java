package io.algeon.engine.function;

/** CPU loops of a function, bound to one call. Keeps its buffers; not thread-safe. */
public sealed interface FunctionImplementation permits VectorFunction, VectorTest {
    /** Binds an implementation to a call. */
    @FunctionalInterface
    interface Factory {
        FunctionImplementation bind(CallSite site);
    }
}
