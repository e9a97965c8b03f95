package io.algeon.jdbc.internal.result;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/** A character value read through the {@code Clob} interface. Read only; the text is in memory. */
public final class TextClob implements NClob {
    private String text;

    public TextClob(String text) {
        this.text = text;
    }

    @Override
    public long length() {
        return text.length();
    }

    @Override
    public String getSubString(long position, int length) throws SQLException {
        int start = start(position, length, text.length());
        return text.substring(start, Math.min(text.length(), start + length));
    }

    /** Checks a position, from 1, and a length; gives the index from 0. */
    static int start(long position, long length, int size) throws SQLException {
        if (position < 1 || position > size + 1L || length < 0) {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "Position " + position + " with length " + length + " is outside of a value of length " + size
                            + ".");
        }
        return (int) position - 1;
    }

    @Override
    public Reader getCharacterStream() {
        return new StringReader(text);
    }

    @Override
    public Reader getCharacterStream(long position, long length) throws SQLException {
        return new StringReader(getSubString(position, (int) Math.min(length, Integer.MAX_VALUE)));
    }

    @Override
    public InputStream getAsciiStream() {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long position(String searched, long start) throws SQLException {
        int found = text.indexOf(searched, start(start, 0, text.length()));
        return found < 0 ? -1 : found + 1L;
    }

    @Override
    public long position(Clob searched, long start) throws SQLException {
        return position(searched.getSubString(1, Math.toIntExact(searched.length())), start);
    }

    @Override
    public int setString(long position, String value) throws SQLException {
        throw readOnly();
    }

    @Override
    public int setString(long position, String value, int offset, int length) throws SQLException {
        throw readOnly();
    }

    @Override
    public OutputStream setAsciiStream(long position) throws SQLException {
        throw readOnly();
    }

    @Override
    public Writer setCharacterStream(long position) throws SQLException {
        throw readOnly();
    }

    @Override
    public void truncate(long length) throws SQLException {
        throw readOnly();
    }

    @Override
    public void free() {
        text = "";
    }

    private static SQLException readOnly() {
        return SqlExceptions.unsupported("Changing a Clob that was read from a result");
    }
}
