package io.algeon.engine.parquet.codec;

/** Whether native libraries may be loaded: only where the Java virtual machine prints nothing about it. */
public final class NativeCode {
    /** The first Java version that prints a notice when a library is loaded without leave. */
    private static final int FIRST_NOTICE_VERSION = 24;

    private NativeCode() {}

    /** Whether loading a library prints nothing. */
    public static boolean isSilent() {
        return Runtime.version().feature() < FIRST_NOTICE_VERSION;
    }
}
