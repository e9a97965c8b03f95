package io.algeon.cuda.fragment;

import io.algeon.cuda.operator.Aggregation;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY in two steps: partial aggregates of parts of the input, which are aggregated again. Partial sums are DECIMAL of 38 digits,
 * AVG is a sum and a count. Aggregates that have no partial form (DISTINCT, variances) and several grouping sets need all rows
 * together.
 */
final class AggregateReduction implements Reduction {
    private static final Set<String> SAME =
            Set.of("min", "max", "bool_and", "bool_or", "every", "some", "bit_and", "bit_or", "bit_xor", "any_value");

    private final Aggregation whole;
    private final @Nullable Steps steps;
    private final Operators operators;

    private record Steps(
            Aggregation partial,
            Aggregation again,
            Aggregation last,
            @Nullable List<Expr> results) {}

    private AggregateReduction(Aggregation whole, @Nullable Steps steps, Operators operators) {
        this.whole = whole;
        this.steps = steps;
        this.operators = operators;
    }

    static AggregateReduction of(PlanNode.Aggregate node, Operators operators) {
        return new AggregateReduction(new Aggregation(node, operators), steps(node, operators), operators);
    }

    private static @Nullable Steps steps(PlanNode.Aggregate node, Operators operators) {
        if (node.groupingSets().size() != 1
                || node.groupingSets().get(0).size() != node.groupColumns().size()) {
            return null;
        }
        List<SqlType> types =
                node.input().output().stream().map(ColumnDef::type).toList();
        int keys = node.groupColumns().size();
        List<AggregateCall> partial = new ArrayList<>();
        List<AggregateCall> again = new ArrayList<>();
        List<AggregateCall> last = new ArrayList<>();
        List<Expr> results = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            results.add(new Expr.InputRef(
                    i,
                    types.get(node.groupColumns().get(node.groupingSets().get(0).get(i)))));
        }
        boolean needsProjection = false;
        for (AggregateCall call : node.calls()) {
            if (call.distinct() && !SAME.contains(call.function())
                    || !call.order().isEmpty()) {
                return null;
            }
            int column = keys + partial.size();
            if (call.function().equals("count")) {
                partial.add(call);
                addSum(column, SqlTypes.BIGINT, SqlTypes.BIGINT, again, last);
                results.add(new Expr.InputRef(column, SqlTypes.BIGINT));
            } else if (SAME.contains(call.function())) {
                partial.add(call);
                AggregateCall merging =
                        new AggregateCall(call.function(), List.of(column), false, -1, List.of(), call.type());
                again.add(merging);
                last.add(merging);
                results.add(new Expr.InputRef(column, call.type()));
            } else if (call.function().equals("sum") || call.function().equals("avg")) {
                SqlType argument = types.get(call.arguments().get(0));
                boolean floating = argument.kind().isFloating();
                if (!floating && !argument.kind().isExactNumeric()) {
                    return null;
                }
                SqlType sum = floating
                        ? SqlTypes.DOUBLE.withNullable(true)
                        : SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, argument.scale())
                                .withNullable(true);
                partial.add(with(call, "sum", sum));
                boolean isSum = call.function().equals("sum");
                addSum(column, sum, isSum ? call.type() : sum, again, last);
                if (isSum) {
                    results.add(new Expr.InputRef(column, call.type()));
                } else {
                    partial.add(with(call, "count", SqlTypes.BIGINT));
                    addSum(column + 1, SqlTypes.BIGINT, SqlTypes.BIGINT, again, last);
                    results.add(Aggregation.quotient(column, sum, column + 1, call.type()));
                    needsProjection = true;
                }
            } else {
                return null;
            }
        }
        PlanNode.Aggregate first = aggregate(node.input(), node.groupColumns(), partial, types);
        List<Integer> keyColumns = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            keyColumns.add(i);
        }
        List<SqlType> partialTypes =
                first.output().stream().map(ColumnDef::type).toList();
        return new Steps(
                new Aggregation(first, operators),
                new Aggregation(aggregate(first, keyColumns, again, partialTypes), operators),
                new Aggregation(aggregate(first, keyColumns, last, partialTypes), operators),
                needsProjection ? results : null);
    }

    private static AggregateCall with(AggregateCall call, String function, SqlType type) {
        return new AggregateCall(function, call.arguments(), false, call.filter(), List.of(), type);
    }

    private static void addSum(
            int column, SqlType type, SqlType result, List<AggregateCall> again, List<AggregateCall> last) {
        again.add(new AggregateCall("sum", List.of(column), false, -1, List.of(), type));
        last.add(new AggregateCall("sum", List.of(column), false, -1, List.of(), result));
    }

    private static PlanNode.Aggregate aggregate(
            PlanNode input, List<Integer> groupColumns, List<AggregateCall> calls, List<SqlType> inputTypes) {
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < groupColumns.size(); i++) {
            output.add(new ColumnDef("key" + i, inputTypes.get(groupColumns.get(i))));
            all.add(i);
        }
        for (AggregateCall call : calls) {
            output.add(new ColumnDef(call.function(), call.type()));
        }
        return new PlanNode.Aggregate(input, groupColumns, List.of(all), calls, output, input.estimatedRows());
    }

    @Override
    public DeviceRelation reduce(DeviceRelation part) {
        return steps == null ? part.retain() : steps.partial().aggregate(part);
    }

    @Override
    public DeviceRelation combine(DeviceRelation reduced) {
        return steps == null ? reduced.retain() : steps.again().aggregate(reduced);
    }

    @Override
    public DeviceRelation finish(DeviceRelation rows) {
        return whole.aggregate(rows);
    }

    @Override
    public DeviceRelation finishReduced(DeviceRelation reduced) {
        if (steps == null) {
            return whole.aggregate(reduced);
        }
        DeviceRelation sums = steps.last().aggregate(reduced);
        List<Expr> results = steps.results();
        if (results == null) {
            return sums;
        }
        try (sums) {
            return operators.programs().project(operators.programs().projection(results), sums);
        }
    }
}
