package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the physical plan. Immutable; holds no data, so that a cached plan serves many executions.
 *
 * <p>Every node says its output columns and its estimated rows. Columns of inputs are referred to by position.
 */
public sealed interface PlanNode {
    /** Output columns, in order. */
    List<ColumnDef> output();

    /** Inputs, in order; for a join, left (streaming) then right (built). */
    List<PlanNode> inputs();

    /** Rows that the planner expects. */
    double estimatedRows();

    /** Reads a table. The request names its columns, in output order, and the predicates that the source applies. */
    record Scan(TableSource table, ScanRequest request, List<ColumnDef> output, double estimatedRows)
            implements PlanNode {
        @Override
        public List<PlanNode> inputs() {
            return List.of();
        }
    }

    /** Constant rows; each cell is an expression without input columns. */
    record Values(List<List<Expr>> rows, List<ColumnDef> output) implements PlanNode {
        public Values {
            rows = List.copyOf(rows);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of();
        }

        @Override
        public double estimatedRows() {
            return rows.size();
        }
    }

    /** Rows for which the condition is true. */
    record Filter(PlanNode input, Expr condition, double estimatedRows) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }
    }

    /** Computes the output columns from each row. */
    record Project(PlanNode input, List<Expr> expressions, List<ColumnDef> output) implements PlanNode {
        public Project {
            expressions = List.copyOf(expressions);
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows();
        }
    }

    /**
     * Joins by equality of key columns and a residual condition over left columns followed by right columns. No keys: a
     * nested-loop join (a cross join if there is no residual).
     *
     * @param leftKeys columns of the left input
     * @param rightKeys columns of the right input, as many and of the same types
     * @param nullsEqual whether NULL keys pair with NULL keys (IS NOT DISTINCT FROM), one a key
     * @param residual constant TRUE if there is none
     * @param outputColumns kept columns, numbered over left columns then right columns (those that the kind has; the mark
     *     column of MARK comes after the left ones), in output order
     */
    record Join(
            PlanNode left,
            PlanNode right,
            JoinKind kind,
            List<Integer> leftKeys,
            List<Integer> rightKeys,
            List<Boolean> nullsEqual,
            Expr residual,
            List<Integer> outputColumns,
            List<ColumnDef> output,
            double estimatedRows)
            implements PlanNode {
        public Join {
            leftKeys = List.copyOf(leftKeys);
            rightKeys = List.copyOf(rightKeys);
            nullsEqual = List.copyOf(nullsEqual);
            outputColumns = List.copyOf(outputColumns);
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(left, right);
        }
    }

    /**
     * Groups and aggregates. Output: the group columns, then one column a call, then, if there are several grouping sets,
     * one BIGINT column with the set's number (its position in {@code groupingSets}).
     *
     * @param groupColumns columns of the input
     * @param groupingSets each a list of positions in {@code groupColumns}; one set of all positions is an ordinary GROUP
     *     BY, one empty set a global aggregate, which has one row even over no rows. Columns outside the row's set are NULL
     */
    record Aggregate(
            PlanNode input,
            List<Integer> groupColumns,
            List<List<Integer>> groupingSets,
            List<AggregateCall> calls,
            List<ColumnDef> output,
            double estimatedRows)
            implements PlanNode {
        public Aggregate {
            groupColumns = List.copyOf(groupColumns);
            groupingSets = List.copyOf(groupingSets);
            calls = List.copyOf(calls);
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }
    }

    /**
     * Sorts. With a limit, only the first {@code offset + limit} rows are kept on the way (top-k).
     *
     * @param partitionKeys so many of the first keys make partitions: limit and offset count within each run of rows that
     *     agree in them (NULL agrees with NULL). 0: they count over all rows
     * @param limit an expression of type BIGINT without input columns (literal or parameter), or a NULL literal: no limit
     * @param offset likewise; NULL or 0: none
     */
    record Sort(PlanNode input, List<SortKey> keys, int partitionKeys, Expr limit, Expr offset, double estimatedRows)
            implements PlanNode {
        public Sort {
            keys = List.copyOf(keys);
        }

        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }
    }

    /** Passes {@code limit} rows after {@code offset}, in input order; the expressions are as in {@link Sort}. */
    record Limit(PlanNode input, Expr limit, Expr offset, double estimatedRows) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }
    }

    /** All rows of all inputs, which have the same types (UNION ALL). */
    record UnionAll(List<PlanNode> inputs, List<ColumnDef> output) implements PlanNode {
        public UnionAll {
            inputs = List.copyOf(inputs);
            output = List.copyOf(output);
        }

        @Override
        public double estimatedRows() {
            return inputs.stream().mapToDouble(PlanNode::estimatedRows).sum();
        }
    }

    /**
     * INTERSECT or EXCEPT of two inputs of the same types. NULLs are equal to each other.
     *
     * @param except EXCEPT, not INTERSECT
     * @param all whether duplicates count (ALL)
     */
    record SetOperation(
            PlanNode left, PlanNode right, boolean except, boolean all, List<ColumnDef> output, double estimatedRows)
            implements PlanNode {
        @Override
        public List<PlanNode> inputs() {
            return List.of(left, right);
        }
    }

    /** A table function; the inputs are the call's relations, in order, with exactly the columns that the call names. */
    record TableFunction(FunctionCall call, List<PlanNode> inputs, List<ColumnDef> output, double estimatedRows)
            implements PlanNode {
        public TableFunction {
            inputs = List.copyOf(inputs);
            output = List.copyOf(output);
        }

        /** Rows that the planner expects of each relation that the function declares, 0 of those that are not given. */
        public List<Double> relationRows() {
            return call.function().relations().stream()
                    .map(relation -> call.relation(relation.name()))
                    .map(given -> given < 0 ? 0.0 : inputs.get(given).estimatedRows())
                    .toList();
        }
    }

    /**
     * Computes window functions that share partitions and order. Output: columns of the input, then one column a call.
     *
     * @param partitionKeys columns of the input; rows that agree in them (NULL agrees with NULL) are one partition
     * @param order of the rows within a partition; rows that agree in it are peers
     * @param firstRows rows that have so many others of their partition before them are not needed, and may be missing from
     *     the output; negative: all are needed
     * @param outputColumns columns of the input that are passed on, in output order
     */
    record Window(
            PlanNode input,
            List<Integer> partitionKeys,
            List<SortKey> order,
            List<WindowCall> calls,
            long firstRows,
            List<Integer> outputColumns,
            List<ColumnDef> output)
            implements PlanNode {
        public Window {
            partitionKeys = List.copyOf(partitionKeys);
            order = List.copyOf(order);
            calls = List.copyOf(calls);
            outputColumns = List.copyOf(outputColumns);
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows();
        }
    }

    /**
     * A row for each element of arrays, or entry of maps, side by side: the n-th elements of all columns in one row, NULL for
     * columns with fewer. Output: columns of the input, the elements (key and value of a map, fields of a row), then the number
     * of the element from 1, if wanted.
     *
     * @param collections columns of the input
     * @param ordinality whether there is a column with the number, a BIGINT
     * @param outer whether a row without elements gives one row with NULLs
     * @param outputColumns columns of the input that are passed on, in output order
     */
    record Unnest(
            PlanNode input,
            List<Integer> collections,
            boolean ordinality,
            boolean outer,
            List<Integer> outputColumns,
            List<ColumnDef> output,
            double estimatedRows)
            implements PlanNode {
        public Unnest {
            collections = List.copyOf(collections);
            outputColumns = List.copyOf(outputColumns);
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }
    }

    /**
     * A part of the rows, chosen at random.
     *
     * @param share probability that a row is in the sample
     * @param byBatch whether whole batches are chosen, not rows
     * @param seed two samples with one seed of the same rows are the same; null: any rows
     */
    record Sample(
            PlanNode input,
            double share,
            boolean byBatch,
            @Nullable Long seed) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows() * share;
        }
    }

    /**
     * WITH RECURSIVE: the rows of {@code seed}, then those of {@code step} over them, then those of {@code step} over the rows
     * that the step before gave, until it gives none.
     *
     * @param id the {@link RecursiveRows} with this number in {@code step} are the rows of the step before
     * @param distinct UNION: rows that were there before are left out
     */
    record Recursion(
            int id, PlanNode seed, PlanNode step, boolean distinct, List<ColumnDef> output, double estimatedRows)
            implements PlanNode {
        public Recursion {
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(seed, step);
        }
    }

    /** The rows that the step before of the {@link Recursion} around with this number gave. */
    record RecursiveRows(int id, List<ColumnDef> output, double estimatedRows) implements PlanNode {
        public RecursiveRows {
            output = List.copyOf(output);
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of();
        }
    }

    /**
     * A sub-plan that several places of the plan read, computed once an execution. Nodes with the same {@code id} are the
     * same sub-plan.
     */
    record Shared(int id, PlanNode input) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows();
        }
    }

    /** The transfer of rows from the host to a device: everything below runs on the host. */
    record Upload(PlanNode input) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows();
        }
    }

    /** The transfer of rows from a device to the host: everything below, down to {@link Upload}s, runs on the device. */
    record Download(PlanNode input) implements PlanNode {
        @Override
        public List<ColumnDef> output() {
            return input.output();
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return input.estimatedRows();
        }
    }

    /**
     * Writes all rows to files (COPY TO) and gives one row: how many they are.
     *
     * @param columns of the input, under the names that they have in the files
     */
    record Write(PlanNode input, FileWrite file, List<ColumnDef> columns) implements PlanNode {
        public Write {
            columns = List.copyOf(columns);
        }

        @Override
        public List<ColumnDef> output() {
            return List.of(new ColumnDef("rows", SqlTypes.BIGINT.withNullable(false)));
        }

        @Override
        public List<PlanNode> inputs() {
            return List.of(input);
        }

        @Override
        public double estimatedRows() {
            return 1;
        }
    }
}
