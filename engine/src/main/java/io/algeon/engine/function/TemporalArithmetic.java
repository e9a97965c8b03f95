package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Arithmetic of dates, times, timestamps and intervals. The operation is fixed by the types at binding; rows then take one
 * well-predicted switch.
 */
final class TemporalArithmetic implements VectorFunction {
    private enum Operation {
        DATE_PLUS_DAYS,
        DATE_PLUS_INTERVAL,
        DATE_PLUS_INTERVAL_TO_TIMESTAMP,
        DATE_PLUS_MONTHS,
        DATE_MINUS_DATE,
        TIME_PLUS_INTERVAL,
        TIMESTAMP_PLUS_INTERVAL,
        TIMESTAMP_PLUS_MONTHS,
        INSTANT_PLUS_MONTHS,
        TIMESTAMP_MINUS_TIMESTAMP,
        INTERVAL_TIMES_INTEGER,
        INTERVAL_BY_INTEGER
    }

    private final CallSite site;
    private final Operation operation;
    private final boolean swapped;
    private final boolean minus;
    private final SqlType pointType;
    private final long unitsPerMicro;
    private final long otherUnitsPerMicro;
    private final long unitsPerDay;
    private final ZoneClock clock;
    private final LongView leftView = new LongView();
    private final LongView rightView = new LongView();
    private final Buffers buffers = new Buffers();
    private boolean failed;
    private boolean broken;

    private TemporalArithmetic(CallSite site, Operation operation, boolean swapped) {
        this.site = site;
        this.operation = operation;
        this.swapped = swapped;
        this.minus = site.function().equals("subtract");
        this.pointType = site.argument(swapped ? 1 : 0);
        this.unitsPerMicro = unitsPerMicro(pointType);
        this.otherUnitsPerMicro = unitsPerMicro(site.argument(swapped ? 0 : 1));
        long resultUnits =
                operation == Operation.DATE_PLUS_INTERVAL_TO_TIMESTAMP ? unitsPerMicro(site.result()) : unitsPerMicro;
        this.unitsPerDay = CivilCalendar.MICROS_PER_DAY * resultUnits;
        this.clock = new ZoneClock(site.timeZone());
    }

    private static long unitsPerMicro(SqlType type) {
        boolean nanos = (type.kind() == TypeKind.TIME || type.kind() == TypeKind.TIMESTAMP) && type.precision() > 6;
        return nanos ? 1000 : 1;
    }

