package io.algeon.engine.scalar;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A typed scalar expression over the columns of a node's input. Immutable, compared by value.
 *
 * <p>All coercions are explicit: the operands of a function have exactly the types that one of its signatures names, and
 * the operands of a comparison have one physical kind (and one scale). Conditional forms ({@link Case}, {@link And},
 * {@link Or}, {@link Coalesce}) evaluate an operand only for rows that need it, so that a guarded division does not fail.
 */
public sealed interface Expr {
    SqlType type();

    /** Column {@code column} of the input. */
    record InputRef(int column, SqlType type) implements Expr {}

    /**
     * A constant.
     *
     * @param value in stored form by physical kind: {@code Boolean}; {@code Integer}; {@code Long}; {@code BigInteger}
     *     (INT128); {@code Float}; {@code Double}; {@code String} (character types); {@code byte[]} wrapped in
     *     {@link Bytes} (VARBINARY); {@code List} of such values for nested types; null for NULL
     */
    record Literal(@Nullable Object value, SqlType type) implements Expr {}

    /** The value of a VARBINARY literal. */
    record Bytes(byte[] value) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bytes bytes && java.util.Arrays.equals(value, bytes.value);
        }

        @Override
        public int hashCode() {
            return java.util.Arrays.hashCode(value);
        }
    }

    /** Statement parameter {@code index}, from 0; its value is bound when execution starts. */
    record Parameter(int index, SqlType type) implements Expr {}

    /**
     * A value that is constant during one execution, known only when it starts: {@code current_timestamp} and its like.
     */
    record ExecutionConstant(String name, SqlType type) implements Expr {}

    /**
     * A function of the registry ({@code io.algeon.engine.function}); operators are functions too ({@code add},
     * {@code equal}, {@code like}).
     */
    record Call(String function, List<Expr> operands, SqlType type) implements Expr {
        public Call {
            Objects.requireNonNull(function);
            operands = List.copyOf(operands);
        }
    }

    /** CAST; {@code safe} gives NULL instead of an error (TRY_CAST). */
    record Cast(Expr operand, SqlType type, boolean safe) implements Expr {}

    /** Searched CASE. Branches are tried in order; none true and no {@code otherwise} value gives {@code otherwise}. */
    record Case(List<When> branches, Expr otherwise, SqlType type) implements Expr {
        public Case {
            branches = List.copyOf(branches);
        }

        /** A branch. */
        public record When(Expr condition, Expr value) {}
    }

    /** First operand that is not NULL; later operands are evaluated only where needed. All have the result's type. */
    record Coalesce(List<Expr> operands, SqlType type) implements Expr {
        public Coalesce {
            operands = List.copyOf(operands);
        }
    }

    /** Three-valued conjunction; operand {@code i + 1} is evaluated only where operands up to {@code i} are not false. */
    record And(List<Expr> operands, SqlType type) implements Expr {
        public And {
            operands = List.copyOf(operands);
        }
    }

    /** Three-valued disjunction; operand {@code i + 1} is evaluated only where operands up to {@code i} are not true. */
    record Or(List<Expr> operands, SqlType type) implements Expr {
        public Or {
            operands = List.copyOf(operands);
        }
    }

    /**
     * Membership of {@code operand} in a set of constants of its type, in SQL's three-valued logic: UNKNOWN for a NULL
     * operand, and for a value outside the set if {@code hasNull}. NOT IN is {@code not(InSet)}.
     */
    record InSet(Expr operand, List<Literal> values, boolean hasNull, SqlType type) implements Expr {
        public InSet {
            values = List.copyOf(values);
        }
    }
}
