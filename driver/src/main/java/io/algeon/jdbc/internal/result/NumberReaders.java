package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.function.ScalarText;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;

/**
 * Readers of BOOLEAN and the numeric types. A fraction is cut off when a whole number is asked for; a value outside the range of
 * the Java type is 22003.
 */
final class NumberReaders {
    private NumberReaders() {}

    static final class BooleanReader extends ColumnReader {
        private long[] bits = {};

        BooleanReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            bits = ((BooleanVector) next).bits();
        }

        @Override
        boolean booleanValue() {
            int row = row();
            return (bits[row >> 6] >>> row & 1) != 0;
        }

        @Override
        Object objectValue() {
            return booleanValue();
        }

        @Override
        long longValue() {
            return booleanValue() ? 1 : 0;
        }

        @Override
        double doubleValue() {
            return longValue();
        }

        @Override
        BigDecimal decimalValue() {
            return BigDecimal.valueOf(longValue());
        }
    }

    /** TINYINT, SMALLINT, INTEGER. */
    static final class IntReader extends ColumnReader {
        private int[] values = {};

        IntReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((IntVector) next).values();
        }

        @Override
        Object objectValue() {
            return values[row()];
        }

        @Override
        String textValue() {
            return Integer.toString(values[row()]);
        }

        @Override
        boolean booleanValue() {
            return values[row()] != 0;
        }

        @Override
        int intValue() {
            return values[row()];
        }

        @Override
        long longValue() {
            return values[row()];
        }

        @Override
        double doubleValue() {
            return values[row()];
        }

        @Override
        BigDecimal decimalValue() {
            return BigDecimal.valueOf(values[row()]);
        }
    }

    /** BIGINT. */
    static final class LongReader extends ColumnReader {
        private long[] values = {};

        LongReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((LongVector) next).values();
        }

        @Override
        Object objectValue() {
            return values[row()];
        }

        @Override
        String textValue() {
            return Long.toString(values[row()]);
        }

        @Override
        boolean booleanValue() {
            return values[row()] != 0;
        }

        @Override
        long longValue() {
            return values[row()];
        }

        @Override
        double doubleValue() {
            return values[row()];
        }

        @Override
        BigDecimal decimalValue() {
            return BigDecimal.valueOf(values[row()]);
        }
    }

    /** DECIMAL of either storage form. */
    static final class DecimalReader extends ColumnReader {
        private final int scale;
        private final boolean wide;
        private long[] low = {};
        private long[] high = {};

        DecimalReader(SqlType type, Position position, String description) {
            super(type, position, description);
            scale = type.scale();
            wide = type.precision() > SqlType.MAX_LONG_DECIMAL_PRECISION;
        }

        @Override
        void bindValues(ColumnVector next) {
            if (wide) {
                high = ((Int128Vector) next).high();
                low = ((Int128Vector) next).low();
            } else {
                low = ((LongVector) next).values();
            }
        }

        @Override
        BigDecimal decimalValue() {
            int row = row();
            long lowBits = low[row];
            return wide && high[row] != lowBits >> 63
                    ? new BigDecimal(wideValue(high[row], lowBits), scale)
                    : BigDecimal.valueOf(lowBits, scale);
        }

        @Override
        Object objectValue() {
            return decimalValue();
        }

        @Override
        String textValue() {
            return decimalValue().toPlainString();
        }

        @Override
        boolean booleanValue() {
            return low[row()] != 0 || wide && high[row()] != 0;
        }

        @Override
        long longValue() throws SQLException {
            return wholePart(decimalValue(), description());
        }

        @Override
        double doubleValue() {
            return decimalValue().doubleValue();
        }
    }

    static final class RealReader extends ColumnReader {
        private float[] values = {};

        RealReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((FloatVector) next).values();
        }

        @Override
        Object objectValue() {
            return values[row()];
        }

        @Override
        String textValue() {
            return ScalarText.of(values[row()]);
        }

        @Override
        boolean booleanValue() {
            return values[row()] != 0;
        }

        @Override
        long longValue() throws SQLException {
            return wholePart(values[row()], description());
        }

        @Override
        float floatValue() {
            return values[row()];
        }

        @Override
        double doubleValue() {
            return values[row()];
        }

        @Override
        BigDecimal decimalValue() throws SQLException {
            float value = values[row()];
            if (!Float.isFinite(value)) {
                throw SqlExceptions.outOfRange(value, description(), "BigDecimal");
            }
            return new BigDecimal(Float.toString(value));
        }
    }

    static final class DoubleReader extends ColumnReader {
        private double[] values = {};

        DoubleReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((DoubleVector) next).values();
        }

        @Override
        Object objectValue() {
            return values[row()];
        }

        @Override
        String textValue() {
            return ScalarText.of(values[row()]);
        }

        @Override
        boolean booleanValue() {
            return values[row()] != 0;
        }

        @Override
        long longValue() throws SQLException {
            return wholePart(values[row()], description());
        }

        @Override
        double doubleValue() {
            return values[row()];
        }

        @Override
        BigDecimal decimalValue() throws SQLException {
            double value = values[row()];
            if (!Double.isFinite(value)) {
                throw SqlExceptions.outOfRange(value, description(), "BigDecimal");
            }
            return new BigDecimal(Double.toString(value));
        }
    }

    /** The 128-bit number of two words. */
    static BigInteger wideValue(long high, long low) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[7 - i] = (byte) (high >>> 8 * i);
            bytes[15 - i] = (byte) (low >>> 8 * i);
        }
        return new BigInteger(bytes);
    }

    static long wholePart(BigDecimal value, String description) throws SQLException {
        // the exponent first: setScale of 1E+1000000 would build a million digits
        if (value.precision() - value.scale() <= 19) {
            BigInteger whole = value.setScale(0, RoundingMode.DOWN).unscaledValue();
            if (whole.bitLength() < Long.SIZE) {
                return whole.longValue();
            }
        }
        throw SqlExceptions.outOfRange(value, description, "long");
    }

    static long wholePart(double value, String description) throws SQLException {
        // 2^63 itself is out of range, and NaN fails both comparisons
        if (value >= -0x1p63 && value < 0x1p63) {
            return (long) value;
        }
        throw SqlExceptions.outOfRange(value, description, "long");
    }
}
