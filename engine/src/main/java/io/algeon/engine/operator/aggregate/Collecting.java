package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.operator.sort.RowOrder;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates that need all rows of a group, in an order: STRING_AGG, ARRAY_AGG, PERCENTILE_CONT and _DISC, MODE, MEDIAN.
 * Rows are kept with the number of their group, and sorted by group and order when the first result is asked for.
 */
final class Collecting extends Accumulator {
    private static final Set<String> FUNCTIONS =
            Set.of("string_agg", "listagg", "array_agg", "percentile_cont", "percentile_disc", "mode", "median");

    /** Most bytes that joined texts have, all groups of a batch together. */
    private static final long MOST_BYTES = 1L << 30;

    /** Most elements of the arrays of a batch's groups. */
    private static final long MOST_ELEMENTS = 1L << 28;

    private final String function;
    private final SqlType type;
    private final List<SqlType> types;
    private final int arguments;
    private final List<SortKey> order;
    private final MemoryBudget memory;
    private final CancellationToken cancellation;
    private final RowStore rows;
    private final ColumnVector[] columns;
    private final int valueColumn;

    private final Reservation texts;
    private byte[] joined = {};
    private int groupCapacity;
    private int[] sorted = {};
    private int[] starts = {};
    private boolean ready;

    /** Whether an aggregate is of this kind. */
    static boolean isFor(String function) {
        return FUNCTIONS.contains(function);
    }

    /**
     * @param types of the arguments, then of the columns to order by
     * @param arguments how many are arguments
     * @param keys order by the columns after the arguments, numbered from 0
     */
    Collecting(
            String function,
            SqlType type,
            List<SqlType> types,
            int arguments,
            List<SortKey> keys,
            Reservation reservation,
            MemoryBudget memory,
            CancellationToken cancellation) {
        super(reservation);
        this.function = function;
        this.type = type;
        this.arguments = arguments;
        this.memory = memory;
        this.cancellation = cancellation;
        List<SqlType> stored = new ArrayList<>();
        stored.add(SqlTypes.INTEGER);
        stored.addAll(types);
        this.types = stored;
        this.rows = new RowStore(stored, memory, HashAggregation.CONSUMER);
        this.texts = memory.reservation(HashAggregation.CONSUMER);
        this.columns = new ColumnVector[stored.size()];
        boolean percentile = function.startsWith("percentile");
        // a percentile's fraction comes before the value; WITHIN GROUP: the value is what rows are ordered by
        this.valueColumn = percentile ? arguments + (keys.isEmpty() ? 0 : 1) : 1;
        List<SortKey> sortKeys = new ArrayList<>();
        sortKeys.add(new SortKey(0, false, false));
        for (SortKey key : keys) {
            sortKeys.add(new SortKey(1 + arguments + key.column(), key.descending(), key.nullsFirst()));
        }
        if (keys.isEmpty() && (percentile || function.equals("median") || function.equals("mode"))) {
            sortKeys.add(new SortKey(valueColumn, false, false));
        }
        this.order = sortKeys;
    }

    @Override
    int bytesPerGroup() {
        return 4;
    }

    @Override
    void resize(int newCapacity) {
        groupCapacity = newCapacity;
    }

    @Override
    void add(GroupedRows batch, ColumnVector[] arguments) {
        columns[0] = new IntVector(batch.groups());
        System.arraycopy(arguments, 0, columns, 1, arguments.length);
        rows.append(columns, batch.count());
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        Collecting from = (Collecting) other;
        from.sort();
        int[] targets = new int[Batch.ROWS];
        int[] sources = new int[Batch.ROWS];
        int filled = 0;
        for (int i = 0; i < count; i++) {
            int group = otherGroups[i];
            for (int at = from.starts[group]; at < from.starts[group + 1]; at++) {
                targets[filled] = groups[i];
                sources[filled++] = from.sorted[at];
                if (filled == Batch.ROWS) {
                    appendFrom(from, sources, targets, filled);
                    filled = 0;
                }
            }
        }
        appendFrom(from, sources, targets, filled);
    }

    private void appendFrom(Collecting from, int[] sources, int[] targets, int count) {
        if (count > 0) {
            columns[0] = new IntVector(targets);
            for (int i = 1; i < columns.length; i++) {
                columns[i] = from.rows.gather(i, sources, count, false, null);
            }
            rows.append(columns, count);
        }
    }

