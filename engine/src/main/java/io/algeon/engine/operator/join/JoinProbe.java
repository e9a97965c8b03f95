package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.plan.JoinKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Streams left rows through a {@link JoinTable}.
 *
 * <p>A batch is looked up as a whole, which gives the group of each row. What follows depends on kind and table: kinds that
 * ask only whether there is a partner select rows; a table without duplicates gives one pair a row; otherwise chains are
 * expanded into pairs, at most a batch of them at a time, going on in the middle of a chain with the next call, so that a
 * key with a million rows costs no memory. A residual is evaluated on the pairs before anything is decided. Left columns
 * are not copied where the output has all rows of the batch, in order.
 */
final class JoinProbe implements Operator {
    private final JoinLayout layout;
    private final JoinTable table;
    private final Operator input;
    private final @Nullable VectorPredicate residual;
    private final CancellationToken cancellation;
    private final KeyIndex.@Nullable Finder finder;

    private final ColumnVector[] keys;
    private final int[] groups = new int[Batch.ROWS];
    private final int[] leftRows = new int[Batch.ROWS];
    private final int[] rightRows = new int[Batch.ROWS];
    private final int[] selected = new int[Batch.ROWS];
    private final boolean[] met = new boolean[Batch.ROWS];

    private final Batch output;
    private final @Nullable ColumnVector[] gathered;
    private final Batch candidates;
    private final @Nullable ColumnVector[] candidateVectors;
    private final BooleanVector mark = new BooleanVector(Batch.ROWS);

    private @Nullable Batch batch;

    /** Where the expansion of the current batch goes on: left row, and the next row of its chain or -1 to begin it. */
    private int expandRow;

    private int expandChain = -1;
    private boolean expanding;

    JoinProbe(
            JoinLayout layout,
            JoinTable table,
            Operator input,
            @Nullable VectorPredicate residual,
            CancellationToken cancellation) {
        this.layout = layout;
        this.table = table;
        this.input = input;
        this.residual = residual;
        this.cancellation = cancellation;
        this.finder = table.keys == null ? null : table.keys.finder();
        this.keys = new ColumnVector[layout.leftKeys.length];
        this.output = new Batch(new ColumnVector[layout.output.length], 0);
        this.gathered = new @Nullable ColumnVector[layout.output.length];
        int leftCount = layout.leftTypes.size();
        int width = leftCount + layout.rightTypes.size();
        ColumnVector[] empty = new ColumnVector[width];
        for (int i = 0; i < width; i++) {
            empty[i] =
                    Vectors.create(i < leftCount ? layout.leftTypes.get(i) : layout.rightTypes.get(i - leftCount), 0);
        }
        this.candidates = new Batch(empty, 0);
        this.candidateVectors = new @Nullable ColumnVector[width];
    }

    @Override
    public @Nullable Batch next() {
        if (table.isEmpty() && !givesRowsWithoutPartner()) {
            return null;
        }
        while (true) {
            cancellation.check();
            Batch current = batch;
            if (current == null) {
                current = input.next();
                if (current == null) {
                    return null;
                }
                batch = current;
                begin(current);
            }
            Batch result = expanding ? expand(current) : end(current);
            if (result != null && result.rowCount() > 0) {
                return result;
            }
        }
    }

    private boolean givesRowsWithoutPartner() {
        return layout.keepsLeft()
                || layout.kind == JoinKind.ANTI
                || layout.kind == JoinKind.ANTI_NULL_AWARE
                || layout.kind == JoinKind.MARK;
    }

    /** Looks the batch up and decides whether pairs have to be made. */
    private void begin(Batch current) {
        int count = current.rowCount();
        if (finder == null) {
            Arrays.fill(groups, 0, count, table.isEmpty() ? -1 : 0);
        } else {
            find(finder, current, count);
        }
        boolean pairs = layout.givesPairs() && !table.unique;
        expanding = !table.isEmpty() && (layout.hasResidual || pairs);
        expandRow = 0;
        expandChain = -1;
        if (layout.hasResidual) {
            Arrays.fill(met, 0, count, false);
        } else if (layout.marksRight()) {
            table.meetGroups(groups, count);
        }
    }

