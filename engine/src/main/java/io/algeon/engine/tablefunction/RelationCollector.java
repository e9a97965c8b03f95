package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a relation argument from several threads. Each has a {@link Part}; texts are numbered by each part apart,
 * once a dictionary entry where they are coded, and get common numbers, in their order, in the end.
 */
public final class RelationCollector implements AutoCloseable {
    /** Large enough that chunks are few, small enough that they are no humongous objects to the garbage collector. */
    private static final int CHUNK_ROWS = 1 << 15;

    private static final int FIRST_CHUNK_ROWS = Batch.ROWS;
    /** If none of the first rows of a batch repeats the one before, the others are not looked at. */
    private static final int SAMPLE_ROWS = 64;

    private final TableFunction function;
    private final Argument.Relation argument;
    private final List<Argument.Field> fields = new ArrayList<>();
    private final MemoryBudget budget;
    private final String consumer;
    private final boolean dropsRepeated;
    private final Reservation memory;
    private final List<Reservation> reservations = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /**
     * @param given the fields that the batches have, in order
     * @param dropsRepeated whether rows that equal the one before may be left out
     */
    public RelationCollector(
            TableFunction function,
            Argument.Relation argument,
            List<String> given,
            boolean dropsRepeated,
            MemoryBudget budget) {
        this.function = function;
        this.dropsRepeated = dropsRepeated;
        this.argument = argument;
        this.budget = budget;
        this.consumer = "The argument " + argument.name() + " of " + function.name();
        this.memory = reservation();
        for (String name : given) {
            for (Argument.Field field : argument.fields()) {
                if (field.name().equals(name)) {
                    fields.add(field);
                }
            }
        }
    }

    /** A part for one thread. */
    public Part part() {
        return new Part();
    }

    private synchronized void add(Part part) {
        parts.add(part);
    }

    private synchronized Reservation reservation() {
        Reservation reservation = budget.reservation(consumer);
        reservations.add(reservation);
        return reservation;
    }

    /** Gives the rows' memory back; idempotent. */
    @Override
    public synchronized void close() {
        reservations.forEach(Reservation::close);
        parts.clear();
    }

    /**
     * All rows, once every part is combined.
     *
     * @throws EngineException {@code graph_input_invalid} if ids are NULL, or numbers NULL or not finite
     */
    public RelationRows finish(Crew crew, CancellationToken cancellation) {
        for (int i = 0; i < fields.size(); i++) {
            int column = i;
            long nulls = parts.stream().mapToLong(part -> part.nulls[column]).sum();
            long unreal = parts.stream().mapToLong(part -> part.unreal[column]).sum();
            if (nulls > 0 || unreal > 0) {
                throw InputFailures.unfit(
                        function.name(), argument.name(), fields.get(i).name(), nulls, unreal);
            }
        }
        List<RelationRows.Chunk> chunks = new ArrayList<>();
        VertexNames names = numberTexts(crew, cancellation);
        long given = 0;
        for (Part part : parts) {
            chunks.addAll(part.chunks);
            given += part.given;
        }
        parts.clear();
        return new RelationRows(fields.stream().map(Argument.Field::name).toList(), chunks, given, names);
    }

    private @Nullable VertexNames numberTexts(Crew crew, CancellationToken cancellation) {
        List<Part> withTexts = parts.stream().filter(part -> part.texts != null).toList();
        if (withTexts.isEmpty()) {
            return null;
        }
        CommonTexts common =
                CommonTexts.of(withTexts.stream().map(RelationCollector::texts).toList(), crew, cancellation, memory);
        for (int i = 0; i < withTexts.size(); i++) {
            int part = i;
            List<RelationRows.Chunk> chunks = withTexts.get(i).chunks;
            crew.each(chunks.size(), chunk -> {
                cancellation.check();
                translate(chunks.get(chunk), part, common);
            });
        }
        return common.names();
    }

    private static TextInterner texts(Part part) {
        return java.util.Objects.requireNonNull(part.texts);
    }

    private void translate(RelationRows.Chunk chunk, int part, CommonTexts common) {
        for (int column = 0; column < fields.size(); column++) {
            if (fields.get(column).type() == FieldType.VERTEX) {
                common.translate(part, chunk.longs(column), chunk.rows());
            }
        }
    }

    /** Rows from one thread. */
    public final class Part {
        private final Reservation held = reservation();
        private final List<RelationRows.Chunk> chunks = new ArrayList<>();
        private final long[] nulls = new long[fields.size()];
        private final long[] unreal = new long[fields.size()];
        private final Map<Dictionary, int[]> known = new IdentityHashMap<>();
        private @Nullable TextInterner texts;
        private Object[] columns = new Object[0];
        private final boolean[] repeated = new boolean[dropsRepeated ? Batch.ROWS : 0];
        private final int[] keptRows = new int[dropsRepeated ? Batch.ROWS : 0];
        private long given;
        private int used;
        private int capacity;

        private Part() {}

