package io.algeon.jdbc.internal.connection;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.scalar.Expr;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Parameter values read from streams, at once and up to a length. A null stream is NULL. */
final class StreamValues {
    private StreamValues() {}

    static ParameterValue bytes(@Nullable InputStream stream, long length) throws SQLException {
        return new ParameterValue(SqlTypes.VARBINARY, stream == null ? null : new Expr.Bytes(read(stream, length)));
    }

    static ParameterValue ascii(@Nullable InputStream stream, long length) throws SQLException {
        return text(stream, length, StandardCharsets.US_ASCII);
    }

    static ParameterValue unicode(@Nullable InputStream stream, long length) throws SQLException {
        return text(stream, length, StandardCharsets.UTF_8);
    }

    static ParameterValue characters(@Nullable Reader reader, long length) throws SQLException {
        try {
            return new ParameterValue(
                    SqlTypes.VARCHAR, reader == null ? null : ParameterValues.text(reader, requireLength(length)));
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private static ParameterValue text(@Nullable InputStream stream, long length, Charset charset) throws SQLException {
        return new ParameterValue(SqlTypes.VARCHAR, stream == null ? null : new String(read(stream, length), charset));
    }

    private static byte[] read(InputStream stream, long length) throws SQLException {
        try {
            return stream.readNBytes((int) Math.min(Integer.MAX_VALUE, requireLength(length)));
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private static long requireLength(long length) throws SQLException {
        return AlgeonStatement.requireNotNegative(length, "Stream length");
    }

    private static SQLException unreadable(IOException cause) {
        return SqlExceptions.of(
                ErrorCode.ARGUMENT_INVALID,
                "The stream of a parameter could not be read: " + cause.getMessage() + ".",
                cause);
    }
}
