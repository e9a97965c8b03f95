package io.algeon.engine.parquet.codec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * The native Snappy library, which takes two thirds of our own code's time on text (and nearly twice it on numbers). Used
 * where loading it prints no notice, and not if it cannot be loaded, as where nothing in the temporary folder may be run.
 */
final class NativeSnappy {
    private static final String FOLDER_PROPERTY = "org.xerial.snappy.tempdir";

    private static final boolean AVAILABLE = NativeCode.isSilent() && load();

    private NativeSnappy() {}

    /**
     * Whether the library could be loaded. It prints a stack trace where it cannot write its temporary folder, so that is
     * tried before; and it is told the folder, as the property that it would read may stand for another one while JCuda's
     * library is loaded.
     */
    private static boolean load() {
        boolean named = System.getProperty(FOLDER_PROPERTY) != null;
        try {
            if (!named) {
                Path file = Files.createTempFile("algeon-", ".snappy");
                Files.delete(file);
                System.setProperty(FOLDER_PROPERTY, file.resolveSibling("").toString());
            }
            return !Snappy.getNativeLibraryVersion().isEmpty();
        } catch (IOException | LinkageError | SnappyError e) {
            return false;
        } finally {
            if (!named) {
                System.clearProperty(FOLDER_PROPERTY);
            }
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
