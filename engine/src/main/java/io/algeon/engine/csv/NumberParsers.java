package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.file.Numbers;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;

/** Parsers of numbers. */
final class NumberParsers {
    private NumberParsers() {}

    /** TINYINT, SMALLINT, INTEGER. */
    static final class Ints extends FieldParser {
        private final IntVector vector = new IntVector(Batch.ROWS);
        private final long min;
        private final long max;

        Ints(NullTexts nulls, long min, long max) {
            super(nulls, true);
            this.min = min;
            this.max = max;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.integer(buffer, start, end);
                    if (value >= min && value <= max) {
                        values[row] = (int) value;
                        continue;
                    }
                    vector.setNull(row, rows);
                    return row;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long value = Numbers.integer(data, from, to);
            vector.values()[row] = (int) value;
            return value >= min && value <= max;
        }
    }

    /** BIGINT. */
    static final class Longs extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);

        Longs(NullTexts nulls) {
            super(nulls, true);
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            long[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.integer(buffer, start, end);
                    if (value != Numbers.NONE || Numbers.isSmallest(buffer, start, end)) {
                        values[row] = value;
                        continue;
                    }
                    vector.setNull(row, rows);
                    return row;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long value = Numbers.integer(data, from, to);
            vector.values()[row] = value;
            return value != Numbers.NONE || Numbers.isSmallest(data, from, to);
        }
    }

    /** DECIMAL up to 18 digits. */
    static final class Decimals extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final int scale;
        private final long limit;
        private final byte point;
        private final boolean exact;

        Decimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(nulls, true);
            this.scale = type.scale();
            this.limit = Numbers.powerOfTen(type.precision());
            this.point = format.decimalPoint();
            this.exact = format.exact();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            long[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.decimal(buffer, start, end, scale, point);
                    if (value == Numbers.NONE && !value(buffer, start, end, row)) {
                        vector.setNull(row, rows);
                        return row;
                    }
                    if (value != Numbers.NONE) {
                        if (value >= limit || value <= -limit) {
                            vector.setNull(row, rows);
                            return row;
                        }
                        values[row] = value;
                    }
                    continue;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            BigDecimal number = Numbers.bigDecimal(data, from, to, point, scale, exact);
            if (number == null || number.unscaledValue().bitLength() > 63) {
                return false;
            }
            long value = number.unscaledValue().longValue();
            vector.values()[row] = value;
            return value < limit && value > -limit;
        }
    }

    /** DECIMAL above 18 digits. */
    static final class WideDecimals extends FieldParser {
        private final Int128Vector vector = new Int128Vector(Batch.ROWS);
        private final SqlType type;
        private final byte point;
        private final boolean exact;

        WideDecimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(nulls, true);
            this.type = type;
            this.point = format.decimalPoint();
            this.exact = format.exact();
        }

        @Override
        void begin() {
            super.begin();
            vector.setWide();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            BigDecimal number = Numbers.bigDecimal(data, from, to, point, type.scale(), exact);
            if (number == null || number.precision() > type.precision()) {
                return false;
            }
            vector.high()[row] = number.unscaledValue().shiftRight(64).longValue();
            vector.low()[row] = number.unscaledValue().longValue();
            return true;
        }
    }

    /** REAL and DOUBLE. */
    static final class Floating extends FieldParser {
        private final boolean single;
        private final byte point;
        private final DoubleVector doubles;
        private final FloatVector floats;

        Floating(NullTexts nulls, boolean single, byte point) {
            super(nulls, true);
            this.single = single;
            this.point = point;
            this.doubles = new DoubleVector(single ? 0 : Batch.ROWS);
            this.floats = new FloatVector(single ? Batch.ROWS : 0);
        }

        @Override
        ColumnVector vector() {
            return single ? floats : doubles;
        }

        @Override
        void setNull(int row, int rows) {
            vector().setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            if (single) {
                String text = Numbers.text(data, from, to, point);
                try {
                    floats.values()[row] = Numbers.isFloating(text) ? Float.parseFloat(text) : Numbers.special(text);
                    return Numbers.isFloating(text) || Numbers.isSpecial(text);
                } catch (NumberFormatException e) {
                    return false;
                }
            }
            double value = Numbers.simpleDouble(data, from, to, point);
            if (!Double.isNaN(value)) {
                doubles.values()[row] = value;
                return true;
            }
            String text = Numbers.text(data, from, to, point);
            if (Numbers.isSpecial(text)) {
                doubles.values()[row] = Numbers.special(text);
                return true;
            }
            if (!Numbers.isFloating(text)) {
                return false;
            }
            double parsed = Double.parseDouble(text);
            doubles.values()[row] = parsed;
            return !Double.isInfinite(parsed);
        }
    }
}
