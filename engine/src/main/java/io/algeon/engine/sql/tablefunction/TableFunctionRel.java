package io.algeon.engine.sql.tablefunction;

import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** A call in the relational tree. */
public final class TableFunctionRel extends AbstractRelNode {
    private final TableFunction function;
    private final List<Input> relations;
    private final Map<String, RexNode> options;
    private final SqlType vertexType;

    /** A given relation: the columns at these positions are these fields of the argument. */
    public record Input(String argument, RelNode rel, List<String> fields, List<Integer> positions) {}

    TableFunctionRel(
            RelOptCluster cluster,
            TableFunction function,
            List<Input> relations,
            Map<String, RexNode> options,
            SqlType vertexType,
            RelDataType rowType) {
        super(cluster, cluster.traitSet());
        this.function = function;
        this.relations = List.copyOf(relations);
        this.options = Map.copyOf(options);
        this.vertexType = vertexType;
        this.rowType = rowType;
    }

    public TableFunction function() {
        return function;
    }

    public List<Input> relations() {
        return relations;
    }

    /** The options that are given. */
    public Map<String, RexNode> options() {
        return options;
    }

    public SqlType vertexType() {
        return vertexType;
    }

    @Override
    public List<RelNode> getInputs() {
        return relations.stream().map(Input::rel).toList();
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        List<Input> replaced = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            Input input = relations.get(i);
            replaced.add(new Input(input.argument(), inputs.get(i), input.fields(), input.positions()));
        }
        return new TableFunctionRel(getCluster(), function, replaced, options, vertexType, rowType);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        super.explainTerms(writer);
        for (Input input : relations) {
            writer.input(input.argument(), input.rel());
        }
        return writer.item("function", function.name()).item("options", options);
    }
}