    /** Orders the rows by group and within it, once. */
    private void sort() {
        if (ready) {
            return;
        }
        ready = true;
        try (RowOrder sorting =
                new RowOrder(rows, order, memory.reservation(HashAggregation.CONSUMER), cancellation, Crew.ALONE)) {
            sorted = sorting.sorted();
        }
        memory.reservation(HashAggregation.CONSUMER).grow(4L * sorted.length);
        starts = new int[groupCapacity + 1];
        int[] numbers = new int[Batch.ROWS];
        for (int from = 0; from < sorted.length; from += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, sorted.length - from);
            System.arraycopy(sorted, from, numbers, 0, count);
            IntVector groups = (IntVector) rows.gather(0, numbers, count, false, null);
            for (int i = 0; i < count; i++) {
                starts[groups.values()[i] + 1]++;
            }
        }
        for (int group = 0; group < groupCapacity; group++) {
            starts[group + 1] += starts[group];
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        sort();
        return switch (function) {
            case "string_agg" -> strings(groups, count);
            case "array_agg" -> arrays(groups, count);
            case "percentile_cont", "median" -> interpolated(groups, count);
            case "percentile_disc", "mode" -> chosen(groups, count);
            default -> throw new IllegalStateException(function);
        };
    }

    private int[] rowsOf(int group) {
        return Arrays.copyOfRange(sorted, starts[group], starts[group + 1]);
    }

    /** The rows of a group whose value is not NULL, in order. */
    private int[] presentRowsOf(int group) {
        int[] all = rowsOf(group);
        int kept = 0;
        for (int row : all) {
            if (!rows.isNull(valueColumn, row)) {
                all[kept++] = row;
            }
        }
        return Arrays.copyOf(all, kept);
    }

    private ColumnVector strings(int[] groups, int count) {
        BytesVector target = new BytesVector(count, 16 * count);
        int[] part = new int[Batch.ROWS];
        for (int i = 0; i < count; i++) {
            int[] present = presentRowsOf(groups[i]);
            int length = 0;
            for (int from = 0; from < present.length; from += Batch.ROWS) {
                cancellation.check();
                int partRows = Math.min(Batch.ROWS, present.length - from);
                System.arraycopy(present, from, part, 0, partRows);
                length = join(part, partRows, length, from == 0);
            }
            long wanted = (long) target.offsets()[i] + length;
            requireRoom(wanted);
            // the target grows by doubling, and holds what it had meanwhile
            texts.resize(joined.length + 3 * wanted);
            target.set(i, joined, 0, length);
            if (present.length == 0) {
                target.setNull(i, count);
            }
        }
        return target;
    }

    /** Adds the texts of some rows, all but the group's first one behind their separators; the new length. */
    private int join(int[] part, int partRows, int lengthBefore, boolean begins) {
        BytesVector values = bytes(rows.gather(1, part, partRows, false, null), partRows);
        boolean separated = arguments > 1;
        BytesVector separators = separated ? bytes(rows.gather(2, part, partRows, false, null), partRows) : values;
        int length = lengthBefore;
        for (int row = 0; row < partRows; row++) {
            boolean first = begins && row == 0;
            int separator = !first && separated && !separators.isNull(row) ? separators.length(row) : 0;
            long needed = (long) length + separator + values.length(row);
            requireRoom(needed);
            if (joined.length < needed) {
                int capacity = (int) Math.min(MOST_BYTES, needed + (needed >> 1));
                texts.resize((long) joined.length + capacity);
                joined = Arrays.copyOf(joined, capacity);
            }
            System.arraycopy(separators.data(), separators.offsets()[row], joined, length, separator);
            System.arraycopy(values.data(), values.offsets()[row], joined, length + separator, values.length(row));
            length = (int) needed;
        }
        return length;
    }

