package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/**
 * EXTRACT. Seconds and smaller units, and EPOCH, keep their fraction if the result's type has one, and are truncated
 * downwards if it is an integer. As in PostgreSQL, milliseconds and microseconds include the full seconds.
 */
final class ExtractFunction implements VectorFunction {
    private static final int MILLISECOND_DIGITS = 3;
    private static final int MICROSECOND_DIGITS = 6;

    private final TimeUnit unit;
    private final SqlType source;
    private final SqlType type;
    private final long unitsPerSecond;
    private final ZoneClock clock;
    private final LongView view = new LongView();
    private final Buffers buffers = new Buffers();

    private ExtractFunction(CallSite site) {
        unit = TimeUnit.required(site, 0);
        source = site.argument(1);
        type = site.result();
        boolean micros = source.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE
                || source.kind().isInterval();
        unitsPerSecond = micros ? CivilCalendar.MICROS_PER_SECOND : source.unitsPerSecond();
        clock = new ZoneClock(site.timeZone());
    }

    static VectorFunction bind(CallSite site) {
        return new ExtractFunction(site);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        if (unit == TimeUnit.YEAR
                && arguments[1] instanceof IntVector days
                && type.kind() == TypeKind.BIGINT
                && source.kind() == TypeKind.DATE) {
            LongVector result = buffers.longs(rows);
            long[] out = result.values();
            CivilCalendar.years(days.values(), out, rows);
            for (int i = 0; i < rows; i++) {
                out[i] = printed(out[i]);
            }
            return result;
        }
        long[] in = view.of(arguments[1], rows);
        if (in == null) {
            throw new IllegalStateException("type " + source);
        }
        int scale = scale();
        switch (type.physicalKind()) {
            case INT32 -> {
                IntVector result = buffers.ints(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = (int) whole(in[i], scale);
                }
                return result;
            }
            case INT64 -> {
                LongVector result = buffers.longs(rows);
                boolean decimal = type.kind() == TypeKind.DECIMAL;
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = decimal ? rescaled(in[i], scale) : whole(in[i], scale);
                }
                return result;
            }
            case INT128 -> {
                Int128Vector result = buffers.wides(rows);
                for (int i = 0; i < rows; i++) {
                    long value = rescaled(in[i], scale);
                    result.low()[i] = value;
                    result.high()[i] = value >> 63;
                }
                return result;
            }
            default -> {
                DoubleVector result = buffers.doubles(rows);
                double divisor = Int128.powerOfTen(scale);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = field(in[i]) / divisor;
                }
                return result;
            }
        }
    }

    /** Fractional digits of what {@link #field} gives. */
    private int scale() {
        if (source.kind() == TypeKind.DATE || source.kind() == TypeKind.INTERVAL_YEAR_MONTH) {
            return 0;
        }
        int digits = unitsPerSecond == CivilCalendar.MICROS_PER_SECOND ? 6 : 9;
        return switch (unit) {
            case SECOND, EPOCH -> digits;
            case MILLISECOND -> digits - MILLISECOND_DIGITS;
            case MICROSECOND -> digits - MICROSECOND_DIGITS;
            default -> 0;
        };
    }

    private long whole(long value, int scale) {
        long field = field(value);
        return scale == 0 ? field : Math.floorDiv(field, Int128.powerOfTen(scale));
    }

    private long rescaled(long value, int scale) {
        long field = field(value);
        int change = type.scale() - scale;
        return change >= 0 ? field * Int128.powerOfTen(change) : Math.floorDiv(field, Int128.powerOfTen(-change));
    }

    /** The field, scaled by {@link #scale()}. */
    private long field(long value) {
        return switch (source.kind()) {
            case DATE -> ofDay(value, value * CivilCalendar.SECONDS_PER_DAY);
            case TIME -> ofTime(value);
            case INTERVAL_YEAR_MONTH -> ofMonths(value);
            case INTERVAL_DAY_SECOND -> ofDuration(value);
            default -> ofTimestamp(value);
        };
    }

    private long ofTimestamp(long value) {
        long local = source.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE ? clock.toLocal(value) : value;
        long unitsPerDay = unitsPerSecond * CivilCalendar.SECONDS_PER_DAY;
        return switch (unit) {
            case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
                ofTime(Math.floorMod(local, unitsPerDay));
            default -> ofDay(Math.floorDiv(local, unitsPerDay), value);
        };
    }

    private static long printed(long astronomicalYear) {
        // There is no year 0: 1 BC is -1.
        return astronomicalYear > 0 ? astronomicalYear : astronomicalYear - 1;
    }

    private long ofDay(long days, long epoch) {
        long civil = CivilCalendar.civil(days);
        long year = CivilCalendar.year(civil);
        int month = CivilCalendar.month(civil);
        return switch (unit) {
            case MILLENNIUM -> year > 0 ? (year + 999) / 1000 : -((999 - (year - 1)) / 1000);
            case CENTURY -> year > 0 ? (year + 99) / 100 : -((99 - (year - 1)) / 100);
            case DECADE -> Math.floorDiv(year, 10L);
            case YEAR -> printed(year);
            case ISOYEAR -> printed(CivilCalendar.isoYear(days));
            case QUARTER -> (month + 2) / 3;
            case MONTH -> month;
            case WEEK -> CivilCalendar.isoWeek(days);
            case DAY -> CivilCalendar.day(civil);
            case DOW -> CivilCalendar.isoDayOfWeek(days) % 7;
            case ISODOW -> CivilCalendar.isoDayOfWeek(days);
            case DOY -> CivilCalendar.dayOfYear(days);
            case EPOCH -> epoch;
            case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND -> 0;
        };
    }

    private long ofTime(long units) {
        return switch (unit) {
            case HOUR -> units / (unitsPerSecond * 3600);
            case MINUTE -> units / (unitsPerSecond * 60) % 60;
            case SECOND, MILLISECOND, MICROSECOND -> units % (unitsPerSecond * 60);
            case NANOSECOND -> units % (unitsPerSecond * 60) * (1_000_000_000L / unitsPerSecond);
            case EPOCH -> units;
            default -> 0;
        };
    }

    private long ofMonths(long months) {
        return switch (unit) {
            case MILLENNIUM -> months / 12_000;
            case CENTURY -> months / 1_200;
            case DECADE -> months / 120;
            case YEAR -> months / 12;
            case QUARTER -> months % 12 / 3 + 1;
            case MONTH -> months % 12;
            // As PostgreSQL: a year has 365.25 days, a month without a year 30.
            case EPOCH -> months / 12 * 31_557_600L + months % 12 * 30 * CivilCalendar.SECONDS_PER_DAY;
            default -> 0;
        };
    }

    private long ofDuration(long micros) {
        return switch (unit) {
            case DAY -> micros / CivilCalendar.MICROS_PER_DAY;
            case EPOCH -> micros;
            default -> ofTime(micros % CivilCalendar.MICROS_PER_DAY);
        };
    }
}
