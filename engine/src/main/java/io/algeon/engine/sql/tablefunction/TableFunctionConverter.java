package io.algeon.engine.sql.tablefunction;

import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/** Calcite's conversion, with bound calls of table functions. */
public final class TableFunctionConverter extends SqlToRelConverter {
    private final RelOptCluster nodes;

    public TableFunctionConverter(
            RelOptTable.ViewExpander views,
            SqlValidator validator,
            Prepare.CatalogReader reader,
            RelOptCluster cluster,
            SqlRexConvertletTable convertlets,
            Config config) {
        super(views, validator, reader, cluster, convertlets, config);
        this.nodes = cluster;
    }

    @Override
    protected void convertCollectionTable(Blackboard board, SqlCall call) {
        if (!(call.getOperator() instanceof TableFunctionOperator operator)) {
            super.convertCollectionTable(board, call);
            return;
        }
        List<TableFunctionRel.Input> relations = new ArrayList<>();
        Map<String, RexNode> options = new LinkedHashMap<>();
        for (int i = 0; i < call.operandCount(); i++) {
            Argument argument = operator.argument(i);
            if (argument instanceof Argument.Relation) {
                RelNode rel =
                        convertQueryRecursive(call.operand(i), false, null).project();
                if (!RelOptUtil.getVariablesUsed(rel).isEmpty()) {
                    SqlParserPos position = call.operand(i).getParserPosition();
                    throw new EngineException(
                            ErrorCode.UNSUPPORTED_OPERATOR,
                            "The argument " + argument.name() + " of "
                                    + operator.function().name() + " (" + Place.of(position)
                                    + ") refers to an outer query, so that the function would run once a row. That is not"
                                    + " available: compute the function over all rows, and join its result.");
                }
                TableFunctionOperator.BoundRelation bound = operator.relation(argument.name());
                relations.add(new TableFunctionRel.Input(argument.name(), rel, bound.fields(), bound.positions()));
            } else {
                options.put(argument.name(), board.convertExpression(call.operand(i)));
            }
        }
        board.setRoot(
                new TableFunctionRel(
                        nodes, operator.function(), relations, options, operator.vertexType(), operator.rowType()),
                true);
    }
}
