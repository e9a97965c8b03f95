package io.algeon.engine.json;

import io.algeon.engine.file.TemporalFormat;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What values of one place have been seen: guesses the type that holds all of them. Objects are ROWs of all keys, arrays
 * ARRAYs of what holds all elements; values of different kinds are VARCHAR, which holds their JSON.
 */
final class JsonShape {
    /** Objects with more keys are no records but maps; they are kept as their JSON. */
    private static final int MOST_KEYS = 1000;

    private static final int INTEGER_DIGITS = 9;
    private static final int LONG_DIGITS = 18;
    private static final int MOST_DIGITS = 38;

    private boolean bool;
    private boolean number;
    private boolean string;
    private boolean fraction;
    private int digits;
    private boolean dates = true;
    private boolean timestamps = true;
    private boolean offsets;
    private boolean nanoseconds;
    private @Nullable Map<String, JsonShape> keys;
    private @Nullable JsonShape elements;

    /** Takes the value that the cursor reads next. */
    void add(JsonCursor cursor, int depth) {
        switch (cursor.kind()) {
            case OBJECT -> object(cursor, depth);
            case ARRAY -> array(cursor, depth);
            case STRING -> {
                cursor.string();
                text(cursor);
            }
            case NUMBER -> {
                cursor.number();
                number(cursor);
            }
            case TRUE -> {
                cursor.word("true");
                bool = true;
            }
            case FALSE -> {
                cursor.word("false");
                bool = true;
            }
            case NULL -> cursor.word("null");
        }
    }

    private void object(JsonCursor cursor, int depth) {
        cursor.deep(depth);
        Map<String, JsonShape> known = keys;
        if (known == null) {
            known = new LinkedHashMap<>();
            keys = known;
        }
        cursor.at++;
        if (cursor.accept('}')) {
            return;
        }
        do {
            if (cursor.next() != '"') {
                throw cursor.malformed("a key in quotes is expected");
            }
            cursor.string();
            String key = new String(cursor.source, cursor.from, cursor.to - cursor.from, StandardCharsets.UTF_8);
            cursor.expect(':');
            known.computeIfAbsent(key, any -> new JsonShape()).add(cursor, depth + 1);
        } while (cursor.more('}'));
    }

    private void array(JsonCursor cursor, int depth) {
        cursor.deep(depth);
        JsonShape known = elements;
        if (known == null) {
            known = new JsonShape();
            elements = known;
        }
        cursor.at++;
        if (cursor.accept(']')) {
            return;
        }
        do {
            known.add(cursor, depth + 1);
        } while (cursor.more(']'));
    }

    private void text(JsonCursor cursor) {
        string = true;
        byte[] data = cursor.source;
        int from = cursor.from;
        int to = cursor.to;
        dates &= TemporalFormat.ISO_DATE.parseDate(data, from, to) != TemporalFormat.NONE && to - from == 10;
        timestamps &= TemporalFormat.ISO_TIMESTAMP.parse(data, from, to, 1_000_000) != TemporalFormat.NONE;
        nanoseconds |= timestamps && TemporalFormat.hasNanoseconds(data, from, to);
        offsets |= timestamps && TemporalFormat.endsInOffset(data, from, to);
    }

    private void number(JsonCursor cursor) {
        number = true;
        int count = 0;
        for (int i = cursor.from; i < cursor.to; i++) {
            byte b = cursor.source[i];
            fraction |= b == '.' || (b | 32) == 'e';
            count += b >= '0' && b <= '9' ? 1 : 0;
        }
        digits = Math.max(digits, count);
    }

    /** The keys of the objects, with their types; null if values other than objects are among them. */
    @Nullable
    List<SqlType.Field> record() {
        Map<String, JsonShape> known = keys;
        if (known == null || bool || number || string || elements != null) {
            return null;
        }
        List<SqlType.Field> fields = new ArrayList<>();
        known.forEach((key, shape) -> fields.add(new SqlType.Field(key, shape.type())));
        return fields;
    }

    /** The type of all values; NULL if there was none but nulls. */
    SqlType type() {
        Map<String, JsonShape> known = keys;
        JsonShape element = elements;
        int kinds = (bool ? 1 : 0)
                + (number ? 1 : 0)
                + (string ? 1 : 0)
                + (known != null ? 1 : 0)
                + (element != null ? 1 : 0);
        if (kinds == 0) {
            return SqlTypes.NULL;
        }
        if (kinds > 1) {
            return SqlTypes.VARCHAR;
        }
        if (bool) {
            return SqlTypes.BOOLEAN;
        }
        if (number) {
            return fraction || digits > MOST_DIGITS
                    ? SqlTypes.DOUBLE
                    : digits <= INTEGER_DIGITS
                            ? SqlTypes.INTEGER
                            : digits <= LONG_DIGITS ? SqlTypes.BIGINT : SqlTypes.decimal(MOST_DIGITS, 0);
        }
        if (element != null) {
            return SqlTypes.array(settled(element.type()));
        }
        if (known != null) {
            if (known.isEmpty() || known.size() > MOST_KEYS || differOnlyInCase(known)) {
                return SqlTypes.VARCHAR;
            }
            List<SqlType.Field> fields = new ArrayList<>();
            known.forEach((key, shape) -> fields.add(new SqlType.Field(key, settled(shape.type()))));
            return SqlTypes.row(fields);
        }
        return dates
                ? SqlTypes.DATE
                : timestamps
                        ? (offsets
                                ? SqlTypes.TIMESTAMP_WITH_TIME_ZONE
                                : nanoseconds ? SqlTypes.timestamp(9) : SqlTypes.TIMESTAMP)
                        : SqlTypes.VARCHAR;
    }

    private static boolean differOnlyInCase(Map<String, JsonShape> known) {
        return known.keySet().stream()
                        .map(key -> key.toLowerCase(java.util.Locale.ROOT))
                        .distinct()
                        .count()
                < known.size();
    }

    /** What is used for a type that no value tells. */
    private static SqlType settled(SqlType type) {
        return type.kind() == io.algeon.metadata.type.TypeKind.NULL ? SqlTypes.VARCHAR : type;
    }
}
