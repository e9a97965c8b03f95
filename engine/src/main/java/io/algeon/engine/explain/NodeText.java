package io.algeon.engine.explain;

import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.plan.WindowCall;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Names and details of plan nodes, with columns by name. */
final class NodeText {
    private NodeText() {}

    static String name(PlanNode node) {
        if (node instanceof PlanNode.Join join) {
            String kind = join.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            boolean cross = join.leftKeys().isEmpty() && join.kind() == JoinKind.INNER && isTrue(join.residual());
            return cross ? "Cross join" : (join.leftKeys().isEmpty() ? "Nested loop join " : "Hash join ") + kind;
        } else if (node instanceof PlanNode.SetOperation operation) {
            return (operation.except() ? "Except" : "Intersect") + (operation.all() ? " all" : "");
        } else if (node instanceof PlanNode.Sort sort) {
            return isNull(sort.limit()) ? "Sort" : "Top";
        } else if (node instanceof PlanNode.UnionAll) {
            return "Union all";
        } else if (node instanceof PlanNode.TableFunction function) {
            return "Function " + function.call().function().name();
        } else if (node instanceof PlanNode.Recursion recursion) {
            return recursion.distinct() ? "Recursive union" : "Recursive union all";
        } else if (node instanceof PlanNode.RecursiveRows) {
            return "Rows of the step before";
        }
        return node.getClass().getSimpleName();
    }

