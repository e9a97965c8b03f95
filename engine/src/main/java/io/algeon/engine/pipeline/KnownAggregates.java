package io.algeon.engine.pipeline;

import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnFacts;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers COUNT, MIN and MAX over a whole table from what the table knows of itself, where that is exact. */
final class KnownAggregates {
    private KnownAggregates() {}

    /** The aggregation's one row, or empty if rows have to be read. */
    static Optional<PlanNode.Values> of(PlanNode.Aggregate aggregate, Function<TableSource, TableSnapshot> snapshots) {
        if (!(aggregate.input() instanceof PlanNode.Scan scan)
                || !aggregate.groupColumns().isEmpty()
                || aggregate.groupingSets().size() != 1
                || !scan.request().predicates().isEmpty()
                || scan.request().limit() >= 0
                || !aggregate.calls().stream().allMatch(KnownAggregates::mayBeKnown)) {
            return Optional.empty();
        }
        TableSnapshot snapshot = snapshots.apply(scan.table());
        if (snapshot.rowCount() < 0) {
            return Optional.empty();
        }
        List<Expr> row = new ArrayList<>();
        for (AggregateCall call : aggregate.calls()) {
            Expr.Literal value = value(call, scan, snapshot);
            if (value == null) {
                return Optional.empty();
            }
            row.add(value);
        }
        return Optional.of(new PlanNode.Values(List.of(List.copyOf(row)), aggregate.output()));
    }

    private static boolean mayBeKnown(AggregateCall call) {
        return call.filter() < 0
                && switch (call.function()) {
                    case "count" -> !call.distinct() && call.arguments().size() <= 1;
                    case "min", "max" -> true;
                    default -> false;
                };
    }

    private static Expr.@Nullable Literal value(AggregateCall call, PlanNode.Scan scan, TableSnapshot snapshot) {
        if (call.arguments().isEmpty()) {
            return new Expr.Literal(snapshot.rowCount(), call.type());
        }
        int column = scan.request().columns().get(call.arguments().get(0));
        ColumnFacts facts = snapshot.facts(column).orElse(null);
        if (facts == null) {
            return null;
        }
        if (call.function().equals("count")) {
            return new Expr.Literal(snapshot.rowCount() - facts.nullCount(), call.type());
        }
        if (!facts.hasRange()) {
            return null;
        }
        return new Expr.Literal(call.function().equals("min") ? facts.min() : facts.max(), call.type());
    }
}
