package io.algeon.cuda.memory;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The device has no memory left for something, even after the resident cache gave back what it could. Smaller chunks may
 * fit; if nothing smaller is possible, the CPU can do the work, or {@link #asFailure} is what the user gets.
 */
public final class DeviceMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long neededBytes;

    DeviceMemoryException(
            String purpose, long neededBytes, long usedBytes, long limitBytes, @Nullable Throwable cause) {
        super(
                String.format(
                        Locale.ROOT,
                        "%s needs %.1f MiB of device memory; %.1f of %.1f MiB are in use.",
                        purpose,
                        mebibytes(neededBytes),
                        mebibytes(usedBytes),
                        mebibytes(limitBytes)),
                cause);
        this.neededBytes = neededBytes;
    }

    private static double mebibytes(long bytes) {
        return bytes / (1024.0 * 1024.0);
    }

    /** Bytes that were wanted. */
    public long neededBytes() {
        return neededBytes;
    }

    /** {@code device_out_of_memory}. */
    public EngineException asFailure() {
        return new EngineException(
                ErrorCode.DEVICE_OUT_OF_MEMORY,
                getMessage() + " Raise device.memory_limit, or set execution_mode to auto to let the CPU do it.",
                this);
    }
}