    static String details(PlanNode node) {
        if (node instanceof PlanNode.Scan scan) {
            return scan(scan);
        } else if (node instanceof PlanNode.Values values) {
            return values.rows().size() == 1 ? "1 row" : values.rows().size() + " rows";
        } else if (node instanceof PlanNode.Filter filter) {
            return expression(filter.condition(), filter.input().output());
        } else if (node instanceof PlanNode.Project project) {
            return project(project);
        } else if (node instanceof PlanNode.Join join) {
            return join(join);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (node instanceof PlanNode.Sort sort) {
            return sort(sort);
        } else if (node instanceof PlanNode.Window window) {
            return window(window);
        } else if (node instanceof PlanNode.Unnest unnest) {
            return unnest.collections().stream()
                    .map(column -> unnest.input().output().get(column).name())
                    .collect(Collectors.joining(", "));
        } else if (node instanceof PlanNode.Sample sample) {
            return sample.share() * 100 + " percent of the " + (sample.byBatch() ? "batches" : "rows");
        } else if (node instanceof PlanNode.Limit limit) {
            return limit(limit.limit(), limit.offset()).strip();
        } else if (node instanceof PlanNode.TableFunction function) {
            return FunctionText.details(function);
        } else if (node instanceof PlanNode.Write write) {
            return "to " + write.file().target()
                    + (write.file().options().isEmpty()
                            ? ""
                            : " " + write.file().options());
        } else if (node instanceof PlanNode.Shared shared) {
            return "#" + shared.id();
        }
        return "";
    }

    private static String scan(PlanNode.Scan scan) {
        TableDef table = scan.table().definition();
        String columns = scan.output().stream().map(ColumnDef::name).collect(Collectors.joining(", "));
        String predicates = scan.request().predicates().stream()
                .map(predicate -> expression(predicate, table.columns()))
                .collect(Collectors.joining(" AND "));
        String details = scan.table().details();
        return table.name() + " (" + columns + ")" + (predicates.isEmpty() ? "" : " where " + predicates)
                + (details.isEmpty() ? "" : " " + details);
    }

    private static String project(PlanNode.Project project) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < project.expressions().size(); i++) {
            String text =
                    expression(project.expressions().get(i), project.input().output());
            String name = project.output().get(i).name();
            columns.add(text.equals(name) ? text : text + " AS " + name);
        }
        return String.join(", ", columns);
    }

    private static String join(PlanNode.Join join) {
        List<ColumnDef> left = named("left.", join.left().output(), join.right().output());
        List<ColumnDef> right =
                named("right.", join.right().output(), join.left().output());
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < join.leftKeys().size(); i++) {
            conditions.add(left.get(join.leftKeys().get(i)).name()
                    + (join.nullsEqual().get(i) ? " IS NOT DISTINCT FROM " : " = ")
                    + right.get(join.rightKeys().get(i)).name());
        }
        if (!isTrue(join.residual())) {
            List<ColumnDef> both = new ArrayList<>(left);
            both.addAll(right);
            conditions.add(expression(join.residual(), both));
        }
        return conditions.isEmpty() ? "" : "on " + String.join(" AND ", conditions);
    }

    /** Columns with the side in their name where the other side has a column of the same name. */
    private static List<ColumnDef> named(String side, List<ColumnDef> columns, List<ColumnDef> others) {
        Set<String> taken = others.stream().map(ColumnDef::name).collect(Collectors.toSet());
        return columns.stream()
                .map(column ->
                        taken.contains(column.name()) ? new ColumnDef(side + column.name(), column.type()) : column)
                .toList();
    }

    private static String aggregate(PlanNode.Aggregate aggregate) {
        List<ColumnDef> input = aggregate.input().output();
        List<String> parts = new ArrayList<>();
        for (AggregateCall call : aggregate.calls()) {
            String arguments = call.arguments().isEmpty()
                    ? "*"
                    : call.arguments().stream()
                            .map(column -> input.get(column).name())
                            .collect(Collectors.joining(", "));
            parts.add(call.function() + "(" + (call.distinct() ? "DISTINCT " : "") + arguments + ")"
                    + (call.filter() < 0
                            ? ""
                            : " FILTER " + input.get(call.filter()).name()));
        }
        String groups = aggregate.groupColumns().stream()
                .map(column -> input.get(column).name())
                .collect(Collectors.joining(", "));
        return String.join(", ", parts) + (groups.isEmpty() ? "" : (parts.isEmpty() ? "by " : " by ") + groups);
    }

    private static String window(PlanNode.Window window) {
        List<ColumnDef> input = window.input().output();
        List<String> calls = new ArrayList<>();
        for (WindowCall call : window.calls()) {
            String arguments = call.arguments().stream()
                    .map(column -> input.get(column).name())
                    .collect(Collectors.joining(", "));
            calls.add(call.function() + "(" + (call.distinct() ? "DISTINCT " : "") + arguments + ")"
                    + (call.ignoreNulls() ? " IGNORE NULLS" : ""));
        }
        String partition = window.partitionKeys().stream()
                .map(column -> input.get(column).name())
                .collect(Collectors.joining(", "));
        String order = window.order().stream().map(key -> key(key, input)).collect(Collectors.joining(", "));
        return String.join(", ", calls)
                + (partition.isEmpty() ? "" : " by " + partition)
                + (order.isEmpty() ? "" : " order " + order)
                + (window.firstRows() < 0 ? "" : " first " + window.firstRows());
    }

    private static String sort(PlanNode.Sort sort) {
        List<String> keys = new ArrayList<>();
        sort.keys().forEach(key -> keys.add(key(key, sort.output())));
        String partition = String.join(", ", keys.subList(0, sort.partitionKeys()));
        return String.join(", ", keys.subList(sort.partitionKeys(), keys.size()))
                + limit(sort.limit(), sort.offset())
                + (partition.isEmpty() ? "" : " for each " + partition);
    }

    private static String key(SortKey key, List<ColumnDef> columns) {
        boolean usual = key.nullsFirst() == key.descending();
        return columns.get(key.column()).name()
                + (key.descending() ? " DESC" : "")
                + (usual ? "" : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
    }

    private static String limit(Expr limit, Expr offset) {
        return (isNull(limit) ? "" : " limit " + expression(limit, List.of()))
                + (isNull(offset) || offset.equals(new Expr.Literal(0L, offset.type()))
                        ? ""
                        : " offset " + expression(offset, List.of()));
    }

    private static boolean isTrue(Expr expr) {
        return expr instanceof Expr.Literal literal && Boolean.TRUE.equals(literal.value());
    }

    private static boolean isNull(Expr expr) {
        return expr instanceof Expr.Literal literal && literal.value() == null;
    }

    private static String expression(Expr expr, List<ColumnDef> columns) {
        return ExpressionText.of(expr, columns);
    }
}
