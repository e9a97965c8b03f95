package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns sub-queries of conditions and values into joins. In a conjunct of a filter, EXISTS, IN and SOME become semi joins,
 * their negations anti joins; everywhere else a mark join adds their truth value as a column, and a scalar sub-query's
 * value comes from an outer join.
 *
 * <p>NULLs: an anti join for NOT IN drops a row unless its comparison is FALSE for every row of the sub-query: the
 * null-aware anti join does that for one uncorrelated key, otherwise the residual "comparison is not FALSE". As a value,
 * IN over a correlated sub-query is asked twice: is there a row for which the comparison is TRUE, and one for which it is
 * UNKNOWN.
 */
final class SubQueries {
    /** An expression, and the node that it can be computed over. */
    record Value(LogicalNode node, Expr expression) {}

    private final LogicalBuilder builder;
    private final ScalarTranslator translator;
    private final ConstantFolder folder;
    private final QueryColumns columns;
    private final Unnester unnester;

    SubQueries(LogicalBuilder builder, ScalarTranslator translator, ConstantFolder folder, QueryColumns columns) {
        this.builder = builder;
        this.translator = translator;
        this.folder = folder;
        this.columns = columns;
        this.unnester = new Unnester(columns);
    }

    /** A scalar without sub-queries, over fields. */
    Expr translate(RexNode node, List<Column> fields) {
        return folder.fold(translator.translate(node.accept(new References(fields, Map.of()))));
    }

    LogicalNode lateral(LogicalNode left, LogicalNode right, LogicalNode.Pairing pairing) {
        return unnester.join(left, right, pairing, List.of(), null);
    }

    /** Keeps the rows for which a condition with sub-queries is true. */
    LogicalNode restrict(LogicalNode node, RexNode condition, List<Column> fields) {
        RexNode inner = condition;
        boolean negated = false;
        while (inner.getKind() == SqlKind.NOT) {
            inner = ((RexCall) inner).getOperands().get(0);
            negated = !negated;
        }
        if (inner instanceof RexSubQuery subQuery && isPredicate(subQuery)) {
            return negated ? anti(node, subQuery, fields) : semi(node, subQuery, fields);
        }
        Value value = value(node, condition, fields);
        return LogicalBuilder.filter(value.node(), List.of(value.expression()));
    }

    /** The value of a scalar that may hold sub-queries. */
    Value value(LogicalNode node, RexNode scalar, List<Column> fields) {
        return value(node, scalar, fields, Map.of());
    }

    /** The value of a scalar that may hold sub-queries and window functions; these are computed already. */
    Value value(LogicalNode node, RexNode scalar, List<Column> fields, Map<RexOver, Column> windows) {
        References references = new References(fields, windows);
        references.node = node;
        RexNode plain = scalar.accept(references);
        return new Value(references.node, folder.fold(translator.translate(plain)));
    }

    /** Fields of the current row that a scalar reads, directly or through the correlation variables of sub-queries. */
    static ImmutableBitSet fieldsOf(RexNode node, Set<CorrelationId> variables) {
        ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
        node.accept(new FieldFinder(fields, variables));
        return fields.build();
    }

    /** Whether a scalar holds a sub-query. */
    static boolean isIn(RexNode node) {
        return RexUtil.SubQueryFinder.find(node) != null;
    }

    private static boolean isPredicate(RexSubQuery subQuery) {
        return subQuery.getKind() == SqlKind.EXISTS
                || subQuery.getKind() == SqlKind.IN
                || subQuery.getKind() == SqlKind.SOME;
    }

    private LogicalNode semi(LogicalNode node, RexSubQuery subQuery, List<Column> fields) {
        Operands operands = operands(node, subQuery, fields);
        return unnester.join(operands.node, operands.right, LogicalNode.Pairing.SEMI, operands.comparisons, null);
    }

    private LogicalNode anti(LogicalNode node, RexSubQuery subQuery, List<Column> fields) {
        Operands operands = operands(node, subQuery, fields);
        if (operands.comparisons.isEmpty() || !operands.isNullable()) {
            return unnester.join(operands.node, operands.right, LogicalNode.Pairing.ANTI, operands.comparisons, null);
        }
        if (operands.isSingleKey() && FreeColumns.of(operands.right).isEmpty()) {
            return new LogicalNode.Join(
                    operands.node, operands.right, LogicalNode.Pairing.ANTI_NULL_AWARE, operands.comparisons, null);
        }
        Expr possible = ExprTrees.call("is_not_false", ExprTrees.conjunction(operands.comparisons));
        return unnester.join(operands.node, operands.right, LogicalNode.Pairing.ANTI, List.of(possible), null);
    }

    /** The truth value of EXISTS, IN or SOME. */
    private Value mark(LogicalNode node, RexSubQuery subQuery, List<Column> fields) {
        Operands operands = operands(node, subQuery, fields);
        boolean threeValued = !operands.comparisons.isEmpty() && operands.isNullable();
        if (threeValued
                && operands.isSingleKey()
                && FreeColumns.of(operands.right).isEmpty()) {
            Column mark = markColumn(true);
            return new Value(
                    new LogicalNode.Join(
                            operands.node, operands.right, LogicalNode.Pairing.MARK, operands.comparisons, mark),
                    mark.reference());
        }
        Column matched = markColumn(true);
        LogicalNode joined =
                unnester.join(operands.node, operands.right, LogicalNode.Pairing.MARK, operands.comparisons, matched);
        Expr isMatched = ExprTrees.call("is_true", matched.reference());
        if (!threeValued) {
            return new Value(joined, isMatched);
        }
        Operands again = operands(joined, subQuery, fields);
        Column unknown = markColumn(true);
        Expr isUnknown = ExprTrees.call("is_null", ExprTrees.conjunction(again.comparisons));
        joined = unnester.join(again.node, again.right, LogicalNode.Pairing.MARK, List.of(isUnknown), unknown);
        Expr value = new Expr.Case(
                List.of(
                        new Expr.Case.When(isMatched, ExprTrees.TRUE),
                        new Expr.Case.When(
                                ExprTrees.call("is_true", unknown.reference()),
                                new Expr.Literal(null, SqlTypes.BOOLEAN))),
                ExprTrees.FALSE,
                SqlTypes.BOOLEAN);
        return new Value(joined, value);
    }

