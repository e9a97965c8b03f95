package io.algeon.engine.json;

import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.DataFormat;
import io.algeon.engine.file.FileOptions;
import io.algeon.engine.file.TypeNames;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a query says about JSON files; what it does not say is found out for each file. */
public final class JsonFormat implements DataFormat {
    private static final long DEFAULT_VALUE_BYTES = 16L << 20;

    /** How values follow each other. */
    enum Layout {
        /** One a line. */
        LINES,
        /** One after the other, over several lines perhaps. */
        SEQUENCE,
        /** Elements of one array. */
        ARRAY
    }

    final @Nullable Layout layout;
    final @Nullable Map<String, SqlType> columns;
    final boolean ignoreErrors;
    final int sampleRows;
    final int maxValueBytes;
    final @Nullable Boolean compressed;

    private JsonFormat(FileOptions options, boolean lines) {
        String format = options.text("format");
        Layout asked = lines ? Layout.LINES : null;
        if (format != null) {
            asked = switch (format.toLowerCase(Locale.ROOT)) {
                case "auto" -> asked;
                case "newline_delimited", "nd", "ndjson", "lines" -> Layout.LINES;
                case "unstructured" -> Layout.SEQUENCE;
                case "array" -> Layout.ARRAY;
                default -> throw options.wrong("format", format, "auto, newline_delimited, unstructured or array");
            };
        }
        this.layout = asked;
        this.columns = TypeNames.columns(options, "columns", "types");
        this.ignoreErrors = options.flagOr(false, "ignore_errors");
        this.sampleRows = (int) options.number(0, -1, Integer.MAX_VALUE, "sample_size");
        this.maxValueBytes =
                (int) options.number(DEFAULT_VALUE_BYTES, 1, 1L << 30, "maximum_object_size", "max_object_size");
        String compression = options.text("compression");
        this.compressed = compression == null || compression.equalsIgnoreCase("auto")
                ? null
                : compression.equalsIgnoreCase("gzip");
    }

    /**
     * @param options those of the call; what is JSON's is taken
     * @param lines whether there is one value a line for sure
     */
    public static JsonFormat of(FileOptions options, boolean lines) {
        return new JsonFormat(options, lines);
    }

    @Override
    public DataFile open(FileIdentity identity) {
        return JsonFile.open(identity, this);
    }

    /** Keys of either, with types that hold the values of both. */
    @Override
    public @Nullable SqlType unified(SqlType left, SqlType right, boolean byName) {
        SqlType wider = wider(left, right);
        return wider == null && byName ? SqlTypes.VARCHAR : wider;
    }

    private static @Nullable SqlType wider(SqlType left, SqlType right) {
        if (left.equals(right) || right.kind() == TypeKind.NULL) {
            return left;
        }
        if (left.kind() == TypeKind.NULL) {
            return right;
        }
        if (left.kind().isNumeric() && right.kind().isNumeric()) {
            if (left.kind().isFloating() || right.kind().isFloating()) {
                return SqlTypes.DOUBLE;
            }
            return left.kind().compareTo(right.kind()) > 0 ? left : right;
        }
        if (left.kind() == TypeKind.ARRAY && right.kind() == TypeKind.ARRAY) {
            SqlType element =
                    wider(left.fields().get(0).type(), right.fields().get(0).type());
            return element == null ? null : SqlTypes.array(element);
        }
        if (left.kind() == TypeKind.ROW && right.kind() == TypeKind.ROW) {
            Map<String, SqlType> fields = new LinkedHashMap<>();
            left.fields().forEach(field -> fields.put(field.name(), field.type()));
            for (SqlType.Field field : right.fields()) {
                SqlType known = fields.get(field.name());
                SqlType merged = known == null ? field.type() : wider(known, field.type());
                if (merged == null) {
                    return null;
                }
                fields.put(field.name(), merged);
            }
            List<SqlType.Field> merged = new ArrayList<>();
            fields.forEach((name, type) -> merged.add(new SqlType.Field(name, type)));
            return SqlTypes.row(merged);
        }
        if (left.kind() == right.kind() && (left.kind() == TypeKind.TIME || left.kind() == TypeKind.TIMESTAMP)) {
            return left.precision() > right.precision() ? left : right;
        }
        boolean dates = left.kind() == TypeKind.DATE && right.kind() == TypeKind.TIMESTAMP
                || left.kind() == TypeKind.TIMESTAMP && right.kind() == TypeKind.DATE;
        return dates ? SqlTypes.TIMESTAMP : null;
    }

    @Override
    public ColumnDef settled(ColumnDef column) {
        return column.type().kind() == TypeKind.NULL ? new ColumnDef(column.name(), SqlTypes.VARCHAR) : column;
    }
}
