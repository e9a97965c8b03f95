package io.algeon.engine.tablefunction;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/**
 * A bound call. Immutable, compared by value; holds no data.
 *
 * @param relations those that are given, in declared order
 * @param options one for each declared option, in declared order, each a constant of the option's type: a literal or an
 *     expression over statement parameters
 * @param vertexType type of the ids in the result
 */
public record FunctionCall(
        TableFunction function, List<RelationInput> relations, List<Expr> options, SqlType vertexType) {
    public FunctionCall {
        relations = List.copyOf(relations);
        options = List.copyOf(options);
    }

    /** A given relation; its columns are exactly these fields of the argument, in order. */
    public record RelationInput(String argument, List<String> fields) {
        public RelationInput {
            fields = List.copyOf(fields);
        }
    }

    /** Position of a relation argument among the given ones; -1 if it is not given. */
    public int relation(String argument) {
        for (int i = 0; i < relations.size(); i++) {
            if (relations.get(i).argument().equals(argument)) {
                return i;
            }
        }
        return -1;
    }

    /** The expression of an option. */
    public Expr option(String name) {
        List<Argument.Option> declared = function.options();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).name().equals(name)) {
                return options.get(i);
            }
        }
        throw new IllegalArgumentException(function.name() + " has no option " + name);
    }
}
