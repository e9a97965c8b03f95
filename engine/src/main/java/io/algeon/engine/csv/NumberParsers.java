package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
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
    static final class Ints extends FieldParser<IntVector> {
        private final long min;
        private final long max;

        Ints(NullTexts nulls, long min, long max) {
            super(new IntVector(Batch.ROWS), nulls, true);
            this.min = min;
            this.max = max;
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
                long value = start < end && start >= 0 ? Numbers.integer(buffer, start, end) : Numbers.NONE;
                if (value >= min && value <= max) {
                    values[row] = (int) value;
                } else if (!emptyOrQuoted(buffer, start, end, row, rows)) {
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
    static final class Longs extends FieldParser<LongVector> {

        Longs(NullTexts nulls) {
            super(new LongVector(Batch.ROWS), nulls, true);
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
                boolean plain = start < end && start >= 0;
                long value = plain ? Numbers.integer(buffer, start, end) : Numbers.NONE;
                if (value != Numbers.NONE || plain && Numbers.isSmallest(buffer, start, end)) {
                    values[row] = value;
                } else if (!emptyOrQuoted(buffer, start, end, row, rows)) {
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
    static final class Decimals extends FieldParser<LongVector> {
        private final int scale;
        private final long limit;
        private final byte point;
        private final boolean exact;

        Decimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(new LongVector(Batch.ROWS), nulls, true);
            this.scale = type.scale();
            this.limit = Numbers.powerOfTen(type.precision());
            this.point = format.decimalPoint();
            this.exact = format.exact();
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
                boolean plain = start < end && start >= 0;
                long value = plain ? Numbers.decimal(buffer, start, end, scale, point) : Numbers.NONE;
                if (value < limit && value > -limit) {
                    values[row] = value;
                } else if (!(plain && value == Numbers.NONE && value(buffer, start, end, row))
                        && !emptyOrQuoted(buffer, start, end, row, rows)) {
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
    static final class WideDecimals extends FieldParser<Int128Vector> {
        private final SqlType type;
        private final byte point;
        private final boolean exact;

        WideDecimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(new Int128Vector(Batch.ROWS), nulls, true);
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

    /** REAL. */
    static final class Floats extends FieldParser<FloatVector> {
        private final byte point;

        Floats(NullTexts nulls, byte point) {
            super(new FloatVector(Batch.ROWS), nulls, true);
            this.point = point;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            String text = Numbers.text(data, from, to, point);
            try {
                vector.values()[row] = Numbers.isFloating(text) ? Float.parseFloat(text) : Numbers.special(text);
                return Numbers.isFloating(text) || Numbers.isSpecial(text);
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** DOUBLE. */
    static final class Doubles extends FieldParser<DoubleVector> {
        private final byte point;

        Doubles(NullTexts nulls, byte point) {
            super(new DoubleVector(Batch.ROWS), nulls, true);
            this.point = point;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            double value = Numbers.simpleDouble(data, from, to, point);
            if (!Double.isNaN(value)) {
                vector.values()[row] = value;
                return true;
            }
            String text = Numbers.text(data, from, to, point);
            if (Numbers.isSpecial(text)) {
                vector.values()[row] = Numbers.special(text);
                return true;
            }
            if (!Numbers.isFloating(text)) {
                return false;
            }
            double parsed = Double.parseDouble(text);
            vector.values()[row] = parsed;
            return !Double.isInfinite(parsed);
        }
    }
}
