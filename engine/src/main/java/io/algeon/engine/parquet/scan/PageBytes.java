package io.algeon.engine.parquet.scan;

import io.algeon.engine.resident.Resident;

/** A decompressed page that is kept: {@code data[0 .. length)}, with {@link PageSource#SLACK} bytes behind it. */
@SuppressWarnings("ArrayRecordComponent")
record PageBytes(byte[] data, int length) implements Resident {
    @Override
    public long bytes() {
        return data.length;
    }
}
