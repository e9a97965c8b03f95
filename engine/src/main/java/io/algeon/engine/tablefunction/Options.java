package io.algeon.engine.tablefunction;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values of a call's options, checked. */
public final class Options {
    private final Map<String, @Nullable Object> values = new HashMap<>();
    private final TableFunction function;

    public Options(TableFunction function) {
        this.function = function;
    }

    /**
     * Sets an option.
     *
     * @param value in the stored form of the option's type
     * @throws EngineException {@code argument_invalid} if it is out of its limits
     */
    public void set(Argument.Option option, @Nullable Object value) {
        if (value == null && (option.required() || option.defaultValue() != null)) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The option " + option.name() + " of " + function.name() + " is NULL. Give it "
                            + option.type().expectation() + describe(option)
                            + (option.required()
                                    ? "."
                                    : ", or leave it out: it is then " + option.defaultText() + "."));
        }
        boolean number = value instanceof Double real && Double.isNaN(real);
        if (value != null && (number || !option.limits().allow(value))) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The option " + option.name() + " of " + function.name() + " is "
                            + (value instanceof String ? "'" + value + "'" : value) + "; it takes "
                            + (option.limits().choices().isEmpty() ? "" : "one of ")
                            + option.limits() + ".");
        }
        values.put(option.name(), value);
    }

    private static String describe(Argument.Option option) {
        String limits = option.limits().toString();
        return limits.isEmpty() ? "" : " (" + limits + ")";
    }

    /** Whether the value is known; always, once a call runs. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The value, null for NULL. */
    public @Nullable Object get(String name) {
        return values.get(name);
    }

    public double number(String name) {
        return ((Number) Objects.requireNonNull(values.get(name), name)).doubleValue();
    }

    public long integer(String name) {
        return ((Number) Objects.requireNonNull(values.get(name), name)).longValue();
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    /** The text; null for NULL. */
    public @Nullable String text(String name) {
        Object value = values.get(name);
        return value == null ? null : value.toString();
    }
}
