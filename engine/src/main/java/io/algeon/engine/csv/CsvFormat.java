package io.algeon.engine.csv;

import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.DataFormat;
import io.algeon.engine.file.FileOptions;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.engine.file.TypeNames;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a query says about CSV files; what it does not say is found out for each file.
 *
 * <p>Characters are -1 where nothing is said, and 0 for none.
 */
public final class CsvFormat implements DataFormat {
    private static final long DEFAULT_LINE_BYTES = 16L << 20;
    static final int ALL_ROWS = -1;

    final @Nullable String delimiter;
    final int quote;
    final int escape;
    final int comment;
    final @Nullable Boolean header;
    final @Nullable Map<String, SqlType> columns;
    final @Nullable Map<String, SqlType> types;
    final @Nullable List<String> names;
    final @Nullable List<String> nullTexts;
    final @Nullable Charset charset;
    final @Nullable Boolean compressed;
    final int skip;
    final @Nullable TemporalFormat dateFormat;
    final @Nullable TemporalFormat timestampFormat;
    final int decimalSeparator;
    final @Nullable Boolean padding;
    final boolean ignoreErrors;
    final boolean allText;
    final boolean quotedNulls;
    final boolean parallel;
    final boolean autoDetect;
    final int sampleRows;
    final int maxLineBytes;
    final @Nullable RejectLog rejects;

    private CsvFormat(FileOptions options, @Nullable RejectLog rejects) {
        String separator = options.text("delim", "sep", "delimiter");
        this.delimiter = separator == null ? null : separator.replace("\\t", "\t");
        if (delimiter != null
                && (delimiter.isEmpty()
                        || delimiter.length() > 4
                        || delimiter.chars().anyMatch(c -> c > 127 || c == '\n' || c == '\r'))) {
            throw options.wrong("delim", delimiter, "one to four ASCII characters, and no line end");
        }
        this.quote = options.character("quote");
        this.escape = options.character("escape");
        this.comment = options.character("comment");
        this.header = options.flag("header");
        this.columns = TypeNames.columns(options, "columns");
        this.types = TypeNames.columns(options, "types", "dtypes", "column_types");
        this.names = options.texts("names", "column_names");
        this.nullTexts = options.texts("nullstr", "null", "null_string");
        this.charset = charset(options);
        String compression = options.text("compression");
        this.compressed = compression == null || compression.equalsIgnoreCase("auto")
                ? null
                : compression.equalsIgnoreCase("gzip");
        if (compression != null && !List.of("auto", "gzip", "none").contains(compression.toLowerCase(Locale.ROOT))) {
            throw options.wrong("compression", compression, "auto, none or gzip");
        }
        this.skip = (int) options.number(-1, 0, 1_000_000, "skip");
        this.dateFormat = temporal(options.text("dateformat", "date_format"));
        this.timestampFormat = temporal(options.text("timestampformat", "timestamp_format"));
        this.decimalSeparator = options.character("decimal_separator", "decimal");
        if (decimalSeparator >= 0 && decimalSeparator != ',' && decimalSeparator != '.') {
            throw options.wrong("decimal_separator", (char) decimalSeparator, "',' or '.'");
        }
        this.padding = options.flag("null_padding");
        this.allText = options.flagOr(false, "all_varchar");
        this.quotedNulls = options.flagOr(false, "allow_quoted_nulls");
        this.parallel = options.flagOr(true, "parallel");
        this.autoDetect = options.flagOr(true, "auto_detect");
        this.sampleRows = (int) options.number(0, ALL_ROWS, Integer.MAX_VALUE, "sample_size");
        this.maxLineBytes = (int) options.number(DEFAULT_LINE_BYTES, 1, 1L << 30, "max_line_size", "maximum_line_size");
        this.rejects = rejects;
        this.ignoreErrors = options.flagOr(false, "ignore_errors") || rejects != null;
        if (quote > 0 && delimiter != null && delimiter.charAt(0) == quote) {
            throw options.wrong("quote", (char) quote, "another character than the delimiter");
        }
    }

    /**
     * @param options those of the call; what is CSV's is taken
     * @param rejects where rows that cannot be read are told of; null: they are errors, or forgotten if the options say so
     */
    public static CsvFormat of(FileOptions options, @Nullable RejectLog rejects) {
        return new CsvFormat(options, rejects);
    }

