package io.algeon.engine.parquet.scan;

import io.algeon.engine.resident.Resident;

/**
 * A decompressed page that is kept: {@code data[0 .. length)}, with {@link PageSource#SLACK} bytes behind it.
 *
 * @param codeBits 8 or 16 if it is a page of {@link WideCodes}, else 0
 * @param firstCode where the first code of such a page is
 */
@SuppressWarnings("ArrayRecordComponent")
record PageBytes(byte[] data, int length, int codeBits, int firstCode) implements Resident {
    /** A page as it was decompressed. */
    PageBytes(byte[] data, int length) {
        this(data, length, 0, 0);
    }

    @Override
    public long bytes() {
        return data.length;
    }
}
