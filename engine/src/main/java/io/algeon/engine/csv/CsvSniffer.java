package io.algeon.engine.csv;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.file.FileBytes;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.engine.file.TextInput;
import io.algeon.engine.file.Utf8;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how a CSV file is written, as far as the query does not say.
 *
 * <p>The start of the file and some places further on are looked at: encoding by its mark or by what is valid, delimiter and
 * quote by which of them gives rows of equally many fields, the header by a first row that does not have the types of the
 * others, types by {@link TypeGuess}.
 */
final class CsvSniffer {
    private static final int SAMPLE_BYTES = 256 << 10;
    private static final int MAX_SAMPLE_BYTES = 256 << 20;
    private static final int SAMPLED_ROW_BYTES = 256;
    /** Looked at if there are too few lines in less. */
    private static final int LONG_SAMPLE_BYTES = 2 << 20;

    private static final int MOST_COLUMNS = 100_000;
    /** Rows that tell the dialect. */
    private static final int DIALECT_ROWS = 200;

    private static final int FEWEST_LINES = 4;

    private static final int MAX_PREAMBLE = 30;
    private static final int PLACES = 8;
    private static final int PLACE_BYTES = 16 << 10;
    private static final List<String> DELIMITERS = List.of(",", "\t", ";", "|", "^", "~");

    private final FileIdentity identity;
    private final CsvFormat format;

    private final boolean gzip;
    private byte[] bytes = {};
    private int length;
    private boolean whole;
    private Charset charset = StandardCharsets.UTF_8;
    private int mark;
    private String text = "";

    private CsvSniffer(FileIdentity identity, CsvFormat format) {
        this.identity = identity;
        this.format = format;
        String name = identity.path().getFileName().toString().toLowerCase(Locale.ROOT);
        this.gzip = format.compressed == null ? name.endsWith(".gz") : format.compressed;
    }

    static CsvFile sniff(FileIdentity identity, CsvFormat format) {
        return new CsvSniffer(identity, format).sniff();
    }

    private CsvFile sniff() {
        readSample();
        decode();
        boolean carriageReturn = text.indexOf('\n') < 0 && text.indexOf('\r') >= 0;
        if (!whole) {
            int last = text.lastIndexOf(carriageReturn ? '\r' : '\n');
            text = last < 0 ? text : text.substring(0, last + 1);
        }
        Reading reading = dialect(carriageReturn);
        List<TextRows.Row> rows = rows(reading);
        return describe(reading, rows, carriageReturn);
    }

