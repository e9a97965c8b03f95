package io.algeon.engine.tablefunction;

import java.util.List;
import java.util.Locale;

/**
 * The values that an option may have: numbers of a range, or texts of a list.
 *
 * @param low least number; {@code lowOpen}: not itself allowed
 * @param high greatest number
 * @param choices texts allowed, lower case; empty if every text is
 */
public record Limits(double low, boolean lowOpen, double high, List<String> choices) {
    /** No limits. */
    public static final Limits NONE = new Limits(Double.NEGATIVE_INFINITY, false, Double.POSITIVE_INFINITY, List.of());

    public Limits {
        choices = List.copyOf(choices);
    }

    public static Limits between(double low, double high) {
        return new Limits(low, false, high, List.of());
    }

    public static Limits atLeast(double low) {
        return new Limits(low, false, Double.POSITIVE_INFINITY, List.of());
    }

    public static Limits above(double low) {
        return new Limits(low, true, Double.POSITIVE_INFINITY, List.of());
    }

    public static Limits oneOf(String... choices) {
        return new Limits(Double.NEGATIVE_INFINITY, false, Double.POSITIVE_INFINITY, List.of(choices));
    }

    /** Whether a value, in the stored form of its option's type, is allowed. */
    public boolean allow(Object value) {
        if (value instanceof String text) {
            return choices.isEmpty() || choices.contains(text.toLowerCase(Locale.ROOT));
        } else if (value instanceof Number number) {
            double real = number.doubleValue();
            return (lowOpen ? real > low : real >= low) && real <= high;
        }
        return true;
    }

    /** As in {@code 0 to 1}, {@code above 0}; empty without limits. */
    @Override
    public String toString() {
        if (!choices.isEmpty()) {
            return "'" + String.join("', '", choices) + "'";
        } else if (Double.isInfinite(low)) {
            return Double.isInfinite(high) ? "" : "at most " + plain(high);
        } else if (Double.isInfinite(high)) {
            return (lowOpen ? "above " : "at least ") + plain(low);
        }
        return (lowOpen ? "above " : "") + plain(low) + " to " + plain(high);
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
