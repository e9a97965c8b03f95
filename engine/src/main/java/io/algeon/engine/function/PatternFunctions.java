package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** LIKE, SIMILAR TO and regular expressions (those of {@code java.util.regex}, linear in ordinary cases). */
final class PatternFunctions {
    private PatternFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        all.add(function(Category.PATTERN, "like")
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER, CHARACTER)
                .says(
                        "Whether the text matches: % is any text, _ any character; the escape is \\ if not given.",
                        "'algeon' LIKE 'alg%'")
                .by(site -> like(site, false)));
        all.add(function(Category.PATTERN, "ilike")
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER, CHARACTER)
                .says("As LIKE, but upper and lower case are the same.", "'Algeon' ILIKE 'ALG%'")
                .by(site -> like(site, true)));
        all.add(function(Category.PATTERN, "similar_to")
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says("Whether the text matches an SQL regular expression.", "'abc' SIMILAR TO '(a|x)b_'")
                .by(PatternFunctions::similar));
        for (String name : List.of("regexp_like", "rlike", "regexp_matches")) {
            all.add(function(Category.PATTERN, name)
                    .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER)
                    .takes(ResultTypes.BOOLEAN, CHARACTER, CHARACTER, CHARACTER)
                    .fallible()
                    .expensive()
                    .says(
                            "Whether a regular expression is found in the text; flags: i, c, n, m, s, x.",
                            name + "('algeon', '^al.*n$') = true")
                    .by(PatternFunctions::regexpLike));
        }
        all.add(function(Category.PATTERN, "regexp_replace")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, CHARACTER)
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, CHARACTER, CHARACTER)
                .fallible()
                .expensive()
                .says(
                        "The text with the first match (all, with flag g) replaced; \\1 is a group.",
                        "regexp_replace('banana', 'a', 'o', 'g') = 'bonono'")
                .by(PatternFunctions::regexpReplace));
        all.add(function(Category.PATTERN, "regexp_substr")
                .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                .handlesNulls()
                .fallible()
                .expensive()
                .says("The first match in the text, NULL if there is none.", "regexp_substr('banana', 'n.') = 'na'")
                .by(PatternFunctions::regexpSubstring));
        all.add(function(Category.PATTERN, "regexp_count")
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER)
                .fallible()
                .expensive()
                .says("Number of matches in the text.", "regexp_count('banana', 'an') = 2")
                .by(PatternFunctions::regexpCount));
        return all;
    }

    private static VectorTest like(CallSite site, boolean ignoreCase) {
        if (site.argumentCount() == 3 && !site.isConstant(2)) {
            throw new EngineException(ErrorCode.UNSUPPORTED_EXPRESSION, "The ESCAPE of LIKE has to be a constant.");
        }
        String escapeText = site.argumentCount() == 3 ? Constants.string(site.constant(2), "") : "\\";
        if (escapeText.codePointCount(0, escapeText.length()) > 1) {
            throw new EngineException(
                    ErrorCode.PATTERN_INVALID,
                    "The escape '" + escapeText + "' of LIKE is not one character, or none.");
        }
        int escape = escapeText.isEmpty() ? -1 : escapeText.codePointAt(0);
        PatternCache<LikePattern> patterns =
                new PatternCache<>(bytes -> new LikePattern(ignoreCase ? CaseMapping.lower(bytes) : bytes, escape));
        if (!ignoreCase && site.isConstant(1)) {
            return new LikeTest(patterns.of(Constants.bytes(Constants.value(site.constant(1), ""))), site);
        }
        TextBuffer lowered = new TextBuffer();
        return RowFunctions.test(site, (arguments, row) -> {
            LikePattern pattern = patterns.of(arguments.text(1), row);
            BytesView text = arguments.text(0);
            if (!ignoreCase) {
                return pattern.matches(text.data(), text.start(row), text.end(row));
            }
            CaseMapping.lower(text.data(), text.start(row), text.end(row), lowered.clear());
            return pattern.matches(lowered.bytes(), 0, lowered.length());
        });
    }

    /** LIKE with a constant pattern. */
    private static final class LikeTest implements VectorTest {
        private final LikePattern pattern;
        private final boolean wanted;
        private final BytesView view = new BytesView();

        LikeTest(LikePattern pattern, CallSite site) {
            this.pattern = pattern;
            this.wanted = !site.negated();
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            ByteSearch contained = pattern.contained();
            if (contained != null && arguments[0] instanceof BytesVector strings) {
                return scan(strings, contained, rows, selected);
            }
            view.of(arguments[0]);
            byte[] data = view.data();
            int count = 0;
            for (int row = 0; row < rows; row++) {
                selected[count] = row;
                count += pattern.matches(data, view.start(row), view.end(row)) == wanted ? 1 : 0;
            }
            return count;
        }

        /** Goes through the bytes of all rows at once: most of them are not looked at by themselves. */
        private int scan(BytesVector strings, ByteSearch contained, int rows, int[] selected) {
            byte[] data = strings.data();
            int[] offsets = strings.offsets();
            int count = 0;
            int row = 0;
            while (row < rows) {
                int hit = contained.find(data, offsets[row], offsets[rows]);
                int before = row;
                while (row < rows && (hit < 0 || offsets[row + 1] <= hit)) {
                    row++;
                }
                for (int without = before; without < row && !wanted; without++) {
                    selected[count++] = without;
                }
                if (row < rows) {
                    // what was found may reach into the next row
                    selected[count] = row;
                    count += pattern.matches(data, offsets[row], offsets[row + 1]) == wanted ? 1 : 0;
                    row++;
                }
            }
            return count;
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int rowCount) {
            view.of(arguments[0]);
            byte[] data = view.data();
            int count = 0;
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += pattern.matches(data, view.start(row), view.end(row)) == wanted ? 1 : 0;
            }
            return count;
        }
    }

    private static VectorTest similar(CallSite site) {
        String escape = site.argumentCount() == 3 ? Constants.string(site.constant(2), "") : "\\";
        PatternCache<Pattern> patterns =
                new PatternCache<>(bytes -> compile(SimilarPattern.toRegex(utf8(bytes), escape), Pattern.DOTALL));
        return RowFunctions.test(
                site,
                (arguments, row) -> patterns.of(arguments.text(1), row)
                        .matcher(arguments.text(0).string(row))
                        .matches());
    }

    private static VectorTest regexpLike(CallSite site) {
        PatternCache<Pattern> patterns = regexes(site, 2);
        return RowFunctions.test(
                site,
                (arguments, row) -> patterns.of(arguments.text(1), row)
                        .matcher(arguments.text(0).string(row))
                        .find());
    }

    private static VectorFunction regexpReplace(CallSite site) {
        PatternCache<Pattern> patterns = regexes(site, 3);
        boolean all = site.argumentCount() == 4
                && Constants.string(site.constant(3), "").contains("g");
        PatternCache<String> replacements = new PatternCache<>(bytes -> replacement(utf8(bytes)));
        return RowFunctions.text(site, (arguments, row, out) -> {
            String text = arguments.text(0).string(row);
            Matcher matcher = patterns.of(arguments.text(1), row).matcher(text);
            String replacement = arguments.count() < 3 ? "" : replacements.of(arguments.text(2), row);
            try {
                out.append(all ? matcher.replaceAll(replacement) : matcher.replaceFirst(replacement));
            } catch (IndexOutOfBoundsException noGroup) {
                throw new EngineException(
                        ErrorCode.PATTERN_INVALID,
                        "The replacement '" + arguments.text(2).string(row) + "' names a group that '"
                                + arguments.text(1).string(row) + "' does not have.");
            }
        });
    }

    /** PostgreSQL's {@code \1} and {@code \&} in the form of {@code java.util.regex}. */
    private static String replacement(String text) {
        StringBuilder java = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (c == '\\' && (next >= '0' && next <= '9' || next == '&')) {
                java.append('$').append(next == '&' ? '0' : next);
                i++;
            } else if (c == '\\' && next == '\\') {
                java.append("\\\\");
                i++;
            } else {
                java.append(Matcher.quoteReplacement(String.valueOf(c)));
            }
        }
        return java.toString();
    }

    private static VectorFunction regexpSubstring(CallSite site) {
        PatternCache<Pattern> patterns = regexes(site, 2);
        RowArguments arguments = new RowArguments(site);
        TextBuffer out = new TextBuffer();
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            BytesVector result = buffers.bytes(rows);
            arguments.of(vectors, rows);
            out.clear();
            result.offsets()[0] = 0;
            for (int row = 0; row < rows; row++) {
                Matcher matcher = arguments.isValid(row)
                        ? patterns.of(arguments.text(1), row)
                                .matcher(arguments.text(0).string(row))
                        : null;
                if (matcher != null && matcher.find()) {
                    out.append(matcher.group());
                } else {
                    result.setNull(row, rows);
                }
                result.offsets()[row + 1] = out.length();
            }
            result.setData(out.bytes());
            return result;
        };
    }

    private static VectorFunction regexpCount(CallSite site) {
        PatternCache<Pattern> patterns = regexes(site, 2);
        return RowFunctions.number(site, (arguments, row) -> {
            String text = arguments.text(0).string(row);
            int start = arguments.count() == 3 ? text.offsetByCodePoints(0, 0) + arguments.clamped(2, row) - 1 : 0;
            Matcher matcher = patterns.of(arguments.text(1), row).matcher(text);
            long count = 0;
            int at = Math.max(0, Math.min(text.length(), start));
            while (at <= text.length() && matcher.find(at)) {
                count++;
                at = matcher.end() > matcher.start() ? matcher.end() : matcher.end() + 1;
            }
            return count;
        });
    }

    private static PatternCache<Pattern> regexes(CallSite site, int flagsArgument) {
        boolean hasFlags = site.argumentCount() > flagsArgument
                && site.argument(flagsArgument).kind().isCharacter();
        if (hasFlags && !site.isConstant(flagsArgument)) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION, "The flags of a regular expression have to be a constant.");
        }
        int flags = hasFlags ? flags(Constants.string(site.constant(flagsArgument), "")) : 0;
        return new PatternCache<>(bytes -> compile(utf8(bytes), flags));
    }

    private static int flags(String letters) {
        int flags = 0;
        for (char letter : letters.toCharArray()) {
            flags |= switch (letter) {
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'n', 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x' -> Pattern.COMMENTS;
                case 'c', 'g' -> 0;
                default ->
                    throw new EngineException(
                            ErrorCode.ARGUMENT_INVALID,
                            "'" + letter + "' is no flag of a regular expression; known are c, g, i, m, n, s, x.");
            };
        }
        return flags;
    }

    private static Pattern compile(String regex, int flags) {
        try {
            return Pattern.compile(regex, flags);
        } catch (PatternSyntaxException invalid) {
            throw new EngineException(
                    ErrorCode.PATTERN_INVALID,
                    "The regular expression '" + regex + "' is not valid: " + invalid.getDescription()
                            + " near position " + (invalid.getIndex() + 1) + ".",
                    invalid);
        }
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Remembers what was compiled last: patterns are nearly always constant. */
    private static final class PatternCache<P> {
        private final Function<byte[], P> compiler;
        private byte @Nullable [] source;
        private @Nullable P compiled;

        PatternCache(Function<byte[], P> compiler) {
            this.compiler = compiler;
        }

        P of(BytesView view, int row) {
            P known = compiled;
            byte[] last = source;
            if (known != null
                    && last != null
                    && Arrays.equals(last, 0, last.length, view.data(), view.start(row), view.end(row))) {
                return known;
            }
            return of(view.bytes(row));
        }

        P of(byte[] bytes) {
            P fresh = compiler.apply(bytes);
            source = bytes;
            compiled = fresh;
            return fresh;
        }
    }
}
