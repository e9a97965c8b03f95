package io.algeon.engine.tablefunction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that takes relations and options and gives a relation. One immutable instance each; thread-safe.
 *
 * <p>A call runs in three stages: its relations are collected as they arrive, what their {@link Preparation} makes of them is
 * built (once a query for equal inputs), and {@link #run} computes the rows.
 */
public interface TableFunction {
    /** Lower case. */
    String name();

    /** The group that the reference lists it in. */
    String family();

    /** What it does, in a sentence. */
    String summary();

    /** In positional order. */
    List<Argument> arguments();

    List<OutputColumn> columns();

    /** Whether a device back end can carry it out. */
    default boolean runsOnGpu() {
        return false;
    }

    /** What is built from the relations before the function runs; null: nothing. */
    default @Nullable Preparation preparation() {
        return null;
    }

    /**
     * Checks options against each other and the relations that are given; each alone is within its limits. Options that are
     * not known yet (parameters) are not among {@code options}.
     *
     * @throws io.algeon.metadata.error.EngineException {@code argument_invalid}
     */
    default void check(FunctionCall call, Options options) {}

    /** Rows that a call is expected to give, from those of its relations, in declared order, 0 where one is not given. */
    double estimatedRows(List<Double> relationRows);

    /** Memory that a call is expected to hold, from the rows of its relations. */
    default long estimatedBytes(FunctionCall call, List<Double> relationRows) {
        return 0;
    }

    /** What a call will hold and do at most, for EXPLAIN: name and value pairs, from the expected rows; may be empty. */
    default String outlook(FunctionCall call, List<Double> relationRows) {
        return "";
    }

    /**
     * Computes the rows. Called once a call, by one thread, which may use the invocation's crew.
     *
     * @throws io.algeon.metadata.error.EngineException if the input is not fit for it
     */
    FunctionRows run(Invocation invocation);

    /** The options among the arguments. */
    default List<Argument.Option> options() {
        return arguments().stream()
                .filter(Argument.Option.class::isInstance)
                .map(Argument.Option.class::cast)
                .toList();
    }

    /** The relations among the arguments. */
    default List<Argument.Relation> relations() {
        return arguments().stream()
                .filter(Argument.Relation.class::isInstance)
                .map(Argument.Relation.class::cast)
                .toList();
    }

    /** Such as {@code f(edges => (src, dst [, weight]), alpha => 0.85)}. */
    default String signature() {
        StringBuilder text = new StringBuilder(name()).append('(');
        for (Argument argument : arguments()) {
            if (text.charAt(text.length() - 1) != '(') {
                text.append(", ");
            }
            text.append(argument.name()).append(" => ");
            if (argument instanceof Argument.Relation relation) {
                StringBuilder fields = new StringBuilder();
                for (Argument.Field field : relation.fields()) {
                    String name = fields.isEmpty() ? field.name() : ", " + field.name();
                    fields.append(field.required() ? name : " [" + name.strip() + "]");
                }
                text.append('(').append(fields).append(')');
            } else {
                Argument.Option option = (Argument.Option) argument;
                text.append(option.required() ? option.type().name() : option.defaultText());
            }
        }
        return text.append(')').toString();
    }
}
