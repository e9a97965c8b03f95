package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        PatternCache<Pattern> patterns = new PatternCache<>(
                bytes -> Regexes.compile(SimilarPattern.toRegex(utf8(bytes), escape), Pattern.DOTALL));
        return RowFunctions.test(
                site,
                (arguments, row) -> patterns.of(arguments.text(1), row)
                        .matcher(arguments.text(0).string(row))
                        .matches());
    }

    private static VectorTest regexpLike(CallSite site) {
        Regexes patterns = new Regexes(site, 2);
        return RowFunctions.test(
                site,
                (arguments, row) -> patterns.of(arguments.text(1), row)
                        .matcher(arguments.text(0).string(row))
                        .find());
    }

    private static VectorFunction regexpReplace(CallSite site) {
        Regexes patterns = new Regexes(site, 3);
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

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
