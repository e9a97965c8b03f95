package io.algeon.engine;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A query's report in a Java Flight Recorder recording. */
@Name("io.algeon.Query")
@Label("Query")
@Category("Algeon")
@StackTrace(false)
final class QueryEvent extends Event {
    @Label("Query number")
    long query;

    @Label("Hash of the text")
    @Nullable
    String sqlHash;

    @Label("Device")
    @Nullable
    String device;

    @Label("Outcome")
    @Nullable
    String outcome;

    @Label("Error code")
    @Nullable
    String errorCode;

    @Label("Rows")
    long rows;

    @Label("Read")
    @DataAmount
    long bytesRead;

    @Label("Found in the cache")
    @DataAmount
    long bytesCached;

    @Label("Peak memory")
    @DataAmount
    long peakMemory;

    @Label("Planning")
    @Timespan
    long planning;

    @Label("Queued")
    @Timespan
    long queued;

    @Label("Execution")
    @Timespan
    long execution;

    /** Writes a report to the recordings that ask for it. */
    static void commit(QueryReport report) {
        QueryEvent event = new QueryEvent();
        if (event.isEnabled()) {
            event.query = report.id();
            event.sqlHash = report.sqlHash();
            event.device = report.device();
            event.outcome = report.outcome();
            event.errorCode = report.errorCode();
            event.rows = report.rows();
            event.bytesRead = report.bytesRead();
            event.bytesCached = report.bytesCached();
            event.peakMemory = report.peakMemoryBytes();
            event.planning = report.planning().toNanos();
            event.queued = report.queued().toNanos();
            event.execution = report.execution().toNanos();
            event.commit();
        }
    }
}
