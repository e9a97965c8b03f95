package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What regular expressions find: matches, their groups, positions and number, and the parts between them. */
final class RegexFunctions {
    private static final String FLAGS = " Flags: i, c, n, m, s, x.";

    private RegexFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        for (String name : List.of("regexp_substr", "regexp_extract")) {
            boolean extract = name.equals("regexp_extract");
            FunctionBuilder builder = regexp(name)
                    .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER)
                    .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER);
            if (extract) {
                builder.takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER, CHARACTER);
            } else {
                builder.takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER, INTEGER)
                        .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER, INTEGER, CHARACTER)
                        .takes(ResultTypes.VARCHAR, CHARACTER, CHARACTER, INTEGER, INTEGER, CHARACTER, INTEGER);
            }
            all.add(builder.handlesNulls()
                    .says(
                            extract
                                    ? "The first match, or a group of it; empty if there is none." + FLAGS
                                    : "The first match (from a position, the n-th, by flags, a group of it); NULL if there is"
                                            + " none." + FLAGS,
                            extract
                                    ? "regexp_extract('banana', '(b)(.)', 2) = 'a'"
                                    : "regexp_substr('banana', 'n.', 1, 2) = 'na'")
                    .by(site -> extract ? extract(site) : substring(site)));
        }
        all.add(regexp("regexp_instr")
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER, INTEGER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER, INTEGER, INTEGER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER, INTEGER, INTEGER, CHARACTER)
                .says(
                        "Position of the first match (from a position, the n-th, with 1 the position after it, by flags); 0 if"
                                + " there is none." + FLAGS,
                        "regexp_instr('banana', 'n', 1, 2) = 5")
                .by(RegexFunctions::position));
        all.add(regexp("regexp_count")
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER)
                .takes(ResultTypes.INTEGER, CHARACTER, CHARACTER, INTEGER, CHARACTER)
                .says("Number of matches, from a position on." + FLAGS, "regexp_count('banana', 'an') = 2")
                .by(RegexFunctions::count));
        all.add(regexp("regexp_match")
                .takes(TextLists.TYPE, CHARACTER, CHARACTER)
                .takes(TextLists.TYPE, CHARACTER, CHARACTER, CHARACTER)
                .handlesNulls()
                .says(
                        "The groups of the first match, or the match if there are none; NULL without a match." + FLAGS,
                        "regexp_match('banana', '(b)(.)') = ARRAY['b', 'a']")
                .by(site -> match(site)));
        all.add(regexp("regexp_extract_all")
                .takes(TextLists.TYPE, CHARACTER, CHARACTER)
                .takes(TextLists.TYPE, CHARACTER, CHARACTER, INTEGER)
                .handlesNulls()
                .says(
                        "All matches, or a group of each; an empty array without a match.",
                        "regexp_extract_all('banana', 'a(.)', 1) = ARRAY['n', 'n']")
                .by(RegexFunctions::extractAll));
        all.add(regexp("regexp_split_to_array")
                .takes(TextLists.TYPE, CHARACTER, CHARACTER)
                .takes(TextLists.TYPE, CHARACTER, CHARACTER, CHARACTER)
                .handlesNulls()
                .says(
                        "The parts between matches; an empty pattern parts characters." + FLAGS,
                        "regexp_split_to_array('a1b22c', '[0-9]+') = ARRAY['a', 'b', 'c']")
                .by(RegexFunctions::split));
        all.add(function(Category.PATTERN, "regexp_escape")
                .takes(ResultTypes.VARCHAR, CHARACTER)
                .says(
                        "The regular expression that matches just the text.",
                        "regexp_like('a.b', regexp_escape('a.b')) = true")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(
                                arguments.text(0).string(row).replaceAll("([^\\p{L}\\p{N}_\\s])", "\\\\$1")))));
        return all;
    }

    private static FunctionBuilder regexp(String name) {
        return function(Category.PATTERN, name).fallible().expensive();
    }

    /** Index of the character at a position from 1; -1 if the text is too short for it. */
    private static int index(String text, RowArguments arguments, int argument, int row) {
        if (arguments.count() <= argument) {
            return 0;
        }
        long position = arguments.number(argument, row);
        if (position < 1) {
            throw Failures.invalidArgument("A search starts at position 1 or later, not at " + position + ".");
        }
        int characters = text.codePointCount(0, text.length());
        return position > characters + 1L ? -1 : text.offsetByCodePoints(0, (int) position - 1);
    }

    private static long occurrence(RowArguments arguments, int argument, int row) {
        long number = arguments.count() > argument ? arguments.number(argument, row) : 1;
        if (number < 1) {
            throw Failures.invalidArgument("Matches are counted from 1, not from " + number + ".");
        }
        return number;
    }

    /** Whether the n-th match from an index on was found. */
    private static boolean find(Matcher matcher, int from, long number) {
        if (from < 0 || !matcher.find(from)) {
            return false;
        }
        for (long i = 1; i < number; i++) {
            if (!matcher.find()) {
                return false;
            }
        }
        return true;
    }

    private static int group(Matcher matcher, long group) {
        if (group < 0 || group > matcher.groupCount()) {
            throw new EngineException(
                    ErrorCode.PATTERN_INVALID,
                    "The regular expression '" + matcher.pattern().pattern() + "' has " + matcher.groupCount()
                            + " groups; there is no group " + group + ".");
        }
        return (int) group;
    }

    private static VectorFunction substring(CallSite site) {
        Regexes patterns = new Regexes(site, 4);
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            String text = arguments.text(0).string(row);
            Matcher matcher = patterns.of(arguments.text(1), row).matcher(text);
            int from = index(text, arguments, 2, row);
            int group = arguments.count() > 5 ? group(matcher, arguments.number(5, row)) : 0;
            String found = find(matcher, from, occurrence(arguments, 3, row)) ? matcher.group(group) : null;
            if (found != null) {
                out.append(found);
            }
            return found != null;
        });
    }

    private static VectorFunction extract(CallSite site) {
        Regexes patterns = new Regexes(site, 3);
        return RowFunctions.nullableText(site, (arguments, row, out) -> {
            Matcher matcher = patterns.of(arguments.text(1), row)
                    .matcher(arguments.text(0).string(row));
            int group = arguments.count() > 2 ? group(matcher, arguments.number(2, row)) : 0;
            String found = matcher.find() ? matcher.group(group) : null;
            out.append(found == null ? "" : found);
            return true;
        });
    }

    private static VectorFunction position(CallSite site) {
        Regexes patterns = new Regexes(site, 5);
        return RowFunctions.number(site, (arguments, row) -> {
            String text = arguments.text(0).string(row);
            Matcher matcher = patterns.of(arguments.text(1), row).matcher(text);
            int from = index(text, arguments, 2, row);
            boolean after = arguments.count() > 4 && arguments.number(4, row) == 1;
            return find(matcher, from, occurrence(arguments, 3, row))
                    ? text.codePointCount(0, after ? matcher.end() : matcher.start()) + 1L
                    : 0;
        });
    }

    private static VectorFunction count(CallSite site) {
        Regexes patterns = new Regexes(site, 3);
        return RowFunctions.number(site, (arguments, row) -> {
            String text = arguments.text(0).string(row);
            Matcher matcher = patterns.of(arguments.text(1), row).matcher(text);
            int from = index(text, arguments, 2, row);
            long count = 0;
            for (boolean found = from >= 0 && matcher.find(from); found; found = matcher.find()) {
                count++;
            }
            return count;
        });
    }

    private static VectorFunction match(CallSite site) {
        Regexes patterns = new Regexes(site, 2);
        return TextLists.bind(site, (arguments, row, out) -> {
            if (!arguments.isValid(row)) {
                return false;
            }
            Matcher matcher = patterns.of(arguments.text(1), row)
                    .matcher(arguments.text(0).string(row));
            if (!matcher.find()) {
                return false;
            }
            if (matcher.groupCount() == 0) {
                out.add(matcher.group());
            }
            for (int group = 1; group <= matcher.groupCount(); group++) {
                out.add(matcher.group(group));
            }
            return true;
        });
    }

    private static VectorFunction extractAll(CallSite site) {
        Regexes patterns = new Regexes(site, Integer.MAX_VALUE);
        return TextLists.bind(site, (arguments, row, out) -> {
            if (!arguments.isValid(row)) {
                return false;
            }
            Matcher matcher = patterns.of(arguments.text(1), row)
                    .matcher(arguments.text(0).string(row));
            int group = arguments.count() > 2 ? group(matcher, arguments.number(2, row)) : 0;
            while (matcher.find()) {
                String found = matcher.group(group);
                out.add(found == null ? "" : found);
            }
            return true;
        });
    }

    private static VectorFunction split(CallSite site) {
        Regexes patterns = new Regexes(site, 2);
        return TextLists.bind(site, (arguments, row, out) -> {
            if (!arguments.isValid(row)) {
                return false;
            }
            String text = arguments.text(0).string(row);
            Pattern pattern = patterns.of(arguments.text(1), row);
            Matcher matcher = pattern.matcher(text);
            int start = 0;
            while (matcher.find()) {
                boolean empty = matcher.end() == matcher.start();
                if (empty && (matcher.start() == start && start == 0 || matcher.start() == text.length())) {
                    continue;
                }
                out.add(text.substring(start, matcher.start()));
                start = matcher.end();
            }
            out.add(text.substring(start));
            return true;
        });
    }
}
