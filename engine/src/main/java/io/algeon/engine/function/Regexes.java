package io.algeon.engine.function;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The compiled regular expressions of a call; flags are a constant argument. */
final class Regexes {
    private final PatternCache<Pattern> patterns;

    /** @param flagsArgument where the flags are, if they are given */
    Regexes(CallSite site, int flagsArgument) {
        boolean hasFlags = site.argumentCount() > flagsArgument
                && site.argument(flagsArgument).kind().isCharacter();
        if (hasFlags && !site.isConstant(flagsArgument)) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION, "The flags of a regular expression have to be a constant.");
        }
        int flags = hasFlags ? flags(Constants.string(site.constant(flagsArgument), "")) : 0;
        patterns = new PatternCache<>(bytes -> compile(new String(bytes, StandardCharsets.UTF_8), flags));
    }

    Pattern of(BytesView view, int row) {
        return patterns.of(view, row);
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

    static Pattern compile(String regex, int flags) {
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
}
