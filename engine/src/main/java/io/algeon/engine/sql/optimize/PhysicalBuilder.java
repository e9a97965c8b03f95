package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The logical form as physical plan: column numbers become positions, unused columns vanish, predicates that cannot fail
 * enter the scans, equalities become keys, and the smaller side of each join is built.
 */
final class PhysicalBuilder {
    private static final Expr NO_LIMIT = new Expr.Literal(null, SqlTypes.BIGINT);

    /** Up to this limit the columns that expressions read are sorted in place of their results, of which few are needed. */
    private static final long MOST_LATE_ROWS = 100_000;

    /** A plan and the number of the column at each of its positions. */
    record Built(PlanNode node, List<Integer> columns) {
        int position(int column) {
            int position = columns.indexOf(column);
            if (position < 0) {
                throw new IllegalStateException("column " + column + " is not among " + columns);
            }
            return position;
        }

        /** The expression over positions; references take the nullability of the plan's columns. */
        Expr bind(Expr expr) {
            return ExprTrees.replaceReferences(expr, reference -> reference(((Expr.InputRef) reference).column()));
        }

        Expr.InputRef reference(int column) {
            int position = position(column);
            return new Expr.InputRef(position, node.output().get(position).type());
        }
    }

    private final QueryColumns columns;
    private final Estimator estimator;
    private final JoinBuilder joins;

    PhysicalBuilder(QueryColumns columns, Estimator estimator) {
        this.columns = columns;
        this.estimator = estimator;
        this.joins = new JoinBuilder(columns, estimator, this);
    }

