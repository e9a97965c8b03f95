package io.algeon.engine.table;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;

/**
 * Values of a column, growing at the end. A view of the first rows shares the arrays of values, and stays as it is while rows
 * are added behind it: what a view shows is never written again, and bits, which share words with later rows, are copied.
 * Whoever appends and whoever makes views holds the lock of the {@link TailBlock}.
 */
abstract class ColumnBuilder {
    private static final int LEAST_CAPACITY = 16;
    private static final long[] NO_WORDS = {};

    private long[] validity = NO_WORDS;
    private boolean hasNulls;
    private int rows;

    static ColumnBuilder of(SqlType type) {
        return switch (type.physicalKind()) {
            case BOOLEAN -> new Booleans();
            case INT32 -> new Ints();
            case INT64 -> new Longs();
            case INT128 -> new Int128s();
            case FLOAT32 -> new Floats();
            case FLOAT64 -> new Doubles();
            case BYTES -> new Bytes();
            case LIST -> new Lists(of(type.fields().get(0).type()));
            case MAP ->
                new Maps(
                        of(type.fields().get(0).type()), of(type.fields().get(1).type()));
            case ROW -> {
                ColumnBuilder[] fields = new ColumnBuilder[type.fields().size()];
                Arrays.setAll(fields, i -> of(type.fields().get(i).type()));
                yield new Rows(fields);
            }
        };
    }

    final int rows() {
        return rows;
    }

    /** Adds the rows {@code from .. from + count} of a vector of the column's kind. */
    final void append(ColumnVector source, int from, int count) {
        int end = rows + count;
        if (hasNulls || source.mayHaveNulls()) {
            appendValidity(source, from, count, end);
        }
        appendValues(source, from, rows, count);
        rows = end;
    }

    private void appendValidity(ColumnVector source, int from, int count, int end) {
        int words = Validity.words(end);
        if (validity.length < words) {
            validity = Arrays.copyOf(validity, Math.max(words, 2 * validity.length));
        }
        if (!hasNulls) {
            Validity.setAll(validity, rows);
            hasNulls = true;
        }
        for (int i = 0; i < count; i++) {
            if (source.isNull(from + i)) {
                Validity.clear(validity, rows + i);
            } else {
                Validity.set(validity, rows + i);
            }
        }
    }

    /** The first {@code count} rows as they are now. */
    final ColumnVector view(int count) {
        ColumnVector view = values(count);
        if (hasNulls) {
            System.arraycopy(validity, 0, view.writeValidity(count), 0, Validity.words(count));
        }
        return view;
    }

    /** Copies values to the rows from {@code at} on; slots of NULLs receive anything. */
    abstract void appendValues(ColumnVector source, int from, int at, int count);

    /** A vector over the first {@code count} values, without NULLs. */
    abstract ColumnVector values(int count);

    /** A capacity for {@code needed} elements: doubled, so that appending one by one takes linear time. */
    static int capacity(int present, int needed) {
        return needed <= present ? present : Math.max(Math.max(LEAST_CAPACITY, needed), Math.min(2 * present, 1 << 30));
    }

    private static final class Booleans extends ColumnBuilder {
        private long[] bits = new long[1];

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            BooleanVector values = (BooleanVector) source;
            int words = Validity.words(at + count);
            if (bits.length < words) {
                bits = Arrays.copyOf(bits, Math.max(words, 2 * bits.length));
            }
            for (int i = 0; i < count; i++) {
                if (values.get(from + i)) {
                    Validity.set(bits, at + i);
                } else {
                    Validity.clear(bits, at + i);
                }
            }
        }

