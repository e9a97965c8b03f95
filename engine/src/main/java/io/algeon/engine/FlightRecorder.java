package io.algeon.engine;

/** Hands reports to Java Flight Recorder, if the runtime has it; images made by jlink need not. Thread-safe. */
final class FlightRecorder {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecorder() {}

    /** Writes a report to the recordings that ask for it. The event's class is not loaded without the recorder. */
    static void record(QueryReport report) {
        if (PRESENT) {
            QueryEvent.commit(report);
        }
    }
}