    /** Binds add, subtract, multiply or divide where an operand is a date, time, timestamp or interval. */
    static VectorFunction bind(CallSite site) {
        TypeKind left = site.argument(0).kind();
        TypeKind right = site.argument(1).kind();
        String function = site.function();
        boolean swapped = (left.isInterval() || left.isNumeric()) && !right.isInterval() && !right.isNumeric()
                || left.isNumeric() && right.isInterval();
        TypeKind point = swapped ? right : left;
        TypeKind step = swapped ? left : right;
        if (function.equals("multiply") || function.equals("divide")) {
            if (step.isInteger()) {
                boolean times = function.equals("multiply");
                return new TemporalArithmetic(
                        site, times ? Operation.INTERVAL_TIMES_INTEGER : Operation.INTERVAL_BY_INTEGER, swapped);
            }
            return new ScaledInterval(site, swapped);
        }
        if (point.isInterval()) {
            return IntegerArithmetic.bind(site);
        }
        Operation operation;
        if (step == TypeKind.INTERVAL_YEAR_MONTH) {
            operation = switch (point) {
                case DATE -> Operation.DATE_PLUS_MONTHS;
                case TIMESTAMP_WITH_TIME_ZONE -> Operation.INSTANT_PLUS_MONTHS;
                default -> Operation.TIMESTAMP_PLUS_MONTHS;
            };
        } else if (step == TypeKind.INTERVAL_DAY_SECOND) {
            operation = switch (point) {
                case DATE ->
                    site.result().kind() == TypeKind.DATE
                            ? Operation.DATE_PLUS_INTERVAL
                            : Operation.DATE_PLUS_INTERVAL_TO_TIMESTAMP;
                case TIME -> Operation.TIME_PLUS_INTERVAL;
                default -> Operation.TIMESTAMP_PLUS_INTERVAL;
            };
        } else if (step.isNumeric()) {
            operation = Operation.DATE_PLUS_DAYS;
        } else {
            operation = point == TypeKind.DATE ? Operation.DATE_MINUS_DATE : Operation.TIMESTAMP_MINUS_TIMESTAMP;
        }
        return new TemporalArithmetic(site, operation, swapped);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        long[] a = leftView.of(arguments[swapped ? 1 : 0], rows);
        long[] b = rightView.of(arguments[swapped ? 0 : 1], rows);
        if (a == null || b == null) {
            throw new IllegalStateException(site.function());
        }
        boolean ints = site.result().physicalKind() == PhysicalKind.INT32;
        IntVector intResult = buffers.ints(ints ? rows : 0);
        LongVector longResult = buffers.longs(ints ? 0 : rows);
        int[] outInts = intResult.values();
        long[] outLongs = longResult.values();
        for (int i = 0; i < rows; i++) {
            failed = false;
            broken = false;
            long value = compute(a[i], b[i]);
            if (ints) {
                outInts[i] = (int) value;
                failed |= value != (int) value;
            } else {
                outLongs[i] = value;
            }
            if (broken && Failures.isValid(arguments, i)) {
                throw brokenMonths(
                        TemporalText.format(a[i], pointType, site.timeZone()),
                        Failures.symbol(site.function()),
                        String.valueOf(b[i]));
            }
            if (failed && Failures.isValid(arguments, i)) {
                if (operation == Operation.INTERVAL_BY_INTEGER && b[i] == 0) {
                    throw Failures.divisionByZero("an interval / 0");
                }
                throw Failures.datetimeOutOfRange(
                        TemporalText.format(a[i], pointType, site.timeZone())
                                + Failures.symbol(site.function())
                                + TemporalText.format(b[i], site.argument(swapped ? 0 : 1), site.timeZone()),
                        site.result());
            }
        }
        return ints ? intResult : longResult;
    }

    private long compute(long a, long b) {
        switch (operation) {
            case DATE_PLUS_DAYS -> {
                return plus(a, minus ? -b : b);
            }
            case DATE_PLUS_INTERVAL -> {
                return a + Math.floorDiv(minus ? -b : b, CivilCalendar.MICROS_PER_DAY);
            }
            case DATE_PLUS_INTERVAL_TO_TIMESTAMP -> {
                return plus(times(a, unitsPerDay), times(minus ? -b : b, unitsPerMicro(site.result())));
            }
            case DATE_PLUS_MONTHS -> {
                return CivilCalendar.addMonths(a, minus ? -b : b);
            }
            case DATE_MINUS_DATE -> {
                long days = a - b;
                return site.result().kind() == TypeKind.INTERVAL_DAY_SECOND
                        ? days * CivilCalendar.MICROS_PER_DAY
                        : days;
            }
            case TIME_PLUS_INTERVAL -> {
                long units = times(b % CivilCalendar.MICROS_PER_DAY, unitsPerMicro);
                return Math.floorMod(minus ? a - units : a + units, unitsPerDay);
            }
            case TIMESTAMP_PLUS_INTERVAL -> {
                return plus(a, times(minus ? -b : b, unitsPerMicro));
            }
            case TIMESTAMP_PLUS_MONTHS -> {
                return plusMonths(a, minus ? -b : b);
            }
            case INSTANT_PLUS_MONTHS -> {
                return clock.toInstant(plusMonths(clock.toLocal(a), minus ? -b : b));
            }
            case TIMESTAMP_MINUS_TIMESTAMP -> {
                if (unitsPerMicro == otherUnitsPerMicro) {
                    return plus(a, -b) / unitsPerMicro;
                }
                return Math.floorDiv(a, unitsPerMicro) - Math.floorDiv(b, otherUnitsPerMicro);
            }
            case INTERVAL_TIMES_INTEGER -> {
                return times(a, b);
            }
            case INTERVAL_BY_INTEGER -> {
                return by(a, b);
            }
        }
        throw new IllegalStateException(site.function());
    }