    private static @Nullable TemporalFormat temporal(@Nullable String format) {
        return format == null || format.equalsIgnoreCase("auto")
                ? null
                : format.equalsIgnoreCase("iso") ? TemporalFormat.ISO_TIMESTAMP : TemporalFormat.of(format);
    }

    private static @Nullable Charset charset(FileOptions options) {
        String name = options.text("encoding", "charset");
        if (name == null || name.equalsIgnoreCase("auto")) {
            return null;
        }
        try {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "latin1", "latin-1" -> StandardCharsets.ISO_8859_1;
                case "utf8" -> StandardCharsets.UTF_8;
                case "utf16" -> StandardCharsets.UTF_16;
                default -> Charset.forName(name);
            };
        } catch (IllegalArgumentException e) {
            throw options.wrong("encoding", name, "the name of an encoding, such as utf-8, utf-16 or latin-1");
        }
    }

    /** What is told of rows is about the last read. */
    @Override
    public void begin() {
        if (rejects != null) {
            rejects.clear();
        }
    }

    @Override
    public DataFile open(FileIdentity identity) {
        return CsvSniffer.sniff(identity, this);
    }

    /** Types of sniffed columns widen until they hold the values of both files. */
    @Override
    public @Nullable SqlType unified(SqlType left, SqlType right, boolean byName) {
        if (left.equals(right) || right.kind() == TypeKind.NULL) {
            return left;
        }
        if (left.kind() == TypeKind.NULL) {
            return right;
        }
        SqlType wider = wider(left, right);
        return wider == null && byName ? SqlTypes.VARCHAR : wider;
    }

    private static @Nullable SqlType wider(SqlType left, SqlType right) {
        if (left.kind().isNumeric() && right.kind().isNumeric()) {
            if (left.kind().isFloating() || right.kind().isFloating()) {
                return SqlTypes.DOUBLE;
            }
            if (left.kind().isInteger() && right.kind().isInteger()) {
                return left.kind().compareTo(right.kind()) > 0 ? left : right;
            }
            int scale = Math.max(left.scale(), right.scale());
            int whole = Math.max(left.wholeDigits(), right.wholeDigits());
            return whole + scale <= SqlType.MAX_DECIMAL_PRECISION
                    ? SqlTypes.decimal(Math.max(whole + scale, 18), scale)
                    : SqlTypes.DOUBLE;
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

    /** The columns that the query names, in order; null if it names none. */
    @Nullable
    List<ColumnDef> givenColumns() {
        if (columns == null) {
            return null;
        }
        List<ColumnDef> given = new ArrayList<>();
        columns.forEach((name, type) -> given.add(new ColumnDef(
                name.startsWith(TypeNames.POSITION) ? "column" + name.substring(1) : name, checked(type))));
        return given;
    }

    private static SqlType checked(SqlType type) {
        if (type.kind().isNested()) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_TYPE,
                    "A CSV field cannot be read as " + type + ". Read it as VARCHAR, and take it apart in the query.");
        }
        return type;
    }

    /** The type that the query gives a column; null if it gives none. */
    @Nullable
    SqlType givenType(String name, int position) {
        Map<String, SqlType> given = types;
        if (given == null) {
            return null;
        }
        SqlType byPosition = given.get(TypeNames.POSITION + position);
        if (byPosition != null) {
            return checked(byPosition);
        }
        for (Map.Entry<String, SqlType> entry : given.entrySet()) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                return checked(entry.getValue());
            }
        }
        return null;
    }

    /** Refuses types for columns that are not there. */
    void checkTypes(FileIdentity file, List<String> found) {
        if (types == null) {
            return;
        }
        for (String name : types.keySet()) {
            boolean known = name.startsWith(TypeNames.POSITION)
                    ? Integer.parseInt(name.substring(1)) < found.size()
                    : found.stream().anyMatch(name::equalsIgnoreCase);
            if (!known) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "Option 'types' gives column '" + name.replace(TypeNames.POSITION, "number ")
                                + "' a type, and '"
                                + file.path() + "' has no such column. Its columns are: " + String.join(", ", found)
                                + ".");
            }
        }
    }
}
