package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.ANY;
import static io.algeon.engine.function.TypeFamily.BINARY;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.function.ScalarFunction.Category;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Registry entries and bodies of the string functions. Positions count characters (code points) from 1. */
final class StringFunctions {
    /** Longest text that one call makes, so that {@code repeat} and padding cannot exhaust the heap. */
    private static final int MAX_LENGTH = 1 << 28;

    private StringFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        parts(all);
        joins(all);
        measures(all);
        cases(all);
        trims(all);
        changes(all);
        codes(all);
        return all;
    }

    private static FunctionBuilder text(String name, TypeFamily... parameters) {
        return function(Category.STRING, name).takes(ResultTypes.VARCHAR, parameters);
    }

    private static void parts(List<ScalarFunction> all) {
        all.add(text("substring", CHARACTER, INTEGER)
                .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER, INTEGER)
                .takes(ResultTypes.VARBINARY, BINARY, INTEGER)
                .takes(ResultTypes.VARBINARY, BINARY, INTEGER, INTEGER)
                .says(
                        "The characters from a position, as many as given. A negative length is an error.",
                        "substring('algeon', 2, 3) = 'lge'")
                .fallible()
                .by(StringFunctions::substring));
        all.add(text("left", CHARACTER, INTEGER)
                .says("The first characters; all but the last ones if negative.", "left('algeon', 2) = 'al'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    int count = count(text, row, arguments.clamped(1, row));
                    int start = text.start(row);
                    out.append(text.data(), start, Utf8.offset(text.data(), start, text.end(row), count) - start);
                })));
        all.add(text("right", CHARACTER, INTEGER)
                .says("The last characters; all but the first ones if negative.", "right('algeon', 2) = 'on'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    int skipped = Utf8.length(text.data(), text.start(row), text.end(row))
                            - count(text, row, arguments.clamped(1, row));
                    int from = Utf8.offset(text.data(), text.start(row), text.end(row), Math.max(0, skipped));
                    out.append(text.data(), from, text.end(row) - from);
                })));
        all.add(text("split_part", CHARACTER, CHARACTER, INTEGER)
                .fallible()
                .says(
                        "The n-th part between delimiters, from the end if negative; empty if there is none.",
                        "split_part('a,b,c', ',', 2) = 'b'")
                .by(site -> RowFunctions.text(site, StringFunctions::splitPart)));
        all.add(text("overlay", CHARACTER, CHARACTER, INTEGER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER, INTEGER)
                .fallible()
                .says(
                        "The text with the characters from a position replaced.",
                        "overlay('abcdef' PLACING 'xy' FROM 3 FOR 2) = 'abxyef'")
                .by(site -> RowFunctions.text(site, StringFunctions::overlay)));
    }

    /** Characters that LEFT and RIGHT take. */
    private static int count(BytesView text, int row, int wanted) {
        if (wanted >= 0) {
            return wanted;
        }
        return Math.max(0, Utf8.length(text.data(), text.start(row), text.end(row)) + wanted);
    }

    private static VectorFunction substring(CallSite site) {
        boolean characters = site.argument(0).kind().isCharacter();
        boolean hasLength = site.argumentCount() == 3;
        return RowFunctions.text(site, (arguments, row, out) -> {
            BytesView text = arguments.text(0);
            byte[] data = text.data();
            int start = text.start(row);
            int end = text.end(row);
            long from = arguments.number(1, row);
            long to = Long.MAX_VALUE;
            if (hasLength) {
                long length = arguments.number(2, row);
                if (length < 0) {
                    throw Failures.invalidArgument("SUBSTRING cannot take a negative length, " + length + ".");
                }
                to = from + length;
                to = to < from ? Long.MAX_VALUE : to;
            }
            long first = Math.max(1, from);
            if (to <= first) {
                return;
            }
            int skipped = (int) Math.min(Integer.MAX_VALUE, first - 1);
            int taken = (int) Math.min(Integer.MAX_VALUE, to - first);
            int begin;
            int finish;
            if (characters) {
                begin = Utf8.offset(data, start, end, skipped);
                finish = Utf8.offset(data, begin, end, taken);
            } else {
                begin = (int) Math.min(end, (long) start + skipped);
                finish = (int) Math.min(end, (long) begin + taken);
            }
            out.append(data, begin, finish - begin);
        });
    }

    private static void splitPart(RowArguments arguments, int row, TextBuffer out) {
        BytesView text = arguments.text(0);
        ByteSearch delimiter = new ByteSearch(arguments.text(1).bytes(row));
        long wanted = arguments.number(2, row);
        if (wanted == 0) {
            throw Failures.invalidArgument("SPLIT_PART counts from 1, or from -1 at the end; 0 is no part.");
        }
        byte[] data = text.data();
        int end = text.end(row);
        if (delimiter.length() == 0) {
            if (Math.abs(wanted) == 1) {
                out.append(data, text.start(row), text.length(row));
            }
            return;
        }
        if (wanted < 0) {
            long parts = 1;
            for (int at = delimiter.find(data, text.start(row), end); at >= 0; ) {
                parts++;
                at = delimiter.find(data, at + delimiter.length(), end);
            }
            wanted += parts + 1;
        }
        int from = text.start(row);
        for (long left = wanted; left > 0; left--) {
            int at = delimiter.find(data, from, end);
            if (left == 1) {
                out.append(data, from, (at < 0 ? end : at) - from);
            }
            if (at < 0) {
                return;
            }
            from = at + delimiter.length();
        }
    }

    private static void overlay(RowArguments arguments, int row, TextBuffer out) {
        BytesView text = arguments.text(0);
        BytesView placed = arguments.text(1);
        byte[] data = text.data();
        long from = arguments.number(2, row);
        if (from < 1) {
            throw Failures.invalidArgument("OVERLAY starts at position 1 or after it, not at " + from + ".");
        }
        long length = arguments.count() == 4
                ? arguments.number(3, row)
                : Utf8.length(placed.data(), placed.start(row), placed.end(row));
        int end = text.end(row);
        int head = Utf8.offset(data, text.start(row), end, (int) Math.min(Integer.MAX_VALUE, from - 1));
        long after = Math.max(0, from - 1 + length);
        int tail = Utf8.offset(data, text.start(row), end, (int) Math.min(Integer.MAX_VALUE, after));
        out.append(data, text.start(row), head - text.start(row));
        out.append(placed.data(), placed.start(row), placed.length(row));
        out.append(data, tail, end - tail);
    }

    private static void joins(List<ScalarFunction> all) {
        all.add(function(Category.STRING, "concat")
                .takesMany(ResultTypes.VARCHAR, CHARACTER, TypeFamily.TEXT)
                .takesMany(ResultTypes.VARBINARY, BINARY, BINARY)
                .says(
                        "The texts one after the other; NULL if one is NULL (the || operator).",
                        "'al' || 'geon' = 'algeon'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    for (int i = 0; i < arguments.count(); i++) {
                        BytesView text = arguments.text(i);
                        out.append(text.data(), text.start(row), text.length(row));
                    }
                })));
        all.add(function(Category.STRING, "concat_ignore_null")
                .takesMany(ResultTypes.VARCHAR, TypeFamily.TEXT)
                .handlesNulls()
                .says("The texts one after the other, NULLs left out.", "concat('a', NULL, 'b') = 'ab'")
                .by(site -> joining(site, 0)));
        all.add(function(Category.STRING, "concat_ws")
                .takesMany(ResultTypes.VARCHAR, CHARACTER, TypeFamily.TEXT)
                .handlesNulls()
                .says(
                        "The texts with the first argument between them, NULLs left out.",
                        "concat_ws('-', 'a', NULL, 'b') = 'a-b'")
                .by(site -> joining(site, 1)));
        all.add(text("repeat", CHARACTER, INTEGER)
                .fallible()
                .says("The text as many times.", "repeat('ab', 3) = 'ababab'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    long times = Math.max(0, arguments.number(1, row));
                    checkLength(
                            Math.multiplyHigh(times, text.length(row)) != 0
                                    ? Long.MAX_VALUE
                                    : times * text.length(row));
                    for (long i = 0; i < times; i++) {
                        out.append(text.data(), text.start(row), text.length(row));
                    }
                })));
    }

    private static void checkLength(long length) {
        if (length > MAX_LENGTH) {
            throw new io.algeon.metadata.error.EngineException(
                    io.algeon.metadata.error.ErrorCode.STRING_TOO_LONG,
                    "The text would have " + length + " bytes; at most " + MAX_LENGTH + " are allowed.");
        }
    }

    private static VectorFunction joining(CallSite site, int first) {
        RowArguments arguments = new RowArguments(site);
        TextBuffer out = new TextBuffer();
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            io.algeon.engine.batch.BytesVector result = buffers.bytes(rows);
            arguments.of(vectors, rows);
            out.clear();
            result.offsets()[0] = 0;
            for (int row = 0; row < rows; row++) {
                boolean any = false;
                if (first == 1 && arguments.isNull(0, row)) {
                    result.setNull(row, rows);
                } else {
                    for (int i = first; i < arguments.count(); i++) {
                        if (!arguments.isNull(i, row)) {
                            if (first == 1 && any) {
                                BytesView delimiter = arguments.text(0);
                                out.append(delimiter.data(), delimiter.start(row), delimiter.length(row));
                            }
                            BytesView text = arguments.text(i);
                            out.append(text.data(), text.start(row), text.length(row));
                            any = true;
                        }
                    }
                }
                result.offsets()[row + 1] = out.length();
            }
            result.setData(out.bytes());
            return result;
        };
    }

    private static void measures(List<ScalarFunction> all) {
        all.add(number("char_length", CHARACTER)
                .takes(ResultTypes.INTEGER, BINARY)
                .takes(ResultTypes.INTEGER, TypeFamily.ARRAY)
                .takes(ResultTypes.INTEGER, TypeFamily.MAP)
                .says(
                        "Number of characters (of bytes, for binary values; of elements, for arrays and maps).",
                        "char_length('Öl') = 2")
                .by(site -> {
                    if (site.argument(0).kind().isNested()) {
                        return NestedFunctions.cardinality(site);
                    }
                    boolean characters = site.argument(0).kind().isCharacter();
                    return RowFunctions.number(site, (arguments, row) -> {
                        BytesView text = arguments.text(0);
                        return characters ? Utf8.length(text.data(), text.start(row), text.end(row)) : text.length(row);
                    });
                }));
        for (String name : List.of("octet_length", "bit_length")) {
            int unit = name.equals("bit_length") ? Byte.SIZE : 1;
            all.add(number(name, CHARACTER)
                    .takes(ResultTypes.INTEGER, BINARY)
                    .says("Number of bytes (bits) of the UTF-8 text or binary value.", name + "('Öl') = " + 3 * unit)
                    .by(site -> RowFunctions.number(
                            site,
                            (arguments, row) -> (long) unit * arguments.text(0).length(row))));
        }
        all.add(number("position", CHARACTER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER)
                .says(
                        "Position of the first text in the second one (from a position on), 0 if it is not there.",
                        "position('ge' IN 'algeon') = 3")
                .by(site -> positions(site, 0, 1)));
        for (String name : List.of("strpos", "instr")) {
            all.add(number(name, CHARACTER, CHARACTER)
                    .says(
                            "Position of the second text in the first one, 0 if it is not there.",
                            name + "('algeon', 'ge') = 3")
                    .by(site -> positions(site, 1, 0)));
        }
        for (String name : List.of("starts_with", "startswith", "ends_with", "endswith", "contains")) {
            all.add(function(Category.STRING, name)
                    .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                    .says(
                            "Whether the first text starts (ends) with, or contains, the second one.",
                            name + "('aaa', 'a') = true")
                    .by(site -> RowFunctions.test(site, affix(name))));
        }
        all.add(number("levenshtein", CHARACTER, CHARACTER)
                .expensive()
                .says(
                        "Number of characters to insert, delete or replace to get from one text to the other.",
                        "levenshtein('kitten', 'sitting') = 3")
                .by(site -> RowFunctions.number(
                        site,
                        (arguments, row) -> levenshtein(
                                arguments.text(0).string(row).codePoints().toArray(),
                                arguments.text(1).string(row).codePoints().toArray()))));
    }

    private static FunctionBuilder number(String name, TypeFamily... parameters) {
        return function(Category.STRING, name).takes(ResultTypes.INTEGER, parameters);
    }

    private static VectorFunction positions(CallSite site, int needleArgument, int textArgument) {
        boolean hasStart = site.argumentCount() == 3;
        ByteSearch constant = site.isConstant(needleArgument)
                ? new ByteSearch(Constants.bytes(Constants.value(site.constant(needleArgument), "")))
                : null;
        return RowFunctions.number(site, (arguments, row) -> {
            BytesView text = arguments.text(textArgument);
            ByteSearch needle = constant != null
                    ? constant
                    : new ByteSearch(arguments.text(needleArgument).bytes(row));
            int start = text.start(row);
            int from = start;
            if (hasStart) {
                int skipped = Math.max(0, arguments.clamped(2, row) - 1);
                from = Utf8.offset(text.data(), start, text.end(row), skipped);
            }
            int at = needle.find(text.data(), from, text.end(row));
            return at < 0 ? 0 : Utf8.length(text.data(), start, at) + 1L;
        });
    }

    private static RowFunctions.TestBody affix(String name) {
        if (name.equals("contains")) {
            return (arguments, row) -> {
                BytesView text = arguments.text(0);
                return new ByteSearch(arguments.text(1).bytes(row)).find(text.data(), text.start(row), text.end(row))
                        >= 0;
            };
        }
        boolean atEnd = name.startsWith("end");
        return (arguments, row) -> {
            BytesView text = arguments.text(0);
            BytesView part = arguments.text(1);
            int length = part.length(row);
            int from = atEnd ? text.end(row) - length : text.start(row);
            return length <= text.length(row)
                    && Arrays.equals(text.data(), from, from + length, part.data(), part.start(row), part.end(row));
        };
    }

    private static long levenshtein(int[] a, int[] b) {
        int[] before = new int[b.length + 1];
        int[] now = new int[b.length + 1];
        Arrays.setAll(before, i -> i);
        for (int i = 1; i <= a.length; i++) {
            now[0] = i;
            for (int k = 1; k <= b.length; k++) {
                int replaced = before[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
                now[k] = Math.min(replaced, Math.min(before[k], now[k - 1]) + 1);
            }
            int[] swap = before;
            before = now;
            now = swap;
        }
        return before[b.length];
    }

    private static void cases(List<ScalarFunction> all) {
        all.add(text("upper", CHARACTER)
                .says("The text in upper case.", "upper('Algeon') = 'ALGEON'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    CaseMapping.upper(text.data(), text.start(row), text.end(row), out);
                })));
        all.add(text("lower", CHARACTER)
                .says("The text in lower case.", "lower('Algeon') = 'algeon'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    CaseMapping.lower(text.data(), text.start(row), text.end(row), out);
                })));
        all.add(text("initcap", CHARACTER)
                .says(
                        "The text with each word's first letter in upper case, the others in lower case.",
                        "initcap('hello wORLD') = 'Hello World'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    StringBuilder result = new StringBuilder();
                    boolean inWord = false;
                    for (int c : arguments.text(0).string(row).codePoints().toArray()) {
                        result.appendCodePoint(inWord ? Character.toLowerCase(c) : Character.toTitleCase(c));
                        inWord = Character.isLetterOrDigit(c);
                    }
                    out.append(result.toString());
                })));
    }

    private static void trims(List<ScalarFunction> all) {
        record Trim(String name, boolean leading, boolean trailing) {}
        for (Trim trim : List.of(
                new Trim("trim_both", true, true),
                new Trim("btrim", true, true),
                new Trim("trim_leading", true, false),
                new Trim("ltrim", true, false),
                new Trim("trim_trailing", false, true),
                new Trim("rtrim", false, true))) {
            all.add(text(trim.name(), CHARACTER)
                    .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                    .says(
                            "The text without the given characters (spaces) at its ends (start, end).",
                            (trim.name().startsWith("trim_")
                                            ? "trim("
                                                    + trim.name()
                                                            .substring("trim_".length())
                                                            .toUpperCase(Locale.ROOT) + " 'x' FROM 'xax')"
                                            : trim.name() + "('xax', 'x')")
                                    + " = '" + (trim.leading() ? "" : "x") + "a"
                                    + (trim.trailing() ? "" : "x") + "'")
                    .by(site -> RowFunctions.text(
                            site,
                            (arguments, row, out) -> trim(arguments, row, out, trim.leading(), trim.trailing()))));
        }
    }

    private static void trim(RowArguments arguments, int row, TextBuffer out, boolean leading, boolean trailing) {
        BytesView text = arguments.text(0);
        byte[] data = text.data();
        int start = text.start(row);
        int end = text.end(row);
        BytesView set = arguments.count() == 2 ? arguments.text(1) : null;
        if (leading) {
            while (start < end && isTrimmed(data, start, Utf8.next(data, start, end), set, row)) {
                start = Utf8.next(data, start, end);
            }
        }
        if (trailing) {
            while (end > start && isTrimmed(data, Utf8.previous(data, start, end), end, set, row)) {
                end = Utf8.previous(data, start, end);
            }
        }
        out.append(data, start, end - start);
    }

    /** Whether the character between two positions is among those to trim. */
    private static boolean isTrimmed(
            byte[] data, int from, int to, @org.jspecify.annotations.Nullable BytesView set, int row) {
        if (set == null) {
            return to - from == 1 && data[from] == ' ';
        }
        byte[] characters = set.data();
        int end = set.end(row);
        for (int at = set.start(row); at < end; ) {
            int next = Utf8.next(characters, at, end);
            if (Arrays.equals(data, from, to, characters, at, next)) {
                return true;
            }
            at = next;
        }
        return false;
    }

    private static void changes(List<ScalarFunction> all) {
        all.add(text("replace", CHARACTER, CHARACTER, CHARACTER)
                .says(
                        "The text with every occurrence of the second one replaced by the third.",
                        "replace('banana', 'an', 'o') = 'booa'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    BytesView placed = arguments.text(2);
                    ByteSearch needle = new ByteSearch(arguments.text(1).bytes(row));
                    int end = text.end(row);
                    int from = text.start(row);
                    while (needle.length() > 0) {
                        int at = needle.find(text.data(), from, end);
                        if (at < 0) {
                            break;
                        }
                        out.append(text.data(), from, at - from);
                        out.append(placed.data(), placed.start(row), placed.length(row));
                        from = at + needle.length();
                    }
                    out.append(text.data(), from, end - from);
                })));
        for (String name : List.of("translate", "translate3")) {
            all.add(text(name, CHARACTER, CHARACTER, CHARACTER)
                    .says(
                            "The text with each character of the second text replaced by that of the third, or removed.",
                            name + "('12345', '143', 'ax') = 'a2x5'")
                    .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                        int[] from = arguments.text(1).string(row).codePoints().toArray();
                        int[] to = arguments.text(2).string(row).codePoints().toArray();
                        StringBuilder result = new StringBuilder();
                        arguments.text(0).string(row).codePoints().forEach(c -> {
                            int at = 0;
                            while (at < from.length && from[at] != c) {
                                at++;
                            }
                            if (at == from.length) {
                                result.appendCodePoint(c);
                            } else if (at < to.length) {
                                result.appendCodePoint(to[at]);
                            }
                        });
                        out.append(result.toString());
                    })));
        }
        for (String name : List.of("lpad", "rpad")) {
            boolean before = name.equals("lpad");
            all.add(text(name, CHARACTER, INTEGER)
                    .takes(ResultTypes.VARCHAR, CHARACTER, INTEGER, CHARACTER)
                    .fallible()
                    .says(
                            "The text made as long as given by padding at its " + (before ? "start" : "end")
                                    + ", or by cutting its end.",
                            name + "('ab', 4, 'x') = '" + (before ? "xxab" : "abxx") + "'")
                    .by(site -> RowFunctions.text(site, (arguments, row, out) -> pad(arguments, row, out, before))));
        }
        all.add(text("reverse", CHARACTER)
                .says("The characters in opposite order.", "reverse('abc') = 'cba'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    BytesView text = arguments.text(0);
                    int start = text.start(row);
                    for (int at = text.end(row); at > start; ) {
                        int previous = Utf8.previous(text.data(), start, at);
                        out.append(text.data(), previous, at - previous);
                        at = previous;
                    }
                })));
    }

    private static void pad(RowArguments arguments, int row, TextBuffer out, boolean before) {
        BytesView text = arguments.text(0);
        byte[] data = text.data();
        int start = text.start(row);
        int end = text.end(row);
        int wanted = Math.max(0, arguments.clamped(1, row));
        checkLength(wanted);
        int missing = wanted - Utf8.length(data, start, end);
        if (missing <= 0) {
            out.append(data, start, Utf8.offset(data, start, end, wanted) - start);
            return;
        }
        if (!before) {
            out.append(data, start, end - start);
        }
        if (arguments.count() == 3) {
            BytesView fill = arguments.text(2);
            int from = fill.start(row);
            int to = fill.end(row);
            for (int at = from; missing > 0 && from < to; missing--) {
                int next = Utf8.next(fill.data(), at, to);
                out.append(fill.data(), at, next - at);
                at = next == to ? from : next;
            }
        } else {
            for (; missing > 0; missing--) {
                out.append(' ');
            }
        }
        if (before) {
            out.append(data, start, end - start);
        }
    }

    private static void codes(List<ScalarFunction> all) {
        all.add(number("ascii", CHARACTER)
                .says("Code point of the first character, 0 for an empty text.", "ascii('A') = 65")
                .by(site -> RowFunctions.number(site, (arguments, row) -> {
                    BytesView text = arguments.text(0);
                    return text.length(row) == 0 ? 0 : Utf8.codePoint(text.data(), text.start(row), text.end(row));
                })));
        all.add(text("chr", INTEGER)
                .fallible()
                .says("The character of a code point.", "chr(65) = 'A'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    long code = arguments.number(0, row);
                    if (code < 1 || code > Character.MAX_CODE_POINT || code >= 0xD800 && code <= 0xDFFF) {
                        throw Failures.invalidArgument("CHR(" + code + ") is no character.");
                    }
                    out.append(Character.toString((int) code));
                })));
        all.add(text("to_hex", INTEGER)
                .takes(ResultTypes.VARCHAR, BINARY)
                .says("Hexadecimal digits of a number or binary value.", "to_hex(255) = 'ff'")
                .by(site -> {
                    boolean binary = site.argument(0).kind() == io.algeon.metadata.type.TypeKind.VARBINARY;
                    boolean wide = site.argument(0).kind() == io.algeon.metadata.type.TypeKind.BIGINT;
                    return RowFunctions.text(site, (arguments, row, out) -> {
                        if (binary) {
                            out.append(BinaryFunctions.hex(arguments.text(0).bytes(row)));
                        } else {
                            long value = arguments.number(0, row);
                            out.append(wide ? Long.toHexString(value) : Integer.toHexString((int) value));
                        }
                    });
                }));
        all.add(text("quote_literal", CHARACTER)
                .says("The text as an SQL literal.", "quote_literal('it''s') = '''it''''s'''")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    out.append('\'')
                            .append(arguments.text(0).string(row).replace("'", "''"))
                            .append('\'');
                })));
        all.add(function(Category.STRING, "typeof")
                .takes(ResultTypes.VARCHAR, ANY)
                .handlesNulls()
                .says("Name of the argument's type.", "typeof(1) = 'INTEGER'")
                .by(site -> {
                    io.algeon.engine.batch.Dictionary name = new io.algeon.engine.batch.Dictionary(
                            io.algeon.engine.batch.BytesVector.of(
                                    site.argument(0).toString()),
                            1);
                    return (VectorFunction) (vectors, rows) -> new io.algeon.engine.batch.DictionaryVector(rows, name);
                }));
    }
}
