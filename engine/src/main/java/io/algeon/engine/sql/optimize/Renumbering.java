package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies a tree under new column numbers, so that it can stand in the query a second time. */
final class Renumbering {
    private final QueryColumns columns;
    private final Map<Integer, Column> copies = new HashMap<>();
    private final Map<Integer, Integer> recursions = new HashMap<>();

    Renumbering(QueryColumns columns) {
        this.columns = columns;
    }

    /** The column that stands for another in the copy; itself if the copied tree does not produce it. */
    Column copyOf(Column column) {
        return copies.getOrDefault(column.id(), column);
    }

    LogicalNode copy(LogicalNode node) {
        if (node instanceof LogicalNode.Scan scan) {
            return new LogicalNode.Scan(scan.table(), define(scan.columns()));
        } else if (node instanceof LogicalNode.Values values) {
            List<List<Expr>> rows = new ArrayList<>();
            for (List<Expr> row : values.rows()) {
                rows.add(expressions(row));
            }
            return new LogicalNode.Values(rows, define(values.columns()));
        } else if (node instanceof LogicalNode.Filter filter) {
            LogicalNode input = copy(filter.input());
            return new LogicalNode.Filter(input, expressions(filter.conjuncts()));
        } else if (node instanceof LogicalNode.Compute compute) {
            LogicalNode input = copy(compute.input());
            List<Expr> expressions = expressions(compute.expressions());
            return new LogicalNode.Compute(input, define(compute.computed()), expressions);
        } else if (node instanceof LogicalNode.Join join) {
            LogicalNode left = copy(join.left());
            LogicalNode right = copy(join.right());
            @Nullable Column mark = join.mark() == null ? null : define(join.mark());
            return new LogicalNode.Join(left, right, join.pairing(), expressions(join.conjuncts()), mark);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (node instanceof LogicalNode.Sort sort) {
            return new LogicalNode.Sort(
                    copy(sort.input()), orders(sort.keys()), sort.partitionKeys(), sort.limit(), sort.offset());
        } else if (node instanceof LogicalNode.UnionAll union) {
            List<LogicalNode> inputs = new ArrayList<>();
            List<List<Column>> arguments = new ArrayList<>();
            for (int i = 0; i < union.inputs().size(); i++) {
                inputs.add(copy(union.inputs().get(i)));
                arguments.add(references(union.arguments().get(i)));
            }
            return new LogicalNode.UnionAll(inputs, arguments, define(union.columns()));
        }
        if (node instanceof LogicalNode.Window window) {
            return window(window);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            LogicalNode input = copy(unnest.input());
            List<Column> collections = references(unnest.collections());
            List<Column> elements = define(unnest.elements());
            @Nullable Column number = unnest.number() == null ? null : define(unnest.number());
            return new LogicalNode.Unnest(input, collections, elements, number, unnest.outer());
        } else if (node instanceof LogicalNode.Sample sample) {
            return new LogicalNode.Sample(copy(sample.input()), sample.share(), sample.byBatch(), sample.seed());
        } else if (node instanceof LogicalNode.Recursion recursion) {
            return recursion(recursion);
        } else if (node instanceof LogicalNode.RecursiveRows rows) {
            return new LogicalNode.RecursiveRows(recursions.getOrDefault(rows.id(), rows.id()), define(rows.columns()));
        }
        if (node instanceof LogicalNode.TableFunction function) {
            List<LogicalNode> inputs = new ArrayList<>();
            List<List<Column>> arguments = new ArrayList<>();
            for (int i = 0; i < function.inputs().size(); i++) {
                inputs.add(copy(function.inputs().get(i)));
                arguments.add(references(function.arguments().get(i)));
            }
            return new LogicalNode.TableFunction(function.call(), inputs, arguments, define(function.columns()));
        }
        LogicalNode.SetOperation operation = (LogicalNode.SetOperation) node;
        LogicalNode left = copy(operation.left());
        LogicalNode right = copy(operation.right());
        return new LogicalNode.SetOperation(
                left,
                right,
                references(operation.leftArguments()),
                references(operation.rightArguments()),
                operation.except(),
                operation.all(),
                define(operation.columns()));
    }

    private LogicalNode aggregate(LogicalNode.Aggregate aggregate) {
        LogicalNode input = copy(aggregate.input());
        List<Column> groups = references(aggregate.groups());
        List<Column> outputs = aggregate.outputs().equals(aggregate.groups()) ? groups : define(aggregate.outputs());
        List<LogicalNode.Call> calls = new ArrayList<>();
        for (LogicalNode.Call call : aggregate.calls()) {
            List<Integer> arguments = new ArrayList<>();
            for (int argument : call.arguments()) {
                arguments.add(number(argument));
            }
            calls.add(new LogicalNode.Call(
                    call.function(),
                    arguments,
                    call.distinct(),
                    call.filter() < 0 ? -1 : number(call.filter()),
                    orders(call.order()),
                    define(call.output())));
        }
        @Nullable Column setNumber = aggregate.setNumber() == null ? null : define(aggregate.setNumber());
        return new LogicalNode.Aggregate(input, groups, outputs, aggregate.sets(), calls, setNumber);
    }

    private LogicalNode window(LogicalNode.Window window) {
        LogicalNode input = copy(window.input());
        List<LogicalNode.WindowCall> calls = new ArrayList<>();
        for (LogicalNode.WindowCall call : window.calls()) {
            calls.add(new LogicalNode.WindowCall(
                    call.function(),
                    call.arguments().stream().map(this::number).toList(),
                    call.distinct(),
                    call.ignoreNulls(),
                    orders(call.order()),
                    call.frame(),
                    define(call.output())));
        }
        return new LogicalNode.Window(input, references(window.partition()), orders(window.order()), calls);
    }

    private LogicalNode recursion(LogicalNode.Recursion recursion) {
        LogicalNode seed = copy(recursion.seed());
        int id = columns.nextRecursion();
        recursions.put(recursion.id(), id);
        LogicalNode step = copy(recursion.step());
        return new LogicalNode.Recursion(
                id,
                seed,
                step,
                references(recursion.seedArguments()),
                references(recursion.stepArguments()),
                recursion.distinct(),
                define(recursion.columns()));
    }

    private int number(int id) {
        return copyOf(columns.column(id)).id();
    }

    private Column define(Column column) {
        Column copy = columns.copy(column, column.type().nullable());
        copies.put(column.id(), copy);
        return copy;
    }

    private List<Column> define(List<Column> originals) {
        List<Column> result = new ArrayList<>();
        for (Column column : originals) {
            result.add(define(column));
        }
        return result;
    }

    private List<Column> references(List<Column> originals) {
        List<Column> result = new ArrayList<>();
        for (Column column : originals) {
            result.add(copyOf(column));
        }
        return result;
    }

    private List<LogicalNode.Order> orders(List<LogicalNode.Order> originals) {
        List<LogicalNode.Order> result = new ArrayList<>();
        for (LogicalNode.Order order : originals) {
            result.add(new LogicalNode.Order(number(order.column()), order.descending(), order.nullsFirst()));
        }
        return result;
    }

    private List<Expr> expressions(List<Expr> originals) {
        return ExprTrees.replaceReferences(originals, reference -> {
            Column copy = copies.get(((Expr.InputRef) reference).column());
            return copy == null ? reference : copy.reference();
        });
    }
}