    /** Microseconds are rounded, months have to be whole. */
    private long by(long interval, long divisor) {
        if (divisor == 0 || divisor == -1 && interval == Long.MIN_VALUE) {
            failed = true;
            return 0;
        }
        long quotient = interval / divisor;
        long rest = interval - quotient * divisor;
        if (rest != 0 && site.result().kind() == TypeKind.INTERVAL_YEAR_MONTH) {
            broken = true;
        } else if (Math.abs(rest) >= Math.abs(divisor) - Math.abs(rest)) {
            quotient += (interval < 0) == (divisor < 0) ? 1 : -1;
        }
        return quotient;
    }

    private static EngineException brokenMonths(String months, String symbol, String factor) {
        return new EngineException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                months + symbol + factor + " is no whole number of months, and an interval of years and months holds"
                        + " nothing else. Round the number, or use an interval of days.");
    }

    private long plusMonths(long units, long months) {
        long days = Math.floorDiv(units, unitsPerDay);
        return plus(times(CivilCalendar.addMonths(days, months), unitsPerDay), units - days * unitsPerDay);
    }

    private long plus(long a, long b) {
        long sum = a + b;
        failed |= ((a ^ sum) & (b ^ sum)) < 0;
        return sum;
    }

    private long times(long a, long b) {
        long product = a * b;
        failed |= Math.multiplyHigh(a, b) != product >> 63;
        return product;
    }

    /** An interval times or by a number with a fraction; the result is rounded to the interval's unit. */
    private static final class ScaledInterval implements VectorFunction {
        private final CallSite site;
        private final boolean swapped;
        private final LongView view = new LongView();
        private final Buffers buffers = new Buffers();

        ScaledInterval(CallSite site, boolean swapped) {
            this.site = site;
            this.swapped = swapped;
        }

        @Override
        public ColumnVector apply(ColumnVector[] arguments, int rows) {
            long[] interval = view.of(arguments[swapped ? 1 : 0], rows);
            ColumnVector factors = arguments[swapped ? 0 : 1];
            SqlType factorType = site.argument(swapped ? 0 : 1);
            boolean ints = site.result().physicalKind() == PhysicalKind.INT32;
            IntVector intResult = buffers.ints(ints ? rows : 0);
            LongVector longResult = buffers.longs(ints ? 0 : rows);
            for (int i = 0; i < rows; i++) {
                if (interval == null || !Failures.isValid(arguments, i)) {
                    continue;
                }
                BigDecimal factor = number(factors, i, factorType);
                boolean divides = site.function().equals("divide");
                if (divides && factor.signum() == 0) {
                    throw Failures.divisionByZero("an interval / 0");
                }
                BigDecimal amount = BigDecimal.valueOf(interval[i]);
                BigDecimal exact = divides
                        ? amount.divide(factor, 0, RoundingMode.HALF_EVEN)
                        : amount.multiply(factor).setScale(0, RoundingMode.HALF_EVEN);
                boolean whole = divides
                        ? exact.multiply(factor).compareTo(amount) == 0
                        : exact.compareTo(amount.multiply(factor)) == 0;
                if (ints && !whole) {
                    throw brokenMonths(
                            TemporalText.format(interval[i], site.result(), site.timeZone()),
                            Failures.symbol(site.function()),
                            factor.toPlainString());
                }
                if (exact.unscaledValue().bitLength() > (ints ? 31 : 63)) {
                    throw Failures.datetimeOutOfRange(
                            amount + Failures.symbol(site.function()) + factor, site.result());
                }
                if (ints) {
                    intResult.values()[i] = exact.intValueExact();
                } else {
                    longResult.values()[i] = exact.longValueExact();
                }
            }
            return ints ? intResult : longResult;
        }

        private BigDecimal number(ColumnVector factors, int row, SqlType type) {
            if (factors instanceof DoubleVector || factors instanceof FloatVector) {
                double value = factors instanceof DoubleVector doubles
                        ? doubles.values()[row]
                        : ((FloatVector) factors).values()[row];
                if (Double.isNaN(value) || Double.isInfinite(value)) {
                    throw Failures.datetimeOutOfRange(
                            "an interval" + Failures.symbol(site.function()) + value, site.result());
                }
                return BigDecimal.valueOf(value);
            }
            return DecimalText.decimal(factors, row, type.scale());
        }
    }
}
