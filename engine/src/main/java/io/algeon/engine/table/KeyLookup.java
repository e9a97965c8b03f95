package io.algeon.engine.table;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds rows through an index, where the predicates fix all of its columns. */
final class KeyLookup {
    /** More values are looked for by reading the table. */
    private static final int MOST_KEYS = 1000;

    /** An index that is not unique is used if it leads to at most one row in so many. */
    private static final int LEAST_SHARE = 8;

    private KeyLookup() {}

    /** Numbers of all rows that can pass the predicates, ascending; null if no index helps. */
    static long @Nullable [] rows(TableData data, List<Expr> predicates, ExecutionContext context) {
        if (predicates.isEmpty()) {
            return null;
        }
        long[] best = null;
        for (KeyIndex index : data.indexes()) {
            if (best == null || index.isUnique()) {
                long[] found = rows(data, index, predicates, context);
                best = found == null || best != null && best.length <= found.length ? best : found;
            }
        }
        return best;
    }

    private static long @Nullable [] rows(
            TableData data, KeyIndex index, List<Expr> predicates, ExecutionContext context) {
        int[] columns = index.columns();
        List<List<@Nullable Object>> values = new ArrayList<>();
        long combinations = 1;
        for (int column : columns) {
            List<@Nullable Object> wanted = wanted(column, predicates, context);
            if (wanted == null) {
                return null;
            }
            values.add(wanted);
            combinations *= Math.max(1, wanted.size());
            if (combinations > MOST_KEYS) {
                return null;
            }
        }
        @Nullable ColumnVector[] key = new ColumnVector[data.types().size()];
        for (int i = 0; i < columns.length; i++) {
            if (values.get(i).isEmpty()) {
                return new long[0];
            }
            key[columns[i]] = keyColumn(data, columns[i], values, i, (int) combinations);
        }
        long[] rows = new long[(int) combinations];
        int count = 0;
        for (int k = 0; k < combinations; k++) {
            if (index.isUnique()) {
                long row = index.find(data, key, k);
                if (row != KeyIndex.NONE) {
                    rows[count++] = row;
                }
                continue;
            }
            long[] found = index.findAll(data, key, k);
            if ((count + found.length) * (long) LEAST_SHARE > Math.max(1000, data.liveRows())) {
                return null;
            }
            rows = count + found.length > rows.length ? Arrays.copyOf(rows, 2 * (count + found.length)) : rows;
            System.arraycopy(found, 0, rows, count, found.length);
            count += found.length;
        }
        long[] all = Arrays.copyOf(rows, count);
        if (count > 1) {
            Arrays.sort(all);
            all = Arrays.stream(all).distinct().toArray();
        }
        return all;
    }

    /** Values of one key column in all combinations with the others', the last column changing fastest. */
    private static ColumnVector keyColumn(
            TableData data, int column, List<List<@Nullable Object>> values, int position, int combinations) {
        List<@Nullable Object> own = values.get(position);
        int repeat = 1;
        for (List<@Nullable Object> later : values.subList(position + 1, values.size())) {
            repeat *= later.size();
        }
        List<@Nullable Object> cells = new ArrayList<>(combinations);
        for (int k = 0; k < combinations; k++) {
            cells.add(own.get(k / repeat % own.size()));
        }
        return StoredValues.vector(data.types().get(column), cells);
    }

    /** The values one of which a column must have; null if the predicates do not say. */
    private static @Nullable List<@Nullable Object> wanted(
            int column, List<Expr> predicates, ExecutionContext context) {
        for (Expr predicate : predicates) {
            if (predicate instanceof Expr.InSet set
                    && set.operand() instanceof Expr.InputRef ref
                    && ref.column() == column) {
                List<@Nullable Object> values = new ArrayList<>();
                for (Expr.Literal literal : set.values()) {
                    values.add(literal.value());
                }
                return values;
            }
            if (predicate instanceof Expr.Call call && call.function().equals("equal")) {
                Expr left = call.operands().get(0);
                Expr right = call.operands().get(1);
                Expr constant = isColumn(left, column) ? right : isColumn(right, column) ? left : null;
                if (constant != null && ExprProperties.isConstant(constant)) {
                    return value(constant, context);
                }
            }
        }
        return null;
    }

    private static boolean isColumn(Expr expr, int column) {
        return expr instanceof Expr.InputRef ref && ref.column() == column;
    }

    private static @Nullable List<@Nullable Object> value(Expr constant, ExecutionContext context) {
        Object value;
        if (constant instanceof Expr.Parameter parameter) {
            value = context.parameters().get(parameter.index());
        } else if (constant instanceof Expr.Literal literal) {
            value = literal.value();
        } else {
            try {
                value = ExpressionCompiler.evaluateConstant(constant, context);
            } catch (EngineException e) {
                // fails again, with its own message, if a row ever gets there
                return null;
            }
        }
        return value == null ? List.of() : List.of(value);
    }
}
