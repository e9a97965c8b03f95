package io.algeon.engine.parquet.codec;

import java.io.IOException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * The native Snappy library, which takes two thirds of our own code's time on text (and nearly twice it on numbers). Used
 * where loading it prints no notice, and not if it cannot be loaded, as where nothing in the temporary folder may be run.
 */
final class NativeSnappy {
    private static final boolean AVAILABLE = NativeCode.isSilent() && load();

    private NativeSnappy() {}

    private static boolean load() {
        try {
            return !Snappy.getNativeLibraryVersion().isEmpty();
        } catch (LinkageError | SnappyError e) {
            return false;
        }
    }

    static boolean isAvailable() {
        return AVAILABLE;
    }

    /** As {@link SnappyDecoder#decompress}. */
    static void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        // The library trusts the length that the block declares.
        SnappyDecoder.readLength(input, inputStart, inputEnd, outputEnd - outputStart);
        try {
            int written = Snappy.uncompress(input, inputStart, inputEnd - inputStart, output, outputStart);
            if (written != outputEnd - outputStart) {
                throw new MalformedDataException(
                        "the snappy block holds " + written + " bytes instead of " + (outputEnd - outputStart));
            }
        } catch (IOException e) {
            throw new MalformedDataException("the snappy block is malformed");
        }
    }
}
