package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.WindowFrame;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.tablefunction.FunctionCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The relational form on which rewrites work. Immutable. Expressions refer to columns by {@link Column#id}; what a node
 * does not mention it passes on, so that moving a node up or down changes no expression. Columns that nobody needs stay
 * until the physical plan is built.
 */
sealed interface LogicalNode {
    /** Output columns; each number at most once, except where a union's input repeats one. */
    List<Column> columns();

    /** Reads a table; one column for each of its definition. */
    record Scan(TableSource table, List<Column> columns) implements LogicalNode {
        public Scan {
            columns = List.copyOf(columns);
        }
    }

    /** Constant rows. */
    record Values(List<List<Expr>> rows, List<Column> columns) implements LogicalNode {
        public Values {
            rows = List.copyOf(rows);
            columns = List.copyOf(columns);
        }
    }

    /** Rows for which every conjunct is true. */
    record Filter(LogicalNode input, List<Expr> conjuncts) implements LogicalNode {
        public Filter {
            conjuncts = List.copyOf(conjuncts);
        }

        @Override
        public List<Column> columns() {
            return input.columns();
        }
    }

    /** All columns of the input and computed ones after them. */
    record Compute(LogicalNode input, List<Column> computed, List<Expr> expressions) implements LogicalNode {
        public Compute {
            computed = List.copyOf(computed);
            expressions = List.copyOf(expressions);
        }

        @Override
        public List<Column> columns() {
            return concat(input.columns(), computed);
        }
    }

    /** How a {@link Join} pairs rows, as {@link io.algeon.engine.plan.JoinKind}; right joins are left ones, swapped. */
    enum Pairing {
        INNER,
        LEFT,
        FULL,
        SEMI,
        ANTI,
        ANTI_NULL_AWARE,
        MARK;

        boolean hasRightColumns() {
            return this == INNER || this == LEFT || this == FULL;
        }
    }

    /** A join; {@code mark} is the column that {@link Pairing#MARK} adds, null otherwise. */
    record Join(
            LogicalNode left,
            LogicalNode right,
            Pairing pairing,
            List<Expr> conjuncts,
            @Nullable Column mark) implements LogicalNode {
        public Join {
            conjuncts = List.copyOf(conjuncts);
        }

        @Override
        public List<Column> columns() {
            if (pairing.hasRightColumns()) {
                return concat(left.columns(), right.columns());
            }
            return mark == null ? left.columns() : concat(left.columns(), List.of(mark));
        }
    }

    /** An aggregate and its output column. Arguments and filter are column numbers. */
    record Call(
            String function, List<Integer> arguments, boolean distinct, int filter, List<Order> order, Column output) {}

    /** One key of an order, by column number. */
    record Order(int column, boolean descending, boolean nullsFirst) {}

    /**
     * Groups and aggregates.
     *
     * @param groups columns of the input
     * @param outputs the group columns of the output: the same ones if there is one grouping set, new ones otherwise
     * @param sets grouping sets, positions in {@code groups}
     * @param setNumber column with the number of a row's grouping set; null unless there are several
     */
    record Aggregate(
            LogicalNode input,
            List<Column> groups,
            List<Column> outputs,
            List<List<Integer>> sets,
            List<Call> calls,
            @Nullable Column setNumber)
            implements LogicalNode {
        public Aggregate {
            groups = List.copyOf(groups);
            outputs = List.copyOf(outputs);
            sets = List.copyOf(sets);
            calls = List.copyOf(calls);
        }

        /** An ordinary GROUP BY. */
        static Aggregate of(LogicalNode input, List<Column> groups, List<Call> calls) {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < groups.size(); i++) {
                all.add(i);
            }
            return new Aggregate(input, groups, groups, List.of(all), calls, null);
        }

        boolean isGlobal() {
            return sets.size() == 1 && groups.isEmpty();
        }

        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>(outputs);
            for (Call call : calls) {
                columns.add(call.output());
            }
            if (setNumber != null) {
                columns.add(setNumber);
            }
            return columns;
        }
    }

    /**
     * Sorts (no keys: keeps the order) and cuts; limit and offset are null if there is none.
     *
     * @param partitionKeys as in {@link io.algeon.engine.plan.PlanNode.Sort}
     */
    record Sort(
            LogicalNode input,
            List<Order> keys,
            int partitionKeys,
            @Nullable Expr limit,
            @Nullable Expr offset) implements LogicalNode {
        public Sort {
            keys = List.copyOf(keys);
        }

        /** Sorts and cuts all rows. */
        static Sort of(LogicalNode input, List<Order> keys, @Nullable Expr limit, @Nullable Expr offset) {
            return new Sort(input, keys, 0, limit, offset);
        }

        boolean cuts() {
            return limit != null || offset != null;
        }

        @Override
        public List<Column> columns() {
            return input.columns();
        }
    }

    /** All rows of all inputs; {@code arguments} are each input's columns, in the order of the output. */
    record UnionAll(List<LogicalNode> inputs, List<List<Column>> arguments, List<Column> columns)
            implements LogicalNode {
        public UnionAll {
            inputs = List.copyOf(inputs);
            arguments = List.copyOf(arguments);
            columns = List.copyOf(columns);
        }
    }

    /** INTERSECT or EXCEPT; arguments as in {@link UnionAll}. */
    record SetOperation(
            LogicalNode left,
            LogicalNode right,
            List<Column> leftArguments,
            List<Column> rightArguments,
            boolean except,
            boolean all,
            List<Column> columns)
            implements LogicalNode {
        public SetOperation {
            leftArguments = List.copyOf(leftArguments);
            rightArguments = List.copyOf(rightArguments);
            columns = List.copyOf(columns);
        }
    }

    /** A window function and its output column; arguments are column numbers. */
    record WindowCall(
            String function,
            List<Integer> arguments,
            boolean distinct,
            boolean ignoreNulls,
            List<Order> order,
            WindowFrame frame,
            Column output) {}

    /** All columns of the input and those of window functions after them. */
    record Window(LogicalNode input, List<Column> partition, List<Order> order, List<WindowCall> calls)
            implements LogicalNode {
        public Window {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
            calls = List.copyOf(calls);
        }

        @Override
        public List<Column> columns() {
            return concat(
                    input.columns(), calls.stream().map(WindowCall::output).toList());
        }
    }

    /** A table function; {@code arguments} are, of each input, the columns that the call takes, in its order. */
    record TableFunction(
            FunctionCall call, List<LogicalNode> inputs, List<List<Column>> arguments, List<Column> columns)
            implements LogicalNode {
        public TableFunction {
            inputs = List.copyOf(inputs);
            arguments = List.copyOf(arguments);
            columns = List.copyOf(columns);
        }
    }

    /**
     * All columns of the input, and the elements of collections after them, see
     * {@link io.algeon.engine.plan.PlanNode.Unnest}.
     *
     * @param number column with the number of the element; null if it is not wanted
     */
    record Unnest(
            LogicalNode input,
            List<Column> collections,
            List<Column> elements,
            @Nullable Column number,
            boolean outer) implements LogicalNode {
        public Unnest {
            collections = List.copyOf(collections);
            elements = List.copyOf(elements);
        }

        @Override
        public List<Column> columns() {
            List<Column> columns = concat(input.columns(), elements);
            return number == null ? columns : concat(columns, List.of(number));
        }
    }

    /** A random part of the rows, see {@link io.algeon.engine.plan.PlanNode.Sample}. */
    record Sample(
            LogicalNode input,
            double share,
            boolean byBatch,
            @Nullable Long seed) implements LogicalNode {
        @Override
        public List<Column> columns() {
            return input.columns();
        }
    }

    /** WITH RECURSIVE; arguments are the columns of seed and step, in the order of the output. */
    record Recursion(
            int id,
            LogicalNode seed,
            LogicalNode step,
            List<Column> seedArguments,
            List<Column> stepArguments,
            boolean distinct,
            List<Column> columns)
            implements LogicalNode {
        public Recursion {
            seedArguments = List.copyOf(seedArguments);
            stepArguments = List.copyOf(stepArguments);
            columns = List.copyOf(columns);
        }
    }

    /** The rows that the step before gave; one column for each of the {@link Recursion}'s. */
    record RecursiveRows(int id, List<Column> columns) implements LogicalNode {
        public RecursiveRows {
            columns = List.copyOf(columns);
        }
    }

    private static List<Column> concat(List<Column> first, List<Column> second) {
        List<Column> all = new ArrayList<>(first.size() + second.size());
        all.addAll(first);
        all.addAll(second);
        return all;
    }
}
