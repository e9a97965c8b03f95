package io.algeon.engine.parquet.scan;

import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Header of a page, and where its body lies in the chunk.
 *
 * @param kind what the body is
 * @param bodyOffset of its first byte, from the chunk's start
 * @param compressedBytes of the body as stored
 * @param uncompressedBytes of the body
 * @param valueCount values with NULLs (entries of a dictionary)
 * @param rowCount rows that begin in the page, -1 if the header does not say (version 1)
 * @param encoding of the values; null if it is one that is not known
 * @param definitionEncoding of the definition levels of a version 1 page
 * @param repetitionEncoding of the repetition levels of a version 1 page
 * @param definitionBytes length of the definition levels of a version 2 page
 * @param repetitionBytes length of the repetition levels of a version 2 page, which come first
 * @param compressed whether the codec applies to the values of a version 2 page
 * @param checksum CRC-32 of the body as it is stored, or {@link #NO_CHECKSUM}
 */
record PageHeader(
        Kind kind,
        int bodyOffset,
        int compressedBytes,
        int uncompressedBytes,
        int valueCount,
        int rowCount,
        @Nullable Encoding encoding,
        @Nullable Encoding definitionEncoding,
        @Nullable Encoding repetitionEncoding,
        int definitionBytes,
        int repetitionBytes,
        boolean compressed,
        long checksum) {

    /** There is none. */
    static final long NO_CHECKSUM = -1;

    /** What a page is. */
    enum Kind {
        DATA_V1,
        DATA_V2,
        DICTIONARY,
        /** Something that readers skip. */
        OTHER
    }

    boolean isData() {
        return kind == Kind.DATA_V1 || kind == Kind.DATA_V2;
    }

    boolean isDictionaryEncoded() {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }
}
