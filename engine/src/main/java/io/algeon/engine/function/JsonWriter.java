package io.algeon.engine.function;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of a type as JSON. Numbers keep their digits; NaN and infinities, dates, times and the like are strings, timestamps with
 * a T.
 */
final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final SqlType type;
    private final @Nullable VectorFunction toText;
    private final JsonWriter[] parts;
    private final String[] names;
    private final BytesView view = new BytesView();

    JsonWriter(SqlType type, ZoneId zone) {
        this.type = type;
        List<SqlType.Field> fields = type.kind().isNested() ? type.fields() : List.of();
        parts = fields.stream().map(field -> new JsonWriter(field.type(), zone)).toArray(JsonWriter[]::new);
        names = new String[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String name = fields.get(i).name();
            // fields of ROW(...) have no names of their own
            names[i] = name.startsWith("EXPR$") ? "f" + (i + 1) : name;
        }
        boolean own = type.kind().isNested()
                || type.kind().isCharacter()
                || type.kind() == io.algeon.metadata.type.TypeKind.BOOLEAN
                || type.kind() == io.algeon.metadata.type.TypeKind.NULL;
        toText = own ? null : Conversions.bind(type, SqlTypes.VARCHAR, false, zone);
    }

    void write(ColumnVector vector, int row, TextBuffer out) {
        if (vector.isNull(row)) {
            out.append("null");
        } else if (type.kind().isCharacter()) {
            string(view.of(vector).string(row), out);
        } else if (vector instanceof BooleanVector truth) {
            out.append(truth.get(row) ? "true" : "false");
        } else if (vector instanceof ListVector list) {
            out.append('[');
            for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                out.append(i == list.offsets()[row] ? "" : ",");
                parts[0].write(list.elements(), i, out);
            }
            out.append(']');
        } else if (vector instanceof MapVector map) {
            out.append('{');
            for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
                out.append(i == map.offsets()[row] ? "" : ",");
                string(parts[0].text(map.keys(), i), out);
                out.append(':');
                parts[1].write(map.values(), i, out);
            }
            out.append('}');
        } else if (vector instanceof RowVector fields) {
            out.append('{');
            for (int i = 0; i < parts.length; i++) {
                out.append(i == 0 ? "" : ",");
                string(names[i], out);
                out.append(':');
                parts[i].write(fields.field(i), row, out);
            }
            out.append('}');
        } else {
            String text = text(vector, row);
            if (type.kind().isNumeric() && !text.endsWith("NaN") && !text.endsWith("Infinity")) {
                out.append(text);
            } else {
                string(type.kind().name().startsWith("TIMESTAMP") ? text.replaceFirst(" ", "T") : text, out);
            }
        }
    }

    /** A value as plain text. */
    private String text(ColumnVector vector, int row) {
        VectorFunction conversion = toText;
        if (conversion == null) {
            TextBuffer out = new TextBuffer();
            if (type.kind().isCharacter()) {
                return view.of(vector).string(row);
            }
            write(vector, row, out);
            return out.toString();
        }
        int[] one = {row};
        ColumnVector single = vector.gather(one, 1, vector);
        return view.of(conversion.apply(new ColumnVector[] {single}, 1)).string(0);
    }

    /** A text as a JSON string. */
    static void string(String text, TextBuffer out) {
        out.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\' || c < ' ') {
                out.append(text.substring(plain, i));
                escape(c, out);
                plain = i + 1;
            }
        }
        out.append(text.substring(plain)).append('"');
    }

    private static void escape(char c, TextBuffer out) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '"', '\\' -> out.append('\\').append(c);
            default -> out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }
}
