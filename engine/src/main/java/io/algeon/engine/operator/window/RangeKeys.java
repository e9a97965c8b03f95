package io.algeon.engine.operator.window;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The values of the one order key of RANGE frames with offsets, by place. Three forms: whole numbers of 64 bits (integers,
 * short decimals, dates and times in their units), doubles, and whole numbers of any size (long decimals).
 */
final class RangeKeys {
    private final SqlType type;
    private final long[] numbers;
    private final double[] doubles;
    private final BigInteger[] wide;

    private RangeKeys(SqlType type, int count, Reservation reservation) {
        this.type = type;
        PhysicalKind kind = type.physicalKind();
        boolean isWide = kind == PhysicalKind.INT128;
        boolean isReal = kind == PhysicalKind.FLOAT32 || kind == PhysicalKind.FLOAT64;
        reservation.grow((isWide ? 48L : 8L) * count);
        numbers = new long[isWide || isReal ? 0 : count];
        doubles = new double[isReal ? count : 0];
        wide = new BigInteger[isWide ? count : 0];
    }

    /** Reads the keys; NULL places hold anything. */
    static RangeKeys read(
            OrderedRows rows, int column, SqlType type, Reservation reservation, CancellationToken cancellation) {
        RangeKeys keys = new RangeKeys(type, rows.count(), reservation);
        int[] buffer = OrderedRows.batch();
        ColumnVector vector = null;
        for (int from = 0; from < rows.count(); from += Batch.ROWS) {
            cancellation.check();
            int count = Math.min(Batch.ROWS, rows.count() - from);
            vector = rows.range(column, from, count, buffer, vector);
            keys.read(vector, from, count);
        }
        return keys;
    }

    private void read(ColumnVector vector, int from, int count) {
        for (int i = 0; i < count; i++) {
            if (vector instanceof LongVector longs) {
                numbers[from + i] = longs.values()[i];
            } else if (vector instanceof IntVector ints) {
                numbers[from + i] = ints.values()[i];
            } else if (vector instanceof DoubleVector reals) {
                doubles[from + i] = reals.values()[i] + 0.0;
            } else if (vector instanceof FloatVector reals) {
                doubles[from + i] = reals.values()[i] + 0.0;
            } else if (vector instanceof Int128Vector longer) {
                wide[from + i] =
                        vector.isNull(i) ? BigInteger.ZERO : Int128.toBigInteger(longer.high()[i], longer.low()[i]);
            } else {
                throw new EngineException(
                        ErrorCode.TYPE_MISMATCH,
                        "A RANGE frame with an offset needs ORDER BY a number or a date or time, not " + type + ".");
            }
        }
    }

    /**
     * A distance from keys.
     *
     * @param number for keys that are whole numbers, saturated; months for intervals of them
     */
    record Offset(long number, double real, BigInteger wide, boolean months) {}

    /** The offset of a bound. Parts of it that are finer than the keys make no difference and are dropped. */
    Offset offset(Object value, SqlType offsetType) {
        boolean months = offsetType.kind() == TypeKind.INTERVAL_YEAR_MONTH;
        boolean time = offsetType.kind() == TypeKind.INTERVAL_DAY_SECOND;
        BigDecimal exact;
        if (value instanceof Double || value instanceof Float) {
            double real = ((Number) value).doubleValue();
            if (Double.isNaN(real) || real < 0) {
                throw negative(value);
            }
            if (doubles.length > 0 || Double.isInfinite(real)) {
                return new Offset(Long.MAX_VALUE, real, BigInteger.TWO.pow(200), false);
            }
            exact = new BigDecimal(real);
        } else {
            exact = new BigDecimal(new BigInteger(value.toString()), offsetType.scale());
        }
        if (exact.signum() < 0) {
            throw negative(exact);
        }
        if (time) {
            // micros, in the units of the key
            exact = switch (type.kind()) {
                case DATE -> exact.divide(BigDecimal.valueOf(CivilCalendar.MICROS_PER_DAY), 0, RoundingMode.FLOOR);
                case TIME, TIMESTAMP -> exact.multiply(BigDecimal.valueOf(type.unitsPerSecond() / 1_000_000));
                default -> exact;
            };
        }
        BigInteger units = exact.movePointRight(type.scale())
                .setScale(0, RoundingMode.FLOOR)
                .unscaledValue();
        long number = units.bitLength() < 64 ? units.longValue() : Long.MAX_VALUE;
        return new Offset(number, exact.doubleValue(), units, months);
    }

    private static EngineException negative(Object value) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "The offset of a RANGE frame must not be negative, but it is " + value + ".");
    }

    /** Order of the key at a place and the key at another one, moved by an offset up or down. */
    int compare(int place, int moved, Offset offset, boolean up) {
        if (doubles.length > 0) {
            double target = up ? doubles[moved] + offset.real : doubles[moved] - offset.real;
            return Double.compare(doubles[place], target);
        } else if (wide.length > 0) {
            BigInteger target = up ? wide[moved].add(offset.wide) : wide[moved].subtract(offset.wide);
            return wide[place].compareTo(target);
        }
        if (offset.months) {
            return compareMonths(place, numbers[moved], up ? offset.number : -offset.number);
        }
        long key = numbers[moved];
        if (offset.number == Long.MAX_VALUE) {
            BigInteger exact = BigInteger.valueOf(key);
            return BigInteger.valueOf(numbers[place])
                    .compareTo(up ? exact.add(offset.wide) : exact.subtract(offset.wide));
        }
        long target = up ? key + offset.number : key - offset.number;
        // beyond what keys can be, every key is on this side of the target
        boolean overflow = up ? target < key : target > key;
        return overflow ? up ? -1 : 1 : Long.compare(numbers[place], target);
    }

    private int compareMonths(int place, long key, long months) {
        if (type.kind() == TypeKind.DATE) {
            return Long.compare(numbers[place], CivilCalendar.addMonths(key, months));
        }
        long unitsPerDay = 86_400L * unitsPerSecond();
        long day = Math.floorDiv(key, unitsPerDay);
        long target = CivilCalendar.addMonths(day, months);
        if (Math.abs(target) >= Long.MAX_VALUE / unitsPerDay) {
            return target > 0 ? -1 : 1;
        }
        return Long.compare(numbers[place], target * unitsPerDay + (key - day * unitsPerDay));
    }

    private long unitsPerSecond() {
        return type.kind() == TypeKind.TIMESTAMP ? type.unitsPerSecond() : 1_000_000L;
    }
}
