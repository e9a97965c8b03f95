package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.TEXT;

import io.algeon.engine.function.ScalarFunction.Category;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Further string functions: quoting, formatting, normal forms, distances. */
final class TextFunctions {
    private static final int MAX_SPACES = 1 << 28;

    private TextFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        quoting(all);
        all.add(function(Category.STRING, "format")
                .takesMany(ResultTypes.VARCHAR, CHARACTER, TEXT)
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .handlesNulls()
                .fallible()
                .expensive()
                .says(
                        "The text with %s replaced by the next argument, %I by it as a name, %L as a literal, %% by %; %2$s is"
                                + " the second, %5s and %-5s are padded. NULL is empty, as a literal NULL.",
                        "format('%s is %L', 'x', 'it''s') = 'x is ''it''''s'''")
                .by(site -> RowFormat.bind(site)));
        all.add(function(Category.STRING, "space")
                .takes(ResultTypes.VARCHAR, INTEGER)
                .fallible()
                .says("So many spaces.", "space(2) || 'x' = '  x'")
                .by(site -> RowFunctions.text(site, (arguments, row, out) -> {
                    long count = arguments.number(0, row);
                    if (count > MAX_SPACES) {
                        throw Failures.invalidArgument("space(" + count + ") would make too long a text.");
                    }
                    for (long i = 0; i < count; i++) {
                        out.append(' ');
                    }
                })));
        all.add(function(Category.STRING, "locate")
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER)
                .says(
                        "Position of the first text in the second one, from a position on; 0 if it is not there.",
                        "locate('n', 'banana', 4) = 5")
                .by(site -> RowFunctions.number(site, TextFunctions::locate)));
        all.add(function(Category.STRING, "normalize")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says(
                        "The text in a Unicode normal form: NFC (default), NFD, NFKC or NFKD.",
                        "char_length(normalize('e' || chr(769))) = 1")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(
                                Normalizer.normalize(arguments.text(0).string(row), form(arguments, row))))));
        all.add(function(Category.STRING, "casefold")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .expensive()
                .says(
                        "The text in a form for comparisons that ignore case.",
                        "casefold('STRASSE') = casefold('Straße')")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(arguments
                                .text(0)
                                .string(row)
                                .toUpperCase(Locale.ROOT)
                                .toLowerCase(Locale.ROOT)))));
        all.add(function(Category.STRING, "hamming")
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .fallible()
                .says("Number of places where two texts of equal length differ.", "hamming('abc', 'abd') = 1")
                .by(site -> RowFunctions.number(site, TextFunctions::hamming)));
        all.add(function(Category.STRING, "soundex")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .expensive()
                .says("How an English word sounds, as a letter and three digits.", "soundex('Robert') = 'R163'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) ->
                                out.append(soundex(arguments.text(0).string(row))))));
        all.add(function(Category.STRING, "url_encode")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .expensive()
                .says(
                        "The text as part of a URL: bytes but letters, digits and -._~ as %XX.",
                        "url_encode('a b&ü') = 'a%20b%26%C3%BC'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) ->
                                out.append(URLEncoder.encode(arguments.text(0).string(row), StandardCharsets.UTF_8)
                                        .replace("+", "%20")
                                        .replace("*", "%2A")
                                        .replace("%7E", "~")))));
        all.add(function(Category.STRING, "url_decode")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .fallible()
                .expensive()
                .says("The text that url_encode gives this for.", "url_decode('a%20b') = 'a b'")
                .by(site -> RowFunctions.text(site, TextFunctions::decodeUrl)));
        return all;
    }

    private static void quoting(List<ScalarFunction> all) {
        all.add(function(Category.STRING, "quote_ident")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .says("The text as an SQL name, in quotes if it needs them.", "quote_ident('a b') = '\"a b\"'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) ->
                                out.append(identifier(arguments.text(0).string(row))))));
        all.add(function(Category.STRING, "quote_nullable")
                .takes(ResultTypes.VARCHAR, TEXT)
                .handlesNulls()
                .says(
                        "The value as an SQL literal, NULL as the word.",
                        "quote_nullable(NULL) || quote_nullable('x') = 'NULL''x'''")
                .by(site -> {
                    RowArguments arguments = new RowArguments(site);
                    TextBuffer out = new TextBuffer();
                    Buffers buffers = new Buffers();
                    return (VectorFunction) (vectors, rows) -> {
                        io.algeon.engine.batch.BytesVector result = buffers.bytes(rows);
                        arguments.of(vectors, rows);
                        for (int row = 0; row < rows; row++) {
                            out.clear()
                                    .append(
                                            arguments.isNull(0, row)
                                                    ? "NULL"
                                                    : literal(arguments.text(0).string(row)));
                            result.set(row, out.bytes(), 0, out.length());
                        }
                        return result;
                    };
                }));
    }

    /** A name in quotes unless it is lower-case letters, digits and underscores. */
    static String identifier(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static Normalizer.Form form(RowArguments arguments, int row) {
        if (arguments.count() == 1) {
            return Normalizer.Form.NFC;
        }
        String name = arguments.text(1).string(row).toUpperCase(Locale.ROOT);
        return switch (name) {
            case "NFC" -> Normalizer.Form.NFC;
            case "NFD" -> Normalizer.Form.NFD;
            case "NFKC" -> Normalizer.Form.NFKC;
            case "NFKD" -> Normalizer.Form.NFKD;
            default ->
                throw Failures.invalidArgument("'" + name + "' is no normal form; known are NFC, NFD, NFKC and NFKD.");
        };
    }

    private static long locate(RowArguments arguments, int row) {
        BytesView text = arguments.text(1);
        long from = arguments.count() == 3 ? arguments.number(2, row) : 1;
        if (from < 1) {
            return 0;
        }
        int skipped = (int) Math.min(Integer.MAX_VALUE, from - 1);
        int start = text.start(row);
        int length = Utf8.length(text.data(), start, text.end(row));
        if (skipped > length) {
            return 0;
        }
        int begin = Utf8.offset(text.data(), start, text.end(row), skipped);
        int found = new ByteSearch(arguments.text(0).bytes(row)).find(text.data(), begin, text.end(row));
        return found < 0 ? 0 : Utf8.length(text.data(), start, found) + 1L;
    }

    private static long hamming(RowArguments arguments, int row) {
        int[] left = arguments.text(0).string(row).codePoints().toArray();
        int[] right = arguments.text(1).string(row).codePoints().toArray();
        if (left.length != right.length) {
            throw Failures.invalidArgument("hamming compares texts of one length; these have " + left.length + " and "
                    + right.length + " characters.");
        }
        long different = 0;
        for (int i = 0; i < left.length; i++) {
            different += left[i] == right[i] ? 0 : 1;
        }
        return different;
    }

    private static String soundex(String text) {
        // digit of each letter; 7 for vowels, 8 for h and w, which do not part equal digits
        String digits = "71237128722455712623718272";
        StringBuilder code = new StringBuilder();
        char last = '0';
        for (char c : text.toUpperCase(Locale.ROOT).toCharArray()) {
            if (c < 'A' || c > 'Z') {
                continue;
            }
            char digit = digits.charAt(c - 'A');
            if (code.isEmpty()) {
                code.append(c);
            } else if (digit < '7' && digit != last) {
                code.append(digit);
            }
            last = digit == '8' ? last : digit;
            if (code.length() == 4) {
                break;
            }
        }
        while (!code.isEmpty() && code.length() < 4) {
            code.append('0');
        }
        return code.toString();
    }

    private static void decodeUrl(RowArguments arguments, int row, TextBuffer out) {
        String text = arguments.text(0).string(row);
        try {
            out.append(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw Failures.invalidArgument(
                    "'" + text + "' is not URL-encoded: % has to be followed by two hexadecimal digits.");
        }
    }
}
