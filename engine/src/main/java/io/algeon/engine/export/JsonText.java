package io.algeon.engine.export;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.file.JsonStrings;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigInteger;

/** Writes values as text: plain for CSV, as JSON where they are nested or the file is. */
final class JsonText {
    private JsonText() {}

    /** A value as it stands in JSON. NaN and infinities, which JSON has not, are null. */
    static void json(TextSink out, ColumnVector vector, int row, SqlType type) {
        if (vector.isNull(row)) {
            out.put("null");
            return;
        }
        switch (type.kind()) {
            case NULL -> out.put("null");
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> plain(out, vector, row, type);
            case REAL, DOUBLE -> {
                double value = vector instanceof FloatVector floats
                        ? floats.values()[row]
                        : ((DoubleVector) vector).values()[row];
                if (Double.isNaN(value) || Double.isInfinite(value)) {
                    out.put("null");
                } else {
                    plain(out, vector, row, type);
                }
            }
            case CHAR, VARCHAR -> {
                BytesVector values = values(vector);
                int at = index(vector, row);
                string(out, values.data(), values.offsets()[at], values.offsets()[at + 1]);
            }
            case ARRAY -> {
                ListVector list = (ListVector) vector;
                out.put('[');
                for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                    if (i > list.offsets()[row]) {
                        out.put(',');
                    }
                    json(out, list.elements(), i, type.fields().get(0).type());
                }
                out.put(']');
            }
            case MAP -> {
                MapVector map = (MapVector) vector;
                out.put('{');
                for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
                    if (i > map.offsets()[row]) {
                        out.put(',');
                    }
                    key(out, map.keys(), i, type.fields().get(0).type());
                    out.put(':');
                    json(out, map.values(), i, type.fields().get(1).type());
                }
                out.put('}');
            }
            case ROW -> {
                RowVector fields = (RowVector) vector;
                out.put('{');
                for (int i = 0; i < type.fields().size(); i++) {
                    if (i > 0) {
                        out.put(',');
                    }
                    SqlType.Field field = type.fields().get(i);
                    string(out, field.name());
                    out.put(':');
                    json(out, fields.field(i), row, field.type());
                }
                out.put('}');
            }
            default -> quoted(out, vector, row, type);
        }
    }

    private static void quoted(TextSink out, ColumnVector vector, int row, SqlType type) {
        out.put('"');
        if (type.kind() == TypeKind.VARBINARY) {
            // before the backslash with which bytes begin, which is the only one of all plain texts
            out.put('\\');
        }
        plain(out, vector, row, type);
        out.put('"');
    }

    /** A key of an object, which JSON wants to be a string. */
    private static void key(TextSink out, ColumnVector keys, int row, SqlType type) {
        if (type.kind().isCharacter()) {
            json(out, keys, row, type);
        } else {
            quoted(out, keys, row, type);
        }
    }

    static void string(TextSink out, String text) {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        string(out, bytes, 0, bytes.length);
    }

    private static void string(TextSink out, byte[] data, int from, int to) {
        out.put('"');
        int start = from;
        for (int i = special(data, from, to); i < to; i = special(data, i + 1, to)) {
            int b = data[i];
            out.put(data, start, i - start);
            start = i + 1;
            switch (b) {
                case '"' -> out.put("\\\"");
                case '\\' -> out.put("\\\\");
                case '\n' -> out.put("\\n");
                case '\r' -> out.put("\\r");
                case '\t' -> out.put("\\t");
                default -> {
                    out.put("\\u00");
                    out.put(Character.forDigit(b >> 4, 16));
                    out.put(Character.forDigit(b & 15, 16));
                }
            }
        }
        out.put(data, start, to - start);
        out.put('"');
    }

    /** The first byte that cannot stand in a string as it is, or the end. */
    private static int special(byte[] data, int from, int to) {
        int at = JsonStrings.plain(data, from, to);
        while (at < to && (data[at] < 0 || data[at] >= ' ' && data[at] != '"' && data[at] != '\\')) {
            at++;
        }
        return at;
    }

    /** A value that is not NULL as bare text; nested ones as JSON. */
    static void plain(TextSink out, ColumnVector vector, int row, SqlType type) {
        switch (type.kind()) {
            case NULL -> {}
            case BOOLEAN -> out.put(((BooleanVector) vector).get(row) ? "true" : "false");
            case TINYINT, SMALLINT, INTEGER -> out.number(((IntVector) vector).values()[row]);
            case BIGINT -> out.number(((LongVector) vector).values()[row]);
            case DECIMAL -> {
                if (vector instanceof LongVector longs) {
                    out.decimal(longs.values()[row], type.scale());
                } else {
                    Int128Vector wide = (Int128Vector) vector;
                    long high = wide.high()[row];
                    long low = wide.low()[row];
                    if (high == low >> 63 && type.scale() <= 18 && low != Long.MIN_VALUE) {
                        out.decimal(low, type.scale());
                    } else {
                        BigInteger number =
                                BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
                        out.decimal(number, type.scale());
                    }
                }
            }
            case REAL -> out.floating(((FloatVector) vector).values()[row]);
            case DOUBLE -> out.floating(((DoubleVector) vector).values()[row]);
            case CHAR, VARCHAR -> {
                BytesVector values = values(vector);
                int at = index(vector, row);
                out.put(values.data(), values.offsets()[at], values.length(at));
            }
            case VARBINARY -> {
                BytesVector values = values(vector);
                int at = index(vector, row);
                out.put("\\x");
                out.hexadecimal(values.data(), values.offsets()[at], values.length(at));
            }
            case UUID -> {
                Int128Vector wide = (Int128Vector) vector;
                out.uuid(wide.high()[row], wide.low()[row]);
            }
            case DATE -> out.date(((IntVector) vector).values()[row]);
            case TIME -> out.time(((LongVector) vector).values()[row], type.unitsPerSecond());
            case TIMESTAMP -> out.timestamp(((LongVector) vector).values()[row], type.unitsPerSecond(), ' ');
            case TIMESTAMP_WITH_TIME_ZONE -> {
                out.timestamp(((LongVector) vector).values()[row], 1_000_000L, ' ');
                out.put("+00");
            }
            case INTERVAL_YEAR_MONTH -> out.months(((IntVector) vector).values()[row]);
            case INTERVAL_DAY_SECOND -> out.duration(((LongVector) vector).values()[row]);
            case ARRAY, ROW, MAP -> json(out, vector, row, type);
        }
    }

    static BytesVector values(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.dictionary().values() : (BytesVector) vector;
    }

    static int index(ColumnVector vector, int row) {
        return vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
    }
}