    /** The plan of a whole query: exactly these columns, under these names. */
    PlanNode buildQuery(LogicalNode root, List<Column> fields, List<String> names) {
        Built built = build(root, ExprTrees.ids(fields), true);
        List<Expr> expressions = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Expr.InputRef reference = built.reference(fields.get(i).id());
            expressions.add(reference);
            output.add(new ColumnDef(names.get(i), reference.type()));
        }
        return project(built.node, expressions, output);
    }

    /**
     * The plan of a node with at least the needed columns.
     *
     * @param ordered whether the order of the rows is seen by the user
     */
    Built build(LogicalNode node, BitSet needed, boolean ordered) {
        columns.checkCancelled();
        if (node instanceof LogicalNode.Scan scan) {
            return scan(scan, List.of(), needed);
        } else if (node instanceof LogicalNode.Values values) {
            return values(values, needed);
        } else if (node instanceof LogicalNode.Filter filter) {
            return filter(filter, needed, ordered);
        } else if (node instanceof LogicalNode.Compute compute) {
            return compute(compute, needed, ordered);
        } else if (node instanceof LogicalNode.Join join) {
            return joins.build(join, needed);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return aggregate(aggregate, needed);
        } else if (node instanceof LogicalNode.Sort sort) {
            return sort(sort, needed, ordered);
        } else if (node instanceof LogicalNode.UnionAll union) {
            return union(union, needed);
        } else if (node instanceof LogicalNode.Window window) {
            return WindowPlans.build(window, -1, needed, this);
        } else if (node instanceof LogicalNode.TableFunction function) {
            return function(function);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            return RowPlans.unnest(unnest, needed, this, estimator);
        } else if (node instanceof LogicalNode.Sample sample) {
            Built input = narrow(build(sample.input(), needed, ordered), needed);
            return new Built(
                    new PlanNode.Sample(input.node, sample.share(), sample.byBatch(), sample.seed()), input.columns);
        } else if (node instanceof LogicalNode.Recursion recursion) {
            return RowPlans.recursion(recursion, this, estimator);
        } else if (node instanceof LogicalNode.RecursiveRows rows) {
            return RowPlans.recursiveRows(rows, estimator);
        }
        return setOperation((LogicalNode.SetOperation) node);
    }

    private Built scan(LogicalNode.Scan scan, List<Expr> predicates, BitSet needed) {
        List<Integer> positions = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        Map<Integer, Integer> positionOf = new HashMap<>();
        for (int i = 0; i < scan.columns().size(); i++) {
            Column column = scan.columns().get(i);
            positionOf.put(column.id(), i);
            if (needed.get(column.id())) {
                positions.add(i);
                kept.add(column.id());
                output.add(new ColumnDef(column.name(), column.type()));
            }
        }
        List<Expr> bound = ExprTrees.replaceReferences(
                predicates,
                reference -> new Expr.InputRef(
                        Objects.requireNonNull(positionOf.get(((Expr.InputRef) reference).column())),
                        reference.type()));
        double rows = estimator.rows(predicates.isEmpty() ? scan : new LogicalNode.Filter(scan, predicates));
        return new Built(new PlanNode.Scan(scan.table(), new ScanRequest(positions, bound, -1), output, rows), kept);
    }

    private Built values(LogicalNode.Values values, BitSet needed) {
        List<Integer> kept = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<List<Expr>> rows = new ArrayList<>();
        values.rows().forEach(row -> rows.add(new ArrayList<>()));
        for (int i = 0; i < values.columns().size(); i++) {
            Column column = values.columns().get(i);
            if (needed.get(column.id()) && !kept.contains(column.id())) {
                kept.add(column.id());
                output.add(new ColumnDef(column.name(), column.type()));
                for (int j = 0; j < rows.size(); j++) {
                    rows.get(j).add(values.rows().get(j).get(i));
                }
            }
        }
        return new Built(new PlanNode.Values(rows, output), kept);
    }

    private Built filter(LogicalNode.Filter filter, BitSet needed, boolean ordered) {
        if (filter.input() instanceof LogicalNode.Scan scan) {
            List<Expr> safe = new ArrayList<>();
            List<Expr> rest = new ArrayList<>();
            for (Expr conjunct : filter.conjuncts()) {
                (Fallibility.isSafe(conjunct, columns) ? safe : rest).add(conjunct);
            }
            Built built = scan(scan, safe, with(needed, rest));
            return rest.isEmpty() ? built : filtered(built, rest, estimator.rows(filter));
        }
        BitSet below = with(needed, filter.conjuncts());
        Built input = filter.input() instanceof LogicalNode.Window window
                ? WindowPlans.build(window, WindowPlans.firstRows(window, filter.conjuncts()), below, this)
                : build(filter.input(), below, ordered);
        return filtered(input, filter.conjuncts(), estimator.rows(filter));
    }

    private static Built filtered(Built input, List<Expr> conjuncts, double rows) {
        Expr condition = input.bind(ExprTrees.conjunction(conjuncts));
        return new Built(new PlanNode.Filter(input.node, condition, rows), input.columns);
    }

    /** The needed columns and those of expressions. */
    static BitSet with(BitSet needed, List<Expr> expressions) {
        BitSet all = (BitSet) needed.clone();
        expressions.forEach(expression -> ExprTrees.collectColumns(expression, all));
        return all;
    }

    private Built compute(LogicalNode.Compute compute, BitSet needed, boolean ordered) {
        BitSet below = (BitSet) needed.clone();
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < compute.computed().size(); i++) {
            int id = compute.computed().get(i).id();
            below.clear(id);
            if (needed.get(id)) {
                wanted.add(i);
            }
        }
        BitSet passed = (BitSet) below.clone();
        for (int i : wanted) {
            ExprTrees.collectColumns(compute.expressions().get(i), below);
        }
        Built input = build(compute.input(), below, ordered);
        if (wanted.isEmpty()) {
            return input;
        }
        List<Expr> expressions = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int id : input.columns) {
            if (passed.get(id)) {
                pass(input, id, expressions, output, kept);
            }
        }
        for (int i : wanted) {
            Column column = compute.computed().get(i);
            expressions.add(input.bind(compute.expressions().get(i)));
            output.add(new ColumnDef(column.name(), column.type()));
            kept.add(column.id());
        }
        return new Built(new PlanNode.Project(input.node, expressions, output), kept);
    }

    private static void pass(Built input, int id, List<Expr> expressions, List<ColumnDef> output, List<Integer> kept) {
        int position = input.position(id);
        expressions.add(
                new Expr.InputRef(position, input.node.output().get(position).type()));
        output.add(input.node.output().get(position));
        kept.add(id);
    }

    /** The plan cut down to some columns; itself if it has no others. */
    static Built narrow(Built input, BitSet needed) {
        boolean exact = input.columns.stream().allMatch(needed::get);
        if (exact) {
            return input;
        }
        List<Expr> expressions = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int id : input.columns) {
            if (needed.get(id)) {
                pass(input, id, expressions, output, kept);
            }
        }
        return new Built(project(input.node, expressions, output), kept);
    }

    /** A projection; merged into one below, and left out where it changes nothing. */
    static PlanNode project(PlanNode input, List<Expr> expressions, List<ColumnDef> output) {
        boolean identity = output.equals(input.output());
        for (int i = 0; identity && i < expressions.size(); i++) {
            identity = expressions.get(i) instanceof Expr.InputRef reference && reference.column() == i;
        }
        if (identity) {
            return input;
        }
        if (input instanceof PlanNode.Project below
                && expressions.stream().allMatch(expression -> expression instanceof Expr.InputRef)) {
            List<Expr> merged = new ArrayList<>();
            for (Expr expression : expressions) {
                merged.add(below.expressions().get(((Expr.InputRef) expression).column()));
            }
            return new PlanNode.Project(below.input(), merged, output);
        }
        return new PlanNode.Project(input, expressions, output);
    }

    private Built aggregate(LogicalNode.Aggregate aggregate, BitSet needed) {
        List<LogicalNode.Call> calls = new ArrayList<>();
        BitSet below = ExprTrees.ids(aggregate.groups());
        for (LogicalNode.Call call : aggregate.calls()) {
            boolean only = aggregate.groups().isEmpty() && aggregate.calls().size() == 1;
            if (needed.get(call.output().id()) || only) {
                calls.add(call);
                call.arguments().forEach(below::set);
                call.order().forEach(order -> below.set(order.column()));
                if (call.filter() >= 0) {
                    below.set(call.filter());
                }
            }
        }
        Built input = build(aggregate.input(), below, false);
        List<Integer> groups = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        boolean several = aggregate.sets().size() > 1;
        for (int i = 0; i < aggregate.groups().size(); i++) {
            int position = input.position(aggregate.groups().get(i).id());
            groups.add(position);
            Column column = aggregate.outputs().get(i);
            SqlType type = input.node.output().get(position).type();
            output.add(new ColumnDef(column.name(), several ? type.withNullable(true) : type));
            kept.add(column.id());
        }
        List<AggregateCall> planned = new ArrayList<>();
        for (LogicalNode.Call call : calls) {
            List<Integer> arguments = new ArrayList<>();
            for (int argument : call.arguments()) {
                arguments.add(input.position(argument));
            }
            planned.add(new AggregateCall(
                    call.function(),
                    arguments,
                    call.distinct(),
                    call.filter() < 0 ? -1 : input.position(call.filter()),
                    keys(call.order(), input),
                    call.output().type()));
            output.add(new ColumnDef(call.output().name(), call.output().type()));
            kept.add(call.output().id());
        }
        if (several) {
            Column number = Objects.requireNonNull(aggregate.setNumber());
            output.add(new ColumnDef(number.name(), number.type()));
            kept.add(number.id());
        }
        return new Built(
                new PlanNode.Aggregate(
                        input.node, groups, aggregate.sets(), planned, output, estimator.rows(aggregate)),
                kept);
    }

    static List<SortKey> keys(List<LogicalNode.Order> orders, Built input) {
        List<SortKey> keys = new ArrayList<>();
        for (LogicalNode.Order order : orders) {
            keys.add(new SortKey(input.position(order.column()), order.descending(), order.nullsFirst()));
        }
        return keys;
    }

    private Built sort(LogicalNode.Sort sort, BitSet needed, boolean ordered) {
        if (!sort.cuts() && (!ordered || sort.keys().isEmpty())) {
            return build(sort.input(), needed, ordered);
        }
        if (sort.keys().isEmpty()) {
            LogicalNode merged = intoSort(sort.input(), sort);
            if (merged != null) {
                return build(merged, needed, true);
            }
            Built input = build(sort.input(), needed, true);
            PlanNode limited = withScanLimit(input.node, sort);
            return new Built(
                    new PlanNode.Limit(limited, limit(sort.limit()), limit(sort.offset()), estimator.rows(sort)),
                    input.columns);
        }
        LogicalNode late = computedLate(sort);
        if (late != null) {
            return build(late, needed, true);
        }
        BitSet below = (BitSet) needed.clone();
        sort.keys().forEach(key -> below.set(key.column()));
        Built input = narrow(build(sort.input(), below, false), below);
        return new Built(
                new PlanNode.Sort(
                        input.node,
                        keys(sort.keys(), input),
                        sort.partitionKeys(),
                        limit(sort.limit()),
                        limit(sort.offset()),
                        estimator.rows(sort)),
                input.columns);
    }

    /** Leaves what a sort's keys do not need to be computed of the first rows only; null if there is nothing. */
    private static @Nullable LogicalNode computedLate(LogicalNode.Sort sort) {
        boolean few = sort.limit() != null
                && !(sort.limit() instanceof Expr.Literal limit
                        && limit.value() instanceof Long rows
                        && rows > MOST_LATE_ROWS);
        if (!few || !(sort.input() instanceof LogicalNode.Compute compute)) {
            return null;
        }
        BitSet keys = new BitSet();
        sort.keys().forEach(key -> keys.set(key.column()));
        LogicalNode below = part(compute, compute.input(), column -> keys.get(column.id()));
        LogicalNode cut = new LogicalNode.Sort(below, sort.keys(), sort.partitionKeys(), sort.limit(), sort.offset());
        LogicalNode above = part(compute, cut, column -> !keys.get(column.id()));
        return above == cut ? null : above;
    }

    /** Some of the columns that are computed, over other rows. */
    private static LogicalNode part(LogicalNode.Compute compute, LogicalNode input, Predicate<Column> wanted) {
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int i = 0; i < compute.computed().size(); i++) {
            if (wanted.test(compute.computed().get(i))) {
                computed.add(compute.computed().get(i));
                expressions.add(compute.expressions().get(i));
            }
        }
        return computed.isEmpty() ? input : new LogicalNode.Compute(input, computed, expressions);
    }

    /** Moves a limit into the unlimited sort below it, through projections; null if there is none. */
    private static @Nullable LogicalNode intoSort(LogicalNode input, LogicalNode.Sort limit) {
        if (input instanceof LogicalNode.Compute compute) {
            LogicalNode below = intoSort(compute.input(), limit);
            return below == null ? null : new LogicalNode.Compute(below, compute.computed(), compute.expressions());
        }
        return input instanceof LogicalNode.Sort sort && !sort.keys().isEmpty() && !sort.cuts()
                ? LogicalNode.Sort.of(sort.input(), sort.keys(), limit.limit(), limit.offset())
                : null;
    }

    /** Tells a scan below a constant limit how many rows suffice. */
    private static PlanNode withScanLimit(PlanNode node, LogicalNode.Sort sort) {
        if (!(sort.limit() instanceof Expr.Literal limit && limit.value() instanceof Long rows)) {
            return node;
        }
        long offset = 0;
        if (sort.offset() != null) {
            if (!(sort.offset() instanceof Expr.Literal literal && literal.value() instanceof Long skipped)) {
                return node;
            }
            offset = skipped;
        }
        return rows < 0 || offset < 0 || rows > Long.MAX_VALUE - offset ? node : limitScans(node, rows + offset);
    }

    private static PlanNode limitScans(PlanNode node, long rows) {
        if (node instanceof PlanNode.Scan scan) {
            ScanRequest request = scan.request();
            return new PlanNode.Scan(
                    scan.table(),
                    new ScanRequest(request.columns(), request.predicates(), rows),
                    scan.output(),
                    Math.min(rows, scan.estimatedRows()));
        } else if (node instanceof PlanNode.Project project) {
            return new PlanNode.Project(limitScans(project.input(), rows), project.expressions(), project.output());
        } else if (node instanceof PlanNode.UnionAll union) {
            List<PlanNode> inputs = new ArrayList<>();
            union.inputs().forEach(input -> inputs.add(limitScans(input, rows)));
            return new PlanNode.UnionAll(inputs, union.output());
        }
        return node;
    }

    private static Expr limit(@Nullable Expr limit) {
        return limit == null ? NO_LIMIT : limit;
    }

    private Built union(LogicalNode.UnionAll union, BitSet needed) {
        List<Integer> positions = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < union.columns().size(); i++) {
            if (needed.get(union.columns().get(i).id())) {
                positions.add(i);
                kept.add(union.columns().get(i).id());
            }
        }
        List<PlanNode> inputs = new ArrayList<>();
        for (int i = 0; i < union.inputs().size(); i++) {
            List<Column> arguments = new ArrayList<>();
            for (int position : positions) {
                arguments.add(union.arguments().get(i).get(position));
            }
            PlanNode input = exactly(union.inputs().get(i), arguments);
            if (input instanceof PlanNode.UnionAll nested) {
                inputs.addAll(nested.inputs());
            } else {
                inputs.add(input);
            }
        }
        List<ColumnDef> output = new ArrayList<>();
        for (int i = 0; i < positions.size(); i++) {
            Column column = union.columns().get(positions.get(i));
            boolean nullable = false;
            for (PlanNode input : inputs) {
                nullable |= input.output().get(i).type().nullable();
            }
            output.add(new ColumnDef(column.name(), column.type().withNullable(nullable)));
        }
        return new Built(new PlanNode.UnionAll(inputs, output), kept);
    }

    /** The plan of a node with exactly these columns, in this order. */
    PlanNode exactly(LogicalNode node, List<Column> arguments) {
        Built built = build(node, ExprTrees.ids(arguments), false);
        List<Expr> expressions = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        for (Column argument : arguments) {
            Expr.InputRef reference = built.reference(argument.id());
            expressions.add(reference);
            output.add(built.node.output().get(reference.column()));
        }
        return project(built.node, expressions, output);
    }

    private Built function(LogicalNode.TableFunction function) {
        List<PlanNode> inputs = new ArrayList<>();
        for (int i = 0; i < function.inputs().size(); i++) {
            inputs.add(exactly(function.inputs().get(i), function.arguments().get(i)));
        }
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (Column column : function.columns()) {
            output.add(new ColumnDef(column.name(), column.type()));
            kept.add(column.id());
        }
        return new Built(new PlanNode.TableFunction(function.call(), inputs, output, estimator.rows(function)), kept);
    }

    private Built setOperation(LogicalNode.SetOperation operation) {
        PlanNode left = exactly(operation.left(), operation.leftArguments());
        PlanNode right = exactly(operation.right(), operation.rightArguments());
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (Column column : operation.columns()) {
            output.add(new ColumnDef(column.name(), column.type().withNullable(true)));
            kept.add(column.id());
        }
        return new Built(
                new PlanNode.SetOperation(
                        left, right, operation.except(), operation.all(), output, estimator.rows(operation)),
                kept);
    }
}
