package io.algeon.engine.explain;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import java.util.ArrayList;
import java.util.List;

/** Details of a call of a table function: its relations, the options that are not as by default, and what it will take. */
final class FunctionText {
    private FunctionText() {}

    static String details(PlanNode.TableFunction node) {
        FunctionCall call = node.call();
        List<String> parts = new ArrayList<>();
        for (FunctionCall.RelationInput relation : call.relations()) {
            parts.add(relation.argument() + " (" + String.join(", ", relation.fields()) + ")");
        }
        List<Argument.Option> declared = call.function().options();
        for (int i = 0; i < declared.size(); i++) {
            Expr value = call.options().get(i);
            Expr usual = new Expr.Literal(
                    declared.get(i).defaultValue(), declared.get(i).type().sqlType());
            if (!value.equals(usual)) {
                parts.add(declared.get(i).name() + " " + ExpressionText.of(value, List.of()));
            }
        }
        String outlook = call.function().outlook(call, node.relationRows());
        return String.join(", ", parts) + (outlook.isEmpty() ? "" : "; " + outlook);
    }
}
