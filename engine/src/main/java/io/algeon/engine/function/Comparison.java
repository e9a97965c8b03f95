package io.algeon.engine.function;

import java.util.Locale;

/** The comparison operators. */
public enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** Name of the function in the registry. */
    public String functionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The operator of that function, null if the function is none. */
    public static @org.jspecify.annotations.Nullable Comparison of(String function) {
        for (Comparison comparison : values()) {
            if (comparison.functionName().equals(function)) {
                return comparison;
            }
        }
        return null;
    }

    /** True where this is false. */
    public Comparison negated() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS -> GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> GREATER;
            case GREATER -> LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> LESS;
        };
    }

    /** The same with the operands exchanged. */
    public Comparison swapped() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        };
    }

    /** Whether it holds for operands whose order has this sign. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }
}
