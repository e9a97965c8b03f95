package io.algeon.engine.csv;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.metadata.type.SqlType;
import java.time.ZoneId;

/**
 * Turns the fields of one column into values, a batch at a time, straight from the bytes. One class a type family, each with
 * a loop of its own where it counts: a call for each field that the virtual machine cannot see through would cost as much as
 * the parsing. Start with {@link NumberParsers}.
 *
 * @param <V> vectors of the type
 */
abstract class FieldParser<V extends ColumnVector> {
    /** The values of the rows parsed last. */
    final V vector;

    private final NullTexts nulls;
    private final boolean emptyIsNull;
    private byte[] scratch = new byte[64];
    private int scratchLength;

    /**
     * @param emptyIsNull whether an empty field is NULL whatever the NULL texts are
     */
    FieldParser(V vector, NullTexts nulls, boolean emptyIsNull) {
        this.vector = vector;
        this.nulls = nulls;
        this.emptyIsNull = emptyIsNull;
    }

    /** The parser for values of a type. */
    static FieldParser<?> of(SqlType type, ColumnFormat format, NullTexts nulls, ZoneId zone) {
        return switch (type.kind()) {
            case BOOLEAN -> new TextParsers.Booleans(nulls);
            case TINYINT -> new NumberParsers.Ints(nulls, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> new NumberParsers.Ints(nulls, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> new NumberParsers.Ints(nulls, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> new NumberParsers.Longs(nulls);
            case DECIMAL ->
                type.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION
                        ? new NumberParsers.Decimals(nulls, type, format)
                        : new NumberParsers.WideDecimals(nulls, type, format);
            case REAL -> new NumberParsers.Floats(nulls, format.decimalPoint());
            case DOUBLE -> new NumberParsers.Doubles(nulls, format.decimalPoint());
            case DATE -> new TemporalParsers.Dates(nulls, format.temporal(TemporalFormat.ISO_DATE));
            case TIME -> new TemporalParsers.Times(nulls, type);
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE ->
                new TemporalParsers.Timestamps(nulls, type, format.temporal(TemporalFormat.ISO_TIMESTAMP), zone);
            case UUID -> new TextParsers.Uuids(nulls);
            case VARBINARY -> new TextParsers.Binaries(nulls);
            default -> new TextParsers.Texts(nulls, type.precision());
        };
    }

    /**
     * Parses the fields of a column from row {@code from} on.
     *
     * @return the first row whose field is no value of the type; {@code rows} if there is none. The caller goes on behind it
     */
    int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
        for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
            int start = starts[i];
            int end = ends[i];
            boolean good;
            if (start >= 0 && isNull(buffer, start, end)) {
                setNull(row, rows);
                continue;
            } else if (start >= 0) {
                good = value(buffer, start, end, row);
            } else {
                good = quoted(buffer, ~start, end, row, rows);
            }
            if (!good) {
                setNull(row, rows);
                return row;
            }
        }
        return rows;
    }

    /**
     * Parses what the loops of the classes have not taken for a value: an empty field is NULL, a quoted one may be a value.
     *
     * @return false if it is none; the row is NULL then
     */
    final boolean emptyOrQuoted(byte[] buffer, int start, int end, int row, int rows) {
        if (start == end) {
            setNull(row, rows);
            return true;
        }
        if (start < 0 && quoted(buffer, ~start, end, row, rows)) {
            return true;
        }
        setNull(row, rows);
        return false;
    }

    /** Parses a quoted field, whose escapes are removed first. */
    final boolean quoted(byte[] buffer, int start, int end, int row, int rows) {
        if (end < 0) {
            scratchLength = Unescaping.copy(buffer, start, ~end, nulls.escape(), nulls.quote(), fitting(~end - start));
            return value(scratch, 0, scratchLength, row);
        }
        if (start == end && emptyIsNull) {
            setNull(row, rows);
            return true;
        }
        if (nulls.alsoQuoted() && nulls.matches(buffer, start, end)) {
            setNull(row, rows);
            return true;
        }
        return value(buffer, start, end, row);
    }

    private byte[] fitting(int length) {
        if (scratch.length < length) {
            scratch = new byte[length + (length >> 1)];
        }
        return scratch;
    }

    /** Whether an unquoted field is NULL. */
    final boolean isNull(byte[] buffer, int start, int end) {
        return start == end && emptyIsNull || nulls.matches(buffer, start, end);
    }

    final boolean hasNullTexts() {
        return nulls.isSpecial();
    }

    void setNull(int row, int rows) {
        vector.setNull(row, rows);
    }

    /** Writes the value of a field; false if it is none. */
    abstract boolean value(byte[] data, int from, int to, int row);

    /** Starts a batch: no row is NULL yet. */
    void begin() {
        vector.setNoNulls();
    }
}
