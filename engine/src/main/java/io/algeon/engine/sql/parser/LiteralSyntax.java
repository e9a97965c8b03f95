package io.algeon.engine.sql.parser;

import io.algeon.engine.function.BareInterval;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Literals that the grammar does not have, put into its own, token by token:
 *
 * <ul>
 *   <li>{@code 0x1F}, {@code 0o17}, {@code 0b101}, {@code 1_000_000}: the number in decimal digits
 *   <li>{@code '2 days'::interval}, {@code CAST(x AS INTERVAL)}: with the units that the text has, else DAY TO SECOND
 * </ul>
 */
final class LiteralSyntax extends TokenRewriter {
    private static final Pattern GROUPS = Pattern.compile("(_\\d+)+");
    private static final Pattern RADIX = Pattern.compile("[xX](_?[0-9a-fA-F])+|[oO](_?[0-7])+|[bB](_?[01])+");

    private LiteralSyntax(List<Token> tokens) {
        super(tokens);
    }

    /** Rewrites the tokens in place. */
    static void rewrite(List<Token> tokens) {
        new LiteralSyntax(tokens).rewrite();
    }

    private void rewrite() {
        for (int i = 0; i < tokens.size(); i++) {
            switch (kind(i)) {
                case UNSIGNED_INTEGER_LITERAL -> {
                    if (adjoins(i) && kind(i + 1) == IDENTIFIER) {
                        number(i);
                    }
                }
                case INTERVAL -> {
                    boolean cast = kind(i - 1) == INFIX_CAST || kind(i - 1) == AS && kind(i + 1) == RPAREN;
                    if (cast && !WordClassifier.isTimeUnit(kind(i + 1))) {
                        qualify(i);
                    }
                }
                default -> {}
            }
        }
    }

    private void number(int i) {
        Token digits = tokens.get(i);
        Token rest = tokens.get(i + 1);
        String text = rest.image;
        if (GROUPS.matcher(text).matches()) {
            digits.image += text.replace("_", "");
        } else if (digits.image.equals("0") && RADIX.matcher(text).matches()) {
            int radix = switch (text.toLowerCase(Locale.ROOT).charAt(0)) {
                case 'x' -> 16;
                case 'o' -> 8;
                default -> 2;
            };
            digits.image = new BigInteger(text.substring(1).replace("_", ""), radix).toString();
        } else {
            return;
        }
        digits.endColumn = rest.endColumn;
        tokens.remove(i + 1);
        // 1_000.5
        if (adjoins(i)
                && kind(i + 1) == DECIMAL_NUMERIC_LITERAL
                && tokens.get(i + 1).image.startsWith(".")) {
            Token fraction = tokens.remove(i + 1);
            digits.image += fraction.image;
            digits.kind = DECIMAL_NUMERIC_LITERAL;
            digits.endColumn = fraction.endColumn;
        }
    }

    /** Whether the next token follows without a space. */
    private boolean adjoins(int i) {
        Token token = tokens.get(i);
        Token next = tokens.get(Math.min(i + 1, tokens.size() - 1));
        return next.beginLine == token.endLine && next.beginColumn == token.endColumn + 1;
    }

    private void qualify(int i) {
        Token interval = tokens.get(i);
        BareInterval value =
                kind(i - 2) == QUOTED_STRING ? BareInterval.parse(unquoted(tokens.get(i - 2).image)) : null;
        boolean months = value != null && value.unit().equals("MONTH");
        List<Token> units = new ArrayList<>();
        units.add(copy(interval, months ? YEAR : DAY, months ? "YEAR" : "DAY"));
        units.add(copy(interval, TO, "TO"));
        units.add(copy(interval, months ? MONTH : SECOND, months ? "MONTH" : "SECOND"));
        tokens.addAll(i + 1, units);
    }

    private static String unquoted(String image) {
        return image.substring(1, image.length() - 1);
    }
}