        /** Adds the rows of a batch. */
        public void add(Batch batch) {
            int from = 0;
            while (from < batch.rowCount()) {
                if (used == capacity) {
                    next();
                }
                int count = Math.min(batch.rowCount() - from, capacity - used);
                for (int column = 0; column < columns.length; column++) {
                    if (fields.get(column).type() == FieldType.VERTEX) {
                        ids(column, batch.column(column), from, count);
                    } else {
                        numbers(column, (DoubleVector) batch.column(column), from, count);
                    }
                }
                used += dropsRepeated ? withoutRepeated(count) : count;
                from += count;
                given += count;
            }
        }

        /** Leaves out rows that equal the one before, of those just added, if there are many; returns how many are left. */
        private int withoutRepeated(int count) {
            if (used + count < 2 || repeated(Math.min(SAMPLE_ROWS, count)) == 0 || repeated(count) < count / 8) {
                return count;
            }
            int kept = 0;
            for (int i = 0; i < count; i++) {
                keptRows[kept] = used + i;
                kept += repeated[i] ? 0 : 1;
            }
            for (Object column : columns) {
                if (column instanceof long[] ids) {
                    for (int i = 0; i < kept; i++) {
                        ids[used + i] = ids[keptRows[i]];
                    }
                } else {
                    double[] values = (double[]) column;
                    for (int i = 0; i < kept; i++) {
                        values[used + i] = values[keptRows[i]];
                    }
                }
            }
            return kept;
        }

        /** Finds rows that equal the one before; returns how many there are. */
        private int repeated(int count) {
            Arrays.fill(repeated, 0, count, true);
            int first = used == 0 ? 1 : 0;
            repeated[0] = first == 0;
            for (Object column : columns) {
                if (column instanceof long[] ids) {
                    for (int i = first; i < count; i++) {
                        repeated[i] &= ids[used + i] == ids[used + i - 1];
                    }
                } else {
                    double[] values = (double[]) column;
                    for (int i = first; i < count; i++) {
                        repeated[i] &= values[used + i] == values[used + i - 1];
                    }
                }
            }
            int found = 0;
            for (int i = 0; i < count; i++) {
                found += repeated[i] ? 1 : 0;
            }
            return found;
        }

        private void next() {
            close();
            int rows = chunks.isEmpty() ? FIRST_CHUNK_ROWS : CHUNK_ROWS;
            held.grow(8L * rows * fields.size());
            Object[] fresh = new Object[fields.size()];
            for (int i = 0; i < fresh.length; i++) {
                fresh[i] = fields.get(i).type() == FieldType.VERTEX ? new long[rows] : new double[rows];
            }
            columns = fresh;
            capacity = rows;
            used = 0;
        }

        private void close() {
            if (used > 0) {
                chunks.add(new RelationRows.Chunk(used, columns));
            }
            used = 0;
            capacity = 0;
        }

        private void ids(int column, ColumnVector vector, int from, int count) {
            nulls[column] += nulls(vector, from, count);
            long[] to = (long[]) columns[column];
            int at = used;
            if (vector instanceof LongVector longs) {
                System.arraycopy(longs.values(), from, to, at, count);
            } else if (vector instanceof IntVector ints) {
                int[] values = ints.values();
                for (int i = 0; i < count; i++) {
                    to[at + i] = values[from + i];
                }
            } else {
                texts(vector, from, count, to);
            }
        }

        private void texts(ColumnVector vector, int from, int count, long[] to) {
            TextInterner interner = texts;
            if (interner == null) {
                interner = new TextInterner(held);
                texts = interner;
            }
            if (vector instanceof DictionaryVector coded) {
                Dictionary dictionary = coded.dictionary();
                BytesVector values = dictionary.values();
                int[] numbers = known.get(dictionary);
                if (numbers == null) {
                    held.grow(4L * dictionary.size());
                    numbers = new int[dictionary.size()];
                    Arrays.fill(numbers, -1);
                    known.put(dictionary, numbers);
                }
                int[] codes = coded.codes();
                for (int i = 0; i < count; i++) {
                    int code = codes[from + i];
                    if (coded.isNull(from + i)) {
                        continue;
                    }
                    int number = numbers[code];
                    if (number < 0) {
                        number = interner.intern(values.data(), values.offsets()[code], values.offsets()[code + 1]);
                        numbers[code] = number;
                    }
                    to[used + i] = number;
                }
            } else {
                interner.internAll((BytesVector) vector, from, count, to, used);
            }
        }

        private void numbers(int column, DoubleVector vector, int from, int count) {
            nulls[column] += nulls(vector, from, count);
            double[] values = vector.values();
            double[] to = (double[]) columns[column];
            long bad = 0;
            for (int i = 0; i < count; i++) {
                double value = values[from + i];
                to[used + i] = value;
                bad += Double.isFinite(value) || vector.isNull(from + i) ? 0 : 1;
            }
            unreal[column] += bad;
        }

        private static long nulls(ColumnVector vector, int from, int count) {
            long nulls = 0;
            for (int i = 0; vector.mayHaveNulls() && i < count; i++) {
                nulls += vector.isNull(from + i) ? 1 : 0;
            }
            return nulls;
        }

        /** Hands the rows over. */
        public void combine() {
            close();
            RelationCollector.this.add(this);
        }
    }
}
