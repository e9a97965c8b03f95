package io.algeon.engine.file;

import io.algeon.engine.source.FileRead;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes the options of a call one by one and says what is wrong with them. Names that were asked for are known; what is left
 * at {@link #finish} is unknown.
 */
public final class FileOptions {
    private final String where;
    private final Map<String, @Nullable Object> left;
    private final TreeSet<String> known = new TreeSet<>();

    /** The options of a file function. */
    public FileOptions(FileRead read) {
        this(read.function().isEmpty() ? "the file" : read.function(), read.options());
    }

    /** @param where whose options they are, for messages */
    public FileOptions(String where, Map<String, @Nullable Object> options) {
        this.where = where;
        this.left = new LinkedHashMap<>(options);
    }

    /** The option under the first of the names under which it is given; null if it is not given. */
    public @Nullable Object take(String... names) {
        Object value = null;
        for (String name : names) {
            known.add(name);
            if (left.containsKey(name)) {
                value = left.remove(name);
            }
        }
        return value;
    }

    /** Whether an option is given, NULL or not. */
    public boolean has(String name) {
        return left.containsKey(name);
    }

    /** A text option, null if not given. */
    public @Nullable String text(String... names) {
        Object value = take(names);
        return value == null ? null : value.toString();
    }

    /** A single character, or none at all ('' or NULL): -1 if not given, 0 for none. Only ASCII. */
    public int character(String... names) {
        boolean given = false;
        for (String name : names) {
            given |= left.containsKey(name);
        }
        String text = text(names);
        if (!given) {
            return -1;
        }
        if (text == null || text.isEmpty()) {
            return 0;
        }
        if (text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1 || text.charAt(0) > 127) {
            throw wrong(names[0], text, "one ASCII character, or '' for none");
        }
        return text.charAt(0);
    }

    /** A yes or no, null if not given (or 'auto'). */
    public @Nullable Boolean flag(String... names) {
        Object value = take(names);
        if (value == null) {
            return null;
        }
        switch (value.toString().toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes", "on" -> {
                return true;
            }
            case "false", "0", "no", "off" -> {
                return false;
            }
            case "auto", "" -> {
                return null;
            }
            default -> throw wrong(names[0], value, "true or false");
        }
    }

    /** A yes or no with a default. */
    public boolean flagOr(boolean standard, String... names) {
        Boolean value = flag(names);
        return value == null ? standard : value;
    }

    /** A whole number of a range, or the default. */
    public long number(long standard, long min, long max, String... names) {
        Object value = take(names);
        if (value == null) {
            return standard;
        }
        try {
            long number = (value instanceof BigDecimal decimal
                            ? decimal
                            : new BigDecimal(value.toString().trim()))
                    .longValueExact();
            if (number >= min && number <= max) {
                return number;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw wrong(names[0], value, "a whole number from " + min + " to " + max);
        }
        throw wrong(names[0], value, "a whole number from " + min + " to " + max);
    }

    /** Texts, from one text or a list; null if not given. */
    public @Nullable List<String> texts(String... names) {
        Object value = take(names);
        if (value == null) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> texts.add(item == null ? "" : item.toString()));
        } else {
            texts.add(value.toString());
        }
        return texts;
    }

    /** Refuses what nobody asked for. */
    public void finish() {
        if (!left.isEmpty()) {
            String name = left.keySet().iterator().next();
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "Option '" + name + "' is unknown to " + where + ". Its options are: " + String.join(", ", known)
                            + ".");
        }
    }

    /** The error for a value that does not fit. */
    public EngineException wrong(String name, @Nullable Object value, String expected) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "Option '" + name + "' of " + where + " is '" + value + "', and has to be " + expected + ".");
    }
}
