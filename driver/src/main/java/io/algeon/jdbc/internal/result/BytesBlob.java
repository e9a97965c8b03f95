package io.algeon.jdbc.internal.result;

import io.algeon.jdbc.internal.error.SqlExceptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/** A binary value read through the {@code Blob} interface. Read only; the bytes are in memory. */
public final class BytesBlob implements Blob {
    private byte[] bytes;

    /** Takes the array. */
    public BytesBlob(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public byte[] getBytes(long position, int length) throws SQLException {
        int start = TextClob.start(position, length, bytes.length);
        return Arrays.copyOfRange(bytes, start, start + Math.min(length, bytes.length - start));
    }

    @Override
    public InputStream getBinaryStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public InputStream getBinaryStream(long position, long length) throws SQLException {
        return new ByteArrayInputStream(getBytes(position, (int) Math.min(length, Integer.MAX_VALUE)));
    }

    @Override
    public long position(byte[] searched, long start) throws SQLException {
        for (int at = TextClob.start(start, 0, bytes.length); at + searched.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + searched.length, searched, 0, searched.length)) {
                return at + 1L;
            }
        }
        return -1;
    }

    @Override
    public long position(Blob searched, long start) throws SQLException {
        return position(searched.getBytes(1, Math.toIntExact(searched.length())), start);
    }

    @Override
    public int setBytes(long position, byte[] value) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setBytes(long position, byte[] value, int offset, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public OutputStream setBinaryStream(long position) throws SQLException {
        throw readOnly();
    }

    @Override
    public void truncate(long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void free() {
        bytes = new byte[0];
    }

    private static SQLException readOnly() {
        return SqlExceptions.unsupported("Changing a Blob that was read from a result");
    }
}