        @Override
        ColumnVector values(int count) {
            return new BooleanVector(Arrays.copyOf(bits, Validity.words(count)));
        }
    }

    private static final class Ints extends ColumnBuilder {
        private int[] values = {};

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count > values.length) {
                values = Arrays.copyOf(values, capacity(values.length, at + count));
            }
            System.arraycopy(((IntVector) source).values(), from, values, at, count);
        }

        @Override
        ColumnVector values(int count) {
            return new IntVector(values);
        }
    }

    private static final class Longs extends ColumnBuilder {
        private long[] values = {};

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count > values.length) {
                values = Arrays.copyOf(values, capacity(values.length, at + count));
            }
            System.arraycopy(((LongVector) source).values(), from, values, at, count);
        }

        @Override
        ColumnVector values(int count) {
            return new LongVector(values);
        }
    }

    private static final class Int128s extends ColumnBuilder {
        private long[] high = {};
        private long[] low = {};

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count > high.length) {
                int capacity = capacity(high.length, at + count);
                high = Arrays.copyOf(high, capacity);
                low = Arrays.copyOf(low, capacity);
            }
            Int128Vector values = (Int128Vector) source;
            System.arraycopy(values.low(), from, low, at, count);
            System.arraycopy(values.high(), from, high, at, count);
        }

        @Override
        ColumnVector values(int count) {
            return new Int128Vector(high, low);
        }
    }

    private static final class Floats extends ColumnBuilder {
        private float[] values = {};

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count > values.length) {
                values = Arrays.copyOf(values, capacity(values.length, at + count));
            }
            System.arraycopy(((FloatVector) source).values(), from, values, at, count);
        }

        @Override
        ColumnVector values(int count) {
            return new FloatVector(values);
        }
    }

    private static final class Doubles extends ColumnBuilder {
        private double[] values = {};

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count > values.length) {
                values = Arrays.copyOf(values, capacity(values.length, at + count));
            }
            System.arraycopy(((DoubleVector) source).values(), from, values, at, count);
        }

        @Override
        ColumnVector values(int count) {
            return new DoubleVector(values);
        }
    }

    private static final class Bytes extends ColumnBuilder {
        private byte[] data = {};
        private int[] offsets = new int[1];

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            if (at + count >= offsets.length) {
                offsets = Arrays.copyOf(offsets, capacity(offsets.length - 1, at + count) + 1);
            }
            if (source instanceof DictionaryVector coded) {
                appendCoded(coded, from, at, count);
            } else {
                appendPlain((BytesVector) source, from, at, count);
            }
        }

        private void appendPlain(BytesVector source, int from, int at, int count) {
            int[] sourceOffsets = source.offsets();
            int length = sourceOffsets[from + count] - sourceOffsets[from];
            int used = offsets[at];
            reserve(used, length);
            System.arraycopy(source.data(), sourceOffsets[from], data, used, length);
            int shift = used - sourceOffsets[from];
            for (int i = 1; i <= count; i++) {
                offsets[at + i] = sourceOffsets[from + i] + shift;
            }
        }

        private void appendCoded(DictionaryVector source, int from, int at, int count) {
            BytesVector entries = source.dictionary().values();
            int[] entryOffsets = entries.offsets();
            int[] codes = source.codes();
            for (int i = 0; i < count; i++) {
                int used = offsets[at + i];
                int length = 0;
                if (!source.isNull(from + i)) {
                    int code = codes[from + i];
                    length = entryOffsets[code + 1] - entryOffsets[code];
                    reserve(used, length);
                    System.arraycopy(entries.data(), entryOffsets[code], data, used, length);
                }
                offsets[at + i + 1] = used + length;
            }
        }

        private void reserve(int used, int length) {
            int needed = Math.addExact(used, length);
            if (needed > data.length) {
                data = Arrays.copyOf(data, capacity(data.length, needed));
            }
        }

        @Override
        ColumnVector values(int count) {
            return new BytesVector(data, offsets);
        }
    }

    private static final class Lists extends ColumnBuilder {
        private final ColumnBuilder elements;
        private int[] offsets = new int[1];

        Lists(ColumnBuilder elements) {
            this.elements = elements;
        }

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            ListVector lists = (ListVector) source;
            offsets = appendOffsets(lists.offsets(), from, offsets, at, count);
            elements.append(
                    lists.elements(), lists.offsets()[from], lists.offsets()[from + count] - lists.offsets()[from]);
        }

        static int[] appendOffsets(int[] source, int from, int[] offsets, int at, int count) {
            int[] target = at + count >= offsets.length
                    ? Arrays.copyOf(offsets, capacity(offsets.length - 1, at + count) + 1)
                    : offsets;
            int shift = target[at] - source[from];
            for (int i = 1; i <= count; i++) {
                target[at + i] = source[from + i] + shift;
            }
            return target;
        }

        @Override
        ColumnVector values(int count) {
            return new ListVector(offsets, elements.view(offsets[count]));
        }
    }

    private static final class Maps extends ColumnBuilder {
        private final ColumnBuilder keys;
        private final ColumnBuilder values;
        private int[] offsets = new int[1];

        Maps(ColumnBuilder keys, ColumnBuilder values) {
            this.keys = keys;
            this.values = values;
        }

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            MapVector maps = (MapVector) source;
            offsets = Lists.appendOffsets(maps.offsets(), from, offsets, at, count);
            int first = maps.offsets()[from];
            int entries = maps.offsets()[from + count] - first;
            keys.append(maps.keys(), first, entries);
            values.append(maps.values(), first, entries);
        }

        @Override
        ColumnVector values(int count) {
            return new MapVector(offsets, keys.view(offsets[count]), values.view(offsets[count]));
        }
    }

    private static final class Rows extends ColumnBuilder {
        private final ColumnBuilder[] fields;

        Rows(ColumnBuilder[] fields) {
            this.fields = fields;
        }

        @Override
        void appendValues(ColumnVector source, int from, int at, int count) {
            RowVector rows = (RowVector) source;
            for (int i = 0; i < fields.length; i++) {
                fields[i].append(rows.field(i), from, count);
            }
        }

        @Override
        ColumnVector values(int count) {
            ColumnVector[] views = new ColumnVector[fields.length];
            Arrays.setAll(views, i -> fields[i].view(count));
            return new RowVector(views, count);
        }
    }
}
