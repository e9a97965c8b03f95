package io.algeon.engine;

/** Hands reports to Java Flight Recorder, if the runtime has it; images made by jlink need not. Thread-safe. */
final class FlightRecorder {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecorder() {}

    /**
     * Writes a report to the recordings that ask for it. The event's class is not loaded without the recorder, nor before
     * somebody uses it: declaring an event starts the recorder, which takes the first query a tenth of its time.
     */
    static void record(QueryReport report) {
        if (PRESENT && Recorder.isInitialized()) {
            QueryEvent.commit(report);
        }
    }

    /** Apart, as the class it asks may be missing. */
    private static final class Recorder {
        static boolean isInitialized() {
            return jdk.jfr.FlightRecorder.isInitialized();
        }
    }
}