    private void requireRoom(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "The texts that STRING_AGG joins for " + Batch.ROWS + " groups or fewer come to more than 1 GiB ("
                            + bytes + " bytes so far). Group by more, or leave rows out by FILTER (WHERE ...).");
        }
    }

    /** Texts; those of a bare NULL, whose vector has another form, are all NULL. */
    private static BytesVector bytes(ColumnVector vector, int count) {
        if (vector instanceof BooleanVector) {
            BytesVector nulls = new BytesVector(count, 0);
            for (int row = 0; row < count; row++) {
                nulls.setNull(row, count);
            }
            return nulls;
        }
        return vector instanceof DictionaryVector coded
                ? coded.decode(count, new BytesVector(count, 0))
                : (BytesVector) vector;
    }

    private ColumnVector arrays(int[] groups, int count) {
        int[] offsets = new int[Math.max(count, Batch.ROWS) + 1];
        for (int i = 0; i < count; i++) {
            long end = (long) offsets[i] + starts[groups[i] + 1] - starts[groups[i]];
            if (end > MOST_ELEMENTS) {
                throw new EngineException(
                        ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                        "The arrays that ARRAY_AGG makes for " + Batch.ROWS + " groups or fewer have more than "
                                + MOST_ELEMENTS + " elements. Group by more, or leave rows out by FILTER (WHERE ...).");
            }
            offsets[i + 1] = (int) end;
        }
        // what the elements take of the kept rows, which hold more than they
        texts.resize(
                rows.rowCount() == 0 ? 0 : (long) ((double) rows.reservedBytes() * offsets[count] / rows.rowCount()));
        int[] elements = new int[offsets[count]];
        for (int i = 0; i < count; i++) {
            System.arraycopy(sorted, starts[groups[i]], elements, offsets[i], offsets[i + 1] - offsets[i]);
        }
        ListVector target = new ListVector(offsets, rows.gather(1, elements, elements.length, false, null));
        for (int i = 0; i < count; i++) {
            if (offsets[i] == offsets[i + 1]) {
                target.setNull(i, count);
            }
        }
        return target;
    }

    private double fraction(int row) {
        if (function.equals("median")) {
            return 0.5;
        }
        double[] value = new double[1];
        Numbers.read(rows.gather(1, new int[] {row}, 1, false, null), types.get(1), 1, value);
        return value[0];
    }

    private ColumnVector interpolated(int[] groups, int count) {
        ColumnVector target = Vectors.create(type, Batch.ROWS);
        double[] ends = new double[2];
        for (int i = 0; i < count; i++) {
            int[] present = presentRowsOf(groups[i]);
            if (present.length == 0) {
                target.setNull(i, count);
                continue;
            }
            double position = fraction(present[0]) * (present.length - 1);
            int below = (int) Math.floor(position);
            int above = Math.min(below + 1, present.length - 1);
            int[] neighbours = {present[below], present[above]};
            Numbers.read(rows.gather(valueColumn, neighbours, 2, false, null), types.get(valueColumn), 2, ends);
            double part = position - below;
            Numbers.write(target, i, part == 0 ? ends[0] : ends[0] + (ends[1] - ends[0]) * part);
        }
        return target;
    }

    private ColumnVector chosen(int[] groups, int count) {
        int[] picked = new int[count];
        for (int i = 0; i < count; i++) {
            int[] present = presentRowsOf(groups[i]);
            if (present.length == 0) {
                picked[i] = -1;
            } else if (function.equals("mode")) {
                picked[i] = mode(present);
            } else {
                int position = (int) Math.ceil(fraction(present[0]) * present.length) - 1;
                picked[i] = present[Math.max(0, Math.min(position, present.length - 1))];
            }
        }
        return rows.gather(valueColumn, picked, count, true, null);
    }

    /** The first row with the most frequent value, the first of them in order. */
    private int mode(int[] present) {
        int[] keys = new int[present.length];
        GroupTable table =
                new GroupTable(List.of(types.get(valueColumn)), memory.reservation(HashAggregation.CONSUMER));
        table.assign(
                new ColumnVector[] {rows.gather(valueColumn, present, present.length, false, null)},
                present.length,
                keys);
        int[] counts = new int[table.groupCount()];
        int[] firsts = new int[table.groupCount()];
        int best = 0;
        for (int i = 0; i < keys.length; i++) {
            if (counts[keys[i]]++ == 0) {
                firsts[keys[i]] = present[i];
            }
        }
        for (int group = 1; group < counts.length; group++) {
            best = counts[group] > counts[best] ? group : best;
        }
        table.close();
        return firsts[best];
    }
}