    private void find(KeyIndex.Finder lookup, Batch current, int count) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = current.column(layout.leftKeys[i]);
        }
        lookup.find(keys, count, groups);
        for (int i = 0; i < keys.length; i++) {
            if (!layout.nullsEqual[i] && keys[i].mayHaveNulls()) {
                for (int row = 0; row < count; row++) {
                    if (keys[i].isNull(row)) {
                        groups[row] = -1;
                    }
                }
            }
        }
    }

    /** The next pairs of the current batch. */
    private @Nullable Batch expand(Batch current) {
        int pairs = fillPairs(current.rowCount());
        if (expandRow >= current.rowCount()) {
            expanding = false;
            if (!layout.hasResidual) {
                batch = null;
            }
        }
        if (pairs == 0) {
            return null;
        }
        if (residual == null) {
            return pairs(current, pairs, layout.keepsLeft());
        }
        int passed = residual.select(candidates(current, pairs), selected);
        for (int i = 0; i < passed; i++) {
            leftRows[i] = leftRows[selected[i]];
            rightRows[i] = rightRows[selected[i]];
            met[leftRows[i]] = true;
        }
        if (layout.marksRight()) {
            table.meetRows(rightRows, passed);
        }
        return layout.givesPairs() && passed > 0 ? pairs(current, passed, false) : null;
    }

    /** Fills {@code leftRows} and {@code rightRows}; without a residual, left rows that are kept get a partner of -1. */
    private int fillPairs(int count) {
        boolean lonely = layout.keepsLeft() && !layout.hasResidual;
        boolean existence = !layout.kind.hasRightColumns();
        boolean rightExistence = !layout.kind.hasLeftColumns();
        JoinTable built = table;
        int row = expandRow;
        int chain = expandChain;
        int pairs = 0;
        while (row < count && pairs < Batch.ROWS) {
            if (chain < 0) {
                int group = groups[row];
                if (group < 0) {
                    if (lonely) {
                        leftRows[pairs] = row;
                        rightRows[pairs++] = -1;
                    }
                    row++;
                    continue;
                }
                chain = built.head(group);
            }
            if (existence && met[row]) {
                chain = -1;
                row++;
                continue;
            }
            leftRows[pairs] = row;
            rightRows[pairs] = chain;
            // a right row that has met one partner needs no other
            pairs += rightExistence && built.hasMet(chain) ? 0 : 1;
            chain = built.next(chain);
            if (chain < 0) {
                row++;
            }
        }
        expandRow = row;
        expandChain = chain;
        return pairs;
    }

    private Batch candidates(Batch current, int count) {
        int leftCount = layout.leftTypes.size();
        for (int column : layout.residualColumns) {
            ColumnVector reuse = candidateVectors[column];
            ColumnVector vector;
            if (column < leftCount) {
                ColumnVector source = current.column(column);
                vector = source.gather(leftRows, count, reuse == null ? source : reuse);
            } else {
                int stored = layout.payloadPosition[column - leftCount];
                vector = table.payload.gather(stored, rightRows, count, false, reuse);
            }
            candidateVectors[column] = vector;
            candidates.setColumn(column, vector);
        }
        candidates.setRowCount(count);
        return candidates;
    }

    /** What the batch gives once all of its pairs are made, or without making any. */
    private @Nullable Batch end(Batch current) {
        batch = null;
        int count = current.rowCount();
        return switch (layout.kind) {
            case INNER, RIGHT -> layout.hasResidual ? null : partners(current, count);
            case LEFT, FULL -> layout.hasResidual ? lonely(current, count) : everyRow(current, count);
            case SEMI -> left(current, select(count, true));
            case ANTI -> left(current, select(count, false));
            case ANTI_NULL_AWARE -> left(current, selectNotIn(current, count));
            case MARK -> marked(current, count);
            case RIGHT_SEMI, RIGHT_ANTI -> null;
        };
    }

    private boolean hasPartner(int row) {
        return layout.hasResidual ? met[row] : groups[row] >= 0;
    }

    /** Rows with their only partner. */
    private Batch partners(Batch current, int count) {
        int pairs = 0;
        for (int row = 0; row < count; row++) {
            leftRows[pairs] = row;
            rightRows[pairs] = groups[row];
            pairs += groups[row] >= 0 ? 1 : 0;
        }
        for (int i = 0; i < pairs; i++) {
            rightRows[i] = table.head(rightRows[i]);
        }
        return pairs(current, pairs, false);
    }

    /** All rows, with their only partner or none. */
    private Batch everyRow(Batch current, int count) {
        for (int row = 0; row < count; row++) {
            leftRows[row] = row;
            rightRows[row] = groups[row] < 0 ? -1 : table.head(groups[row]);
        }
        return pairs(current, count, true);
    }

    /** Rows for which no pair passed the residual. */
    private Batch lonely(Batch current, int count) {
        int rows = select(count, false);
        System.arraycopy(selected, 0, leftRows, 0, rows);
        Arrays.fill(rightRows, 0, rows, -1);
        return pairs(current, rows, true);
    }

    private int select(int count, boolean partner) {
        int rows = 0;
        for (int row = 0; row < count; row++) {
            selected[rows] = row;
            rows += hasPartner(row) == partner ? 1 : 0;
        }
        return rows;
    }

    private int selectNotIn(Batch current, int count) {
        if (table.isEmpty()) {
            return select(count, false);
        }
        if (table.hasNullKeys) {
            return 0;
        }
        int rows = 0;
        for (int row = 0; row < count; row++) {
            if (!hasPartner(row) && !hasNullKey(current, row)) {
                selected[rows++] = row;
            }
        }
        return rows;
    }

    private boolean hasNullKey(Batch current, int row) {
        for (int i = 0; i < layout.leftKeys.length; i++) {
            if (!layout.nullsEqual[i] && current.column(layout.leftKeys[i]).isNull(row)) {
                return true;
            }
        }
        return false;
    }

    private Batch marked(Batch current, int count) {
        mark.setNoNulls();
        for (int row = 0; row < count; row++) {
            boolean partner = hasPartner(row);
            mark.set(row, partner);
            if (!partner && !table.isEmpty() && (table.hasNullKeys || hasNullKey(current, row))) {
                mark.setNull(row, count);
            }
        }
        for (int i = 0; i < layout.output.length; i++) {
            int column = layout.output[i];
            output.setColumn(i, column < layout.leftTypes.size() ? current.column(column) : mark);
        }
        output.setRowCount(count);
        return output;
    }

    /** The left columns of the selected rows. */
    private Batch left(Batch current, int count) {
        for (int i = 0; i < layout.output.length && count > 0; i++) {
            setLeft(i, current, selected, count);
        }
        output.setRowCount(count);
        return output;
    }

    /** The output for the pairs of {@code leftRows} and {@code rightRows}. */
    private Batch pairs(Batch current, int count, boolean absent) {
        int leftCount = layout.leftTypes.size();
        for (int i = 0; i < layout.output.length && count > 0; i++) {
            int column = layout.output[i];
            if (column < leftCount) {
                setLeft(i, current, leftRows, count);
            } else {
                int stored = layout.payloadPosition[column - leftCount];
                ColumnVector vector = table.payload.gather(stored, rightRows, count, absent, gathered[i]);
                gathered[i] = vector;
                output.setColumn(i, vector);
            }
        }
        output.setRowCount(count);
        return output;
    }

    private void setLeft(int position, Batch current, int[] rows, int count) {
        ColumnVector source = current.column(layout.output[position]);
        // rows ascend; as many as the batch has, with the last one last and no repetition, are all of them
        if (count == current.rowCount() && isIdentity(rows, count)) {
            output.setColumn(position, source);
            return;
        }
        ColumnVector reuse = gathered[position];
        ColumnVector vector = source.gather(rows, count, reuse == null ? source : reuse);
        gathered[position] = vector;
        output.setColumn(position, vector);
    }

    private static boolean isIdentity(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            if (rows[i] != i) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        input.close();
    }
}
