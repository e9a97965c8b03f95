package io.algeon.cuda.emulator;

import io.algeon.cuda.emulator.EmulatorBuild.Form;
import java.nio.file.Files;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Assumptions;

/**
 * The emulated device of this process, under a test's control. {@link #require} first; a process has one driver, the one
 * that the system property {@code algeon.cuda.library} names, or else the shim.
 */
public final class Emulator {
    private static final String LIBRARY = "algeon.cuda.library";
    private static final int CONTROL = 0x414C0000;
    private static final int COUNTER = 0x414C0100;

    private Emulator() {}

    /** In which order threads and blocks run that could run at the same time. */
    public enum Schedule {
        FORWARD,
        REVERSE,
        RANDOM
    }

    /** What a test may set. */
    public enum Control {
        SCHEDULE,
        /** Of the random schedule. */
        SEED,
        /** 0: streams do everything at once; 1: nothing until somebody waits for them; 2: something now and then, by the seed. */
        STREAMS,
        MEMORY_BYTES,
        WORKERS,
        NO_DEVICE,
        COMPUTE_CAPABILITY,
        DRIVER_VERSION,
        /** The n-th call from now fails, once; 0: none. */
        FAIL_CALL,
        /** How it fails; a fatal code breaks the context. */
        FAIL_CODE,
        /** Repairs a broken context. */
        REPAIR,
        /** Forgets the peak of device memory. */
        RESET_PEAK,
        /** 1: begins an empty log of what is submitted and done; 0: ends it. */
        LOG
    }

    /** What the device counts. */
    public enum Counter {
        CALLS,
        LAUNCHES,
        HOST_TO_DEVICE_BYTES,
        DEVICE_TO_HOST_BYTES,
        DEVICE_BYTES,
        PEAK_DEVICE_BYTES,
        DEVICE_ALLOCATIONS,
        PINNED_ALLOCATIONS,
        STREAMS,
        EVENTS,
        MODULES,
        UNIMPLEMENTED_CALLS,
        LOGGED
    }

    /** Names an emulated driver to the process, building it if need be; skips the test if there is no compiler. */
    public static void require() {
        String named = System.getProperty(LIBRARY);
        if (named == null) {
            try {
                Assumptions.assumeTrue(EmulatorBuild.build(Form.SHIM), "g++ is not installed");
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
            System.setProperty(LIBRARY, Form.SHIM.library().toString());
        } else {
            Assumptions.assumeTrue(
                    Files.exists(java.nio.file.Path.of(named)), () -> named + " was not built; g++ is missing?");
        }
    }

    /** Sets one of the controls. */
    public static void set(Control control, long value) {
        int result = JCudaDriver.cuCtxSetLimit(CONTROL + control.ordinal(), value);
        if (result != 0) {
            throw new IllegalStateException(control + ": " + result + "; is this an emulated device?");
        }
    }

    /** Which order the next launches have. */
    public static void schedule(Schedule schedule) {
        set(Control.SCHEDULE, schedule.ordinal());
    }

    /** The n-th driver call from now on fails with that code; n from 1. */
    public static void fail(long n, int code) {
        set(Control.FAIL_CODE, code);
        set(Control.FAIL_CALL, n);
    }

    /** Everything as at the start, but the counters. */
    public static void reset() {
        set(Control.FAIL_CALL, 0);
        set(Control.REPAIR, 0);
        set(Control.SCHEDULE, 0);
        set(Control.SEED, 1);
        set(Control.STREAMS, 1);
        set(Control.MEMORY_BYTES, 1L << 30);
        set(Control.RESET_PEAK, 0);
    }

    /** Reads a counter. */
    public static long count(Counter counter) {
        long[] value = new long[1];
        int result = JCudaDriver.cuCtxGetLimit(value, COUNTER + counter.ordinal());
        if (result != 0) {
            throw new IllegalStateException(counter + ": " + result + "; is this an emulated device?");
        }
        return value[0];
    }
}
