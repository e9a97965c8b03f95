package io.algeon.engine;

import io.algeon.engine.device.FragmentReport;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one execution did; exactly one final report a query.
 *
 * @param id unique within the process
 * @param sqlHash of the statement's text, so that reports can be grouped without showing it
 * @param mode the execution mode in force
 * @param device what ran it: {@code cpu}, or the device and the share
 * @param deviceReason why that device
 * @param started when execution started
 * @param planning time to parse and plan; zero if the plan was cached
 * @param queued time spent waiting for admission
 * @param execution time from start to end
 * @param rows rows delivered
 * @param bytesRead bytes read from files, as stored
 * @param bytesCached bytes of decompressed pages found in the host cache
 * @param bytesSpilled bytes written out under memory pressure
 * @param peakMemoryBytes most bytes reserved at one time
 * @param outcome {@code running}, {@code done}, {@code closed} (by the reader, before the end), {@code failed} or
 *     {@code cancelled}
 * @param errorCode snake_case code of the failure, null if there is none
 * @param deviceWork what the device did; null if it did nothing
 * @param fallbacks parts of the query that the mode wanted on a device and the CPU did
 */
public record QueryReport(
        long id,
        String sqlHash,
        String mode,
        String device,
        String deviceReason,
        Instant started,
        Duration planning,
        Duration queued,
        Duration execution,
        long rows,
        long bytesRead,
        long bytesCached,
        long bytesSpilled,
        long peakMemoryBytes,
        String outcome,
        @Nullable String errorCode,
        @Nullable FragmentReport deviceWork,
        int fallbacks) {
    /** Of a statement that needed no device. */
    public QueryReport(
            long id,
            String sqlHash,
            String mode,
            String device,
            String deviceReason,
            Instant started,
            Duration planning,
            Duration queued,
            Duration execution,
            long rows,
            long bytesRead,
            long bytesCached,
            long bytesSpilled,
            long peakMemoryBytes,
            String outcome,
            @Nullable String errorCode) {
        this(
                id,
                sqlHash,
                mode,
                device,
                deviceReason,
                started,
                planning,
                queued,
                execution,
                rows,
                bytesRead,
                bytesCached,
                bytesSpilled,
                peakMemoryBytes,
                outcome,
                errorCode,
                null,
                0);
    }
}