    private void readSample() {
        long wanted = format.sampleRows == CsvFormat.ALL_ROWS
                ? MAX_SAMPLE_BYTES
                : format.sampleRows == 0
                        ? SAMPLE_BYTES
                        : Math.min(
                                MAX_SAMPLE_BYTES, Math.max(SAMPLE_BYTES, (long) format.sampleRows * SAMPLED_ROW_BYTES));
        long most = LONG_SAMPLE_BYTES;
        if (!gzip) {
            wanted = Math.min(wanted, identity.size());
            most = Math.min(most, identity.size());
        }
        try (TextInput input = TextInput.raw(identity, gzip)) {
            bytes = new byte[(int) Math.min(wanted, SAMPLE_BYTES)];
            while (true) {
                int read = input.read(bytes, length, bytes.length - length);
                length += read;
                if (length >= wanted && wanted < most && !hasLines()) {
                    // a header of very many names
                    wanted = Math.min(most, 4 * wanted);
                }
                if (read == 0 || length >= wanted) {
                    break;
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, bytes.length * 2L));
            }
            whole = gzip ? input.read(new byte[1], 0, 1) == 0 : length == identity.size();
        }
    }

    /** Whether the sample holds lines enough to tell a header from rows. */
    private boolean hasLines() {
        int lines = 0;
        for (int i = 0; i < length && lines < FEWEST_LINES; i++) {
            lines += bytes[i] == '\n' || bytes[i] == '\r' ? 1 : 0;
        }
        return lines == FEWEST_LINES;
    }

    private void decode() {
        Charset marked = charsetOfMark();
        Charset given = format.charset;
        if (given != null
                && marked != null
                && !given.equals(marked)
                && !given.name().startsWith("UTF-16")) {
            mark = 0;
            marked = null;
        }
        if (marked != null) {
            charset = marked;
        } else if (given != null) {
            charset = given;
        } else if (isUtf8()) {
            charset = StandardCharsets.UTF_8;
        } else {
            charset = StandardCharsets.ISO_8859_1;
        }
        try {
            CharBuffer chars = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(ByteBuffer.wrap(bytes, mark, length - mark));
            text = chars.toString();
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new IllegalStateException("malformed input is replaced", e);
        }
    }

    private @Nullable Charset charsetOfMark() {
        if (length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            mark = 3;
            return StandardCharsets.UTF_8;
        }
        if (length >= 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe) {
            mark = 2;
            return StandardCharsets.UTF_16LE;
        }
        if (length >= 2 && bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff) {
            mark = 2;
            return StandardCharsets.UTF_16BE;
        }
        return null;
    }

    /** Whether the sample is UTF-8, a character cut off at its end aside. */
    private boolean isUtf8() {
        int end = length;
        for (int back = 0; back < 4 && !whole && end > 0 && bytes[end - 1] < 0; back++) {
            end--;
        }
        return !Utf8.isInvalid(bytes, 0, end);
    }

    /** A way to read the file, and how well it fits. */
    private record Reading(
            String delimiter,
            int quote,
            int escape,
            int fields,
            double score,
            boolean comments,
            int skipped,
            boolean ragged,
            int mostFields) {}

    private Reading dialect(boolean carriageReturn) {
        List<String> delimiters = format.delimiter == null ? DELIMITERS : List.of(format.delimiter);
        int[] quotes = format.quote >= 0 ? new int[] {format.quote} : new int[] {'"', '\''};
        Reading best = null;
        for (int quote : quotes) {
            for (String delimiter : delimiters) {
                int[] escapes = format.escape >= 0
                        ? new int[] {format.escape}
                        : quote != 0 && text.indexOf("\\" + (char) quote) >= 0
                                ? new int[] {quote, '\\'}
                                : new int[] {quote};
                for (int escape : escapes) {
                    Reading reading = reading(delimiter, quote, escape, carriageReturn);
                    if (reading != null && (best == null || reading.score > best.score + 1e-9)) {
                        best = reading;
                    }
                }
            }
        }
        return best == null
                ? new Reading(
                        delimiters.get(0),
                        quotes[0],
                        format.escape >= 0 ? format.escape : quotes[0],
                        1,
                        0,
                        false,
                        Math.max(0, format.skip),
                        false,
                        1)
                : best;
    }

    private @Nullable Reading reading(String delimiter, int quote, int escape, boolean carriageReturn) {
        TextRows splitter = new TextRows(text, delimiter, quote, escape, carriageReturn);
        List<TextRows.Row> all = splitter.read(0, DIALECT_ROWS);
        if (!whole && all.size() > 1 && all.get(all.size() - 1).end() == text.length()) {
            // a quote that is never closed swallows the rest
            all = all.subList(0, all.size() - 1);
        }
        int given = Math.max(0, format.skip);
        if (all.size() <= given) {
            return null;
        }
        List<TextRows.Row> rows = all.subList(given, all.size());
        Map<Integer, Integer> counts = new HashMap<>();
        int total = 0;
        for (TextRows.Row row : rows) {
            if (!row.isBlank() && !isComment(row, format.comment)) {
                counts.merge(row.cells().size(), 1, Integer::sum);
                total++;
            }
        }
        if (total == 0) {
            return null;
        }
        int mode = counts.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(1);
        boolean comments = format.comment == -1
                && mode > 1
                && rows.stream()
                        .anyMatch(row -> isComment(row, '#') && row.cells().size() != mode);
        int comment = comments ? '#' : format.comment;
        int skipped = given;
        if (format.skip < 0 && mode > 1) {
            // lines before the table have fewer fields
            while (skipped - given < MAX_PREAMBLE
                    && skipped < all.size() - 1
                    && (isComment(all.get(skipped), comment)
                            || all.get(skipped).isBlank()
                            || all.get(skipped).cells().size() == 1
                                    && !all.get(skipped).isBlank())) {
                skipped++;
            }
        }
        int matching = 0;
        int foreign = 0;
        int most = mode;
        boolean ragged = false;
        int counted = 0;
        for (TextRows.Row row : all.subList(skipped, all.size())) {
            if (row.isBlank() || isComment(row, comment)) {
                continue;
            }
            counted++;
            int size = row.cells().size();
            matching += size == mode ? 1 : 0;
            ragged |= size < mode;
            boolean trailing = size == mode + 1 && row.cells().get(mode).text().isEmpty();
            most = trailing ? most : Math.max(most, size);
            for (TextRows.Cell cell : row.cells()) {
                foreign += holdsAnother(cell, delimiter) ? 1 : 0;
            }
        }
        if (counted == 0) {
            return null;
        }
        double consistency = (double) matching / counted;
        double score = (mode == 1 ? 0.2 : 1 + 0.01 * Math.min(mode, 50)) * consistency;
        score -= 0.3 * foreign / ((double) counted * Math.max(1, mode));
        score -= (double) splitter.faults() / counted;
        score -= quote == '\'' ? 0.005 : 0;
        score += quote == '\'' && quotedShare(rows) > 0.05 ? 0.5 : 0;
        score -= 0.001 * DELIMITERS.indexOf(delimiter);
        return new Reading(delimiter, quote, escape, mode, score, comments, skipped, ragged || most > mode, most);
    }

    private static double quotedShare(List<TextRows.Row> rows) {
        int quoted = 0;
        int all = 0;
        for (TextRows.Row row : rows) {
            for (TextRows.Cell cell : row.cells()) {
                quoted += cell.quoted() ? 1 : 0;
                all++;
            }
        }
        return all == 0 ? 0 : (double) quoted / all;
    }

    private static boolean isComment(TextRows.Row row, int comment) {
        TextRows.Cell first = row.cells().get(0);
        return comment > 0
                && !first.quoted()
                && !first.text().isEmpty()
                && first.text().charAt(0) == comment;
    }

    /** Whether an unquoted field holds what may separate fields: it is probably more than one. */
    private static boolean holdsAnother(TextRows.Cell cell, String delimiter) {
        if (cell.quoted()) {
            return false;
        }
        for (String other : DELIMITERS) {
            if (!other.equals(delimiter) && cell.text().contains(other) && !isCommaNumber(cell.text(), other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCommaNumber(String text, String other) {
        if (!other.equals(",")) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && c != ',' && c != '-' && c != '+' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private int comment(Reading reading) {
        return reading.comments ? '#' : Math.max(0, format.comment);
    }

    private List<TextRows.Row> rows(Reading reading) {
        boolean carriageReturn = text.indexOf('\n') < 0 && text.indexOf('\r') >= 0;
        TextRows splitter = new TextRows(text, reading.delimiter, reading.quote, reading.escape, carriageReturn);
        int most = format.sampleRows > 0 ? format.sampleRows + reading.skipped + 1 : Integer.MAX_VALUE;
        List<TextRows.Row> all = splitter.read(0, most);
        int comment = comment(reading);
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = reading.skipped; i < all.size(); i++) {
            TextRows.Row row = all.get(i);
            if (!isComment(row, comment) && !(row.isBlank() && reading.fields > 1)) {
                rows.add(row);
            }
        }
        return rows;
    }

    private CsvFile describe(Reading reading, List<TextRows.Row> rows, boolean carriageReturn) {
        List<String> nullTexts = format.nullTexts == null ? List.of("") : format.nullTexts;
        List<ColumnDef> given = format.givenColumns();
        boolean ragged = reading.ragged && format.padding == null;
        int width = given != null
                ? given.size()
                : rows.isEmpty()
                        ? 0
                        : ragged && reading.mostFields > reading.fields && !isTyped(rows, reading)
                                ? reading.mostFields
                                : reading.fields;
        if (width == 0) {
            if (rows.isEmpty() && given == null && format.names == null) {
                throw new EngineException(
                        ErrorCode.SOURCE_CORRUPT,
                        "'" + identity.path()
                                + "' holds no rows, not even a header. Give its columns, as in columns => 'id INTEGER, name"
                                + " VARCHAR', or leave the file out.");
            }
            width = format.names == null ? 1 : format.names.size();
        }
        if (width > MOST_COLUMNS) {
            throw new EngineException(
                    ErrorCode.CSV_INVALID,
                    "Line 1 of '" + identity.path() + "' has " + width + " fields, more than the " + MOST_COLUMNS
                            + " columns that a table may have. Give the right delimiter, as in delim => ';'.");
        }
        List<TypeGuess> guesses = guesses(rows, 1, width, nullTexts);
        boolean comma = format.decimalSeparator >= 0
                ? format.decimalSeparator == ','
                : guesses.stream().anyMatch(TypeGuess::needsComma)
                        && guesses.stream().noneMatch(TypeGuess::needsPoint);
        boolean header = format.header != null
                ? format.header
                : given != null && format.header == null
                        ? isNames(rows, given) || isHeader(rows, guesses, comma, width, nullTexts, true)
                        : !rows.isEmpty() && isHeader(rows, guesses, comma, width, nullTexts, false);
        if (!header && !rows.isEmpty()) {
            add(rows.get(0), guesses, nullTexts);
        }
        double rowBytes = rows.isEmpty() ? 1 : Math.max(1.0, (double) text.length() / rows.size());
        long dataStart = dataStart(rows, header);
        CsvDialect dialect = new CsvDialect(
                reading.delimiter,
                reading.quote,
                reading.escape == 0 && format.escape != 0 ? reading.quote : reading.escape,
                comment(reading),
                carriageReturn,
                reading.skipped,
                header,
                charset,
                mark,
                gzip,
                nullTexts,
                comma,
                format.padding == null ? reading.ragged : format.padding);
        List<String> names = names(rows, header, width);
        List<ColumnDef> columns = given == null ? columns(names, guesses, comma) : given;
        CsvFile first = file(dialect, columns, guesses, dataStart, rowBytes);
        if (given != null || format.allText || whole || first.isStream() || !format.autoDetect) {
            return first;
        }
        // values further on may need wider types
        lookFurther(first, guesses, nullTexts);
        return file(dialect, columns(names, guesses, comma), guesses, dataStart, rowBytes);
    }

    private CsvFile file(
            CsvDialect dialect, List<ColumnDef> columns, List<TypeGuess> guesses, long dataStart, double rowBytes) {
        List<ColumnFormat> formats = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            SqlType type = columns.get(i).type();
            TemporalFormat asked = type.kind() == TypeKind.DATE ? format.dateFormat : format.timestampFormat;
            boolean guessed = isGuessed(columns.get(i).name(), i);
            TemporalFormat temporal = i < guesses.size() ? guesses.get(i).format(type) : null;
            formats.add(new ColumnFormat(
                    asked != null ? asked : temporal, (byte) (dialect.decimalComma() ? ',' : '.'), guessed));
        }
        return new CsvFile(identity, format, dialect, columns, formats, dataStart, rowBytes);
    }

    private boolean isGuessed(String name, int position) {
        return format.columns == null && format.givenType(name, position) == null;
    }

    /** Whether the first rows have values that are no texts, so that the number of fields is that of most rows. */
    private boolean isTyped(List<TextRows.Row> rows, Reading reading) {
        return rows.get(0).cells().size() == reading.fields
                && !Boolean.TRUE.equals(format.padding)
                && rows.stream()
                                        .filter(row -> row.cells().size() > reading.fields)
                                        .count()
                                * 10
                        < rows.size();
    }

    private List<TypeGuess> guesses(List<TextRows.Row> rows, int from, int width, List<String> nullTexts) {
        List<TypeGuess> guesses = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            guesses.add(new TypeGuess(format.dateFormat, format.timestampFormat));
        }
        for (int i = from; i < rows.size(); i++) {
            add(rows.get(i), guesses, nullTexts);
        }
        return guesses;
    }

    private static void add(TextRows.Row row, List<TypeGuess> guesses, List<String> nullTexts) {
        for (int i = 0; i < Math.min(guesses.size(), row.cells().size()); i++) {
            TextRows.Cell cell = row.cells().get(i);
            if (!cell.text().isEmpty() && (cell.quoted() || !nullTexts.contains(cell.text()))) {
                guesses.get(i).add(cell.text());
            }
        }
    }

    private static boolean isNames(List<TextRows.Row> rows, List<ColumnDef> given) {
        if (rows.isEmpty()) {
            return false;
        }
        List<TextRows.Cell> cells = rows.get(0).cells();
        boolean same = cells.size() == given.size();
        for (int i = 0; same && i < cells.size(); i++) {
            same = cells.get(i).text().strip().equalsIgnoreCase(given.get(i).name());
        }
        return same;
    }

    /** Whether the first row is one of names: it has not the types of the others, or looks unlike them. */
    private boolean isHeader(
            List<TextRows.Row> rows,
            List<TypeGuess> guesses,
            boolean comma,
            int width,
            List<String> nullTexts,
            boolean onlyByTypes) {
        if (rows.isEmpty()) {
            return false;
        }
        List<TextRows.Cell> first = rows.get(0).cells();
        Set<String> distinct = new HashSet<>();
        boolean names = true;
        boolean typed = false;
        for (int i = 0; i < first.size(); i++) {
            String name = first.get(i).text().strip();
            TypeGuess own = new TypeGuess(format.dateFormat, format.timestampFormat);
            if (!name.isEmpty() && !nullTexts.contains(name)) {
                own.add(name);
            }
            SqlType ownType = own.type(comma);
            names &= !name.isEmpty()
                    && ownType.kind() == TypeKind.VARCHAR
                    && distinct.add(name.toLowerCase(Locale.ROOT));
            if (i < width && ownType.kind() == TypeKind.VARCHAR) {
                TypeKind others = guesses.get(i).type(comma).kind();
                typed |= others != TypeKind.VARCHAR && others != TypeKind.NULL;
            }
        }
        if (onlyByTypes) {
            return typed;
        }
        if (typed || rows.size() == 1) {
            return typed || names;
        }
        if (!names) {
            return false;
        }
        // All texts: names are rarely values of their own column, and words, not sentences.
        for (int i = 0; i < first.size(); i++) {
            String name = first.get(i).text().strip();
            if (name.length() > 64) {
                return false;
            }
            for (int r = 1; r < Math.min(rows.size(), 1000); r++) {
                List<TextRows.Cell> cells = rows.get(r).cells();
                if (i < cells.size() && cells.get(i).text().strip().equalsIgnoreCase(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    private List<String> names(List<TextRows.Row> rows, boolean header, int width) {
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        List<String> given = format.names;
        int digits = String.valueOf(Math.max(0, width - 1)).length();
        for (int i = 0; i < width; i++) {
            String name = given != null && i < given.size()
                    ? given.get(i)
                    : header && i < rows.get(0).cells().size()
                            ? rows.get(0).cells().get(i).text().strip()
                            : "";
            if (name.isEmpty()) {
                name = "column" + String.format(Locale.ROOT, "%0" + digits + "d", i);
            }
            String unique = name;
            for (int n = 1; !taken.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = name + "_" + n;
            }
            names.add(unique);
        }
        return names;
    }

    private List<ColumnDef> columns(List<String> names, List<TypeGuess> guesses, boolean comma) {
        format.checkTypes(identity, names);
        List<ColumnDef> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            SqlType given = format.givenType(names.get(i), i);
            SqlType type = given != null
                    ? given
                    : format.allText || !format.autoDetect
                            ? SqlTypes.VARCHAR
                            : guesses.get(i).type(comma);
            columns.add(new ColumnDef(names.get(i), type));
        }
        return columns;
    }

    private long dataStart(List<TextRows.Row> rows, boolean header) {
        int start = rows.isEmpty()
                ? text.length()
                : header ? rows.get(0).end() : rows.get(0).start();
        String before = text.substring(0, start);
        boolean utf8 = charset.equals(StandardCharsets.UTF_8);
        if (utf8) {
            return mark + before.getBytes(StandardCharsets.UTF_8).length;
        }
        boolean single = !gzip && charset.newEncoder().maxBytesPerChar() <= 1;
        // of a stream that is decoded on the way, its text counts
        return single ? start : before.getBytes(StandardCharsets.UTF_8).length + markText();
    }

    /** Bytes that the mark has in the decoded text. */
    private int markText() {
        return mark > 0 && !charset.equals(StandardCharsets.UTF_8) ? 3 : 0;
    }

    /** Looks at rows in some places behind the sample. */
    private void lookFurther(CsvFile file, List<TypeGuess> guesses, List<String> nullTexts) {
        try (FileBytes access = new FileBytes(identity, new OperatorStatistics())) {
            PartBoundaries boundaries = new PartBoundaries(file, access);
            byte[] place = new byte[PLACE_BYTES];
            for (int i = 1; i <= PLACES; i++) {
                long nominal = (long) ((identity.size() - PLACE_BYTES) * ((double) i / PLACES));
                long start = nominal <= length ? 0 : boundaries.after(nominal);
                if (start <= 0) {
                    continue;
                }
                int read = access.read(start, place, 0, PLACE_BYTES);
                String found = new String(place, 0, read, charset);
                CsvDialect dialect = file.dialect();
                TextRows splitter = new TextRows(
                        found, dialect.delimiter(), dialect.quote(), dialect.escape(), dialect.carriageReturn());
                List<TextRows.Row> rows = splitter.read(0, Integer.MAX_VALUE);
                boolean last = start + read >= identity.size();
                int complete = last ? rows.size() : rows.size() - 1;
                for (int r = 0; r < complete; r++) {
                    if (rows.get(r).cells().size() == guesses.size()) {
                        add(rows.get(r), guesses, nullTexts);
                    }
                }
            }
        }
    }
}