    private Column markColumn(boolean nullable) {
        return columns.create("mark", SqlTypes.BOOLEAN.withNullable(nullable), new ColumnFacts(2, 0, 1, 0, 1, false));
    }

    private Value scalar(LogicalNode node, RexSubQuery subQuery) {
        LogicalBuilder.Relation relation = builder.build(subQuery.rel);
        return unnester.scalar(node, relation.node(), relation.fields().get(0));
    }

    /** The inputs of a sub-query's join, and its comparisons (none for EXISTS). */
    private record Operands(LogicalNode node, LogicalNode right, List<Expr> comparisons, boolean equality) {
        boolean isNullable() {
            return comparisons.stream().anyMatch(comparison -> comparison.type().nullable());
        }

        boolean isSingleKey() {
            return equality && comparisons.size() == 1;
        }
    }

    private Operands operands(LogicalNode node, RexSubQuery subQuery, List<Column> fields) {
        LogicalBuilder.Relation right = builder.build(subQuery.rel);
        if (subQuery.getKind() == SqlKind.EXISTS) {
            return new Operands(node, right.node(), List.of(), false);
        }
        String function = subQuery.op instanceof SqlQuantifyOperator quantified && subQuery.getKind() == SqlKind.SOME
                ? comparison(quantified.comparisonKind)
                : "equal";
        List<Expr> comparisons = new ArrayList<>();
        for (int i = 0; i < subQuery.getOperands().size(); i++) {
            Value operand = value(node, subQuery.getOperands().get(i), fields);
            node = operand.node();
            comparisons.add(Comparisons.compare(
                    function, operand.expression(), right.fields().get(i).reference()));
        }
        return new Operands(node, right.node(), comparisons, function.equals("equal"));
    }

    private static String comparison(SqlKind kind) {
        return switch (kind) {
            case EQUALS -> "equal";
            case NOT_EQUALS -> "not_equal";
            case LESS_THAN -> "less";
            case LESS_THAN_OR_EQUAL -> "less_or_equal";
            case GREATER_THAN -> "greater";
            case GREATER_THAN_OR_EQUAL -> "greater_or_equal";
            default ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR, "A quantified comparison by " + kind + " is not available.");
        };
    }

    /** Replaces field references, correlation variables and sub-queries by references to columns. */
    private final class References extends RexShuttle {
        private final List<Column> fields;
        private final Map<RexOver, Column> windows;
        private @Nullable LogicalNode node;

        References(List<Column> fields, Map<RexOver, Column> windows) {
            this.fields = fields;
            this.windows = windows;
        }

        @Override
        public RexNode visitInputRef(RexInputRef reference) {
            return new RexInputRef(fields.get(reference.getIndex()).id(), reference.getType());
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable) {
                Column column =
                        builder.correlated(variable.id, access.getField().getIndex());
                return new RexInputRef(column.id(), access.getType());
            }
            return super.visitFieldAccess(access);
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexOver sum = Windows.sumOf(call);
            return sum == null ? super.visitCall(call) : windowed(sum, call.getType());
        }

        @Override
        public RexNode visitOver(RexOver over) {
            return windowed(over, over.getType());
        }

        private RexNode windowed(RexOver over, RelDataType type) {
            Column column = windows.get(over);
            if (column == null) {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR,
                        "The window function " + over.getAggOperator().getName()
                                + " is not possible in this place. Compute it in a sub-query in FROM.");
            }
            return new RexInputRef(column.id(), type);
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            if (node == null) {
                throw new EngineException(ErrorCode.UNSUPPORTED_OPERATOR, "A sub-query is not possible in this place.");
            }
            Value value;
            if (subQuery.getKind() == SqlKind.SCALAR_QUERY) {
                value = scalar(node, subQuery);
            } else if (isPredicate(subQuery)) {
                value = mark(node, subQuery, fields);
            } else {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR,
                        "A sub-query of the form " + subQuery.op.getName() + " (SELECT ...) is not available.");
            }
            node = value.node();
            Expr expression = value.expression();
            if (!(expression instanceof Expr.InputRef)) {
                Column column = columns.create("sub_query", expression);
                node = new LogicalNode.Compute(node, List.of(column), List.of(expression));
                expression = column.reference();
            }
            return new RexInputRef(((Expr.InputRef) expression).column(), subQuery.getType());
        }
    }

    /** Collects the fields of the current row that a scalar reads, looking into sub-queries for correlation variables. */
    private static final class FieldFinder extends RexVisitorImpl<Void> {
        private final ImmutableBitSet.Builder fields;
        private final Set<CorrelationId> variables;

        FieldFinder(ImmutableBitSet.Builder fields, Set<CorrelationId> variables) {
            super(true);
            this.fields = fields;
            this.variables = variables;
        }

        @Override
        public Void visitInputRef(RexInputRef reference) {
            fields.set(reference.getIndex());
            return super.visitInputRef(reference);
        }

        @Override
        public Void visitSubQuery(RexSubQuery subQuery) {
            for (CorrelationId variable : variables) {
                fields.addAll(RelOptUtil.correlationColumns(variable, subQuery.rel));
            }
            return super.visitSubQuery(subQuery);
        }
    }
}
