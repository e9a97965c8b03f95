package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Preparation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call's preparation is made from. Calls of a plan with equal keys share it.
 *
 * @param relations names of the relation arguments, one an input
 */
public record PreparationKey(
        Preparation preparation,
        List<String> relations,
        List<List<String>> fields,
        List<Expr> options,
        List<PlanNode> inputs) {

    /** The key of a call; null if its function prepares nothing. */
    public static @Nullable PreparationKey of(PlanNode.TableFunction node) {
        FunctionCall call = node.call();
        Preparation preparation = call.function().preparation();
        if (preparation == null) {
            return null;
        }
        List<String> relations = new ArrayList<>();
        List<List<String>> fields = new ArrayList<>();
        List<PlanNode> inputs = new ArrayList<>();
        for (int i = 0; i < call.relations().size(); i++) {
            FunctionCall.RelationInput relation = call.relations().get(i);
            if (preparation.relations().contains(relation.argument())) {
                relations.add(relation.argument());
                fields.add(relation.fields());
                inputs.add(node.inputs().get(i));
            }
        }
        List<Expr> options = new ArrayList<>();
        preparation.options().forEach(option -> options.add(call.option(option)));
        return new PreparationKey(preparation, relations, fields, options, inputs);
    }
}
