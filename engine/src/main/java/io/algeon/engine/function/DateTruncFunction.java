package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** DATE_TRUNC: the start of the unit that a date or timestamp is in; weeks begin on Monday. */
final class DateTruncFunction implements VectorFunction {
    private final TimeUnit unit;
    private final SqlType source;
    private final SqlType type;
    private final long sourceUnits;
    private final long resultUnits;
    private final ZoneClock clock;
    private final LongView view = new LongView();
    private final Buffers buffers = new Buffers();

    private DateTruncFunction(CallSite site) {
        unit = TimeUnit.required(site, 0);
        source = site.argument(1);
        type = site.result();
        sourceUnits = units(source);
        resultUnits = units(type);
        clock = new ZoneClock(site.timeZone());
    }

    private static long units(SqlType type) {
        boolean micros =
                type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE || type.kind() == TypeKind.INTERVAL_DAY_SECOND;
        return micros ? CivilCalendar.MICROS_PER_SECOND : type.unitsPerSecond();
    }

    static VectorFunction bind(CallSite site) {
        return new DateTruncFunction(site);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        long[] in = view.of(arguments[1], rows);
        if (in == null) {
            throw new IllegalStateException("type " + source);
        }
        boolean toDate = type.kind() == TypeKind.DATE;
        IntVector ints = buffers.ints(toDate ? rows : 0);
        LongVector longs = buffers.longs(toDate ? 0 : rows);
        for (int i = 0; i < rows; i++) {
            if (toDate) {
                ints.values()[i] = (int) day(in[i]);
            } else {
                longs.values()[i] = truncated(in[i]);
            }
        }
        return toDate ? ints : longs;
    }

    private long day(long value) {
        return startDay(
                source.kind() == TypeKind.DATE
                        ? value
                        : Math.floorDiv(value, sourceUnits * CivilCalendar.SECONDS_PER_DAY));
    }

    private long truncated(long value) {
        if (source.kind() == TypeKind.DATE) {
            long midnight = startDay(value) * resultUnits * CivilCalendar.SECONDS_PER_DAY;
            return type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE ? clock.toInstant(midnight) : midnight;
        }
        if (source.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE) {
            return clock.toInstant(local(clock.toLocal(value)));
        }
        long start = local(value);
        return sourceUnits == resultUnits
                ? start
                : sourceUnits < resultUnits
                        ? start * (resultUnits / sourceUnits)
                        : Math.floorDiv(start, sourceUnits / resultUnits);
    }

    private long local(long value) {
        long step = switch (unit) {
            case HOUR -> sourceUnits * 3600;
            case MINUTE -> sourceUnits * 60;
            case SECOND, EPOCH -> sourceUnits;
            case MILLISECOND -> sourceUnits / 1_000;
            case MICROSECOND -> sourceUnits / 1_000_000;
            case NANOSECOND -> 1;
            default -> 0;
        };
        if (step > 0) {
            return Math.floorDiv(value, step) * step;
        }
        long unitsPerDay = sourceUnits * CivilCalendar.SECONDS_PER_DAY;
        return startDay(Math.floorDiv(value, unitsPerDay)) * unitsPerDay;
    }

    /** First day of the unit. */
    private long startDay(long days) {
        long civil = CivilCalendar.civil(days);
        long year = CivilCalendar.year(civil);
        int month = CivilCalendar.month(civil);
        return switch (unit) {
            case MILLENNIUM -> CivilCalendar.days(Math.floorDiv(year - 1, 1000L) * 1000 + 1, 1, 1);
            case CENTURY -> CivilCalendar.days(Math.floorDiv(year - 1, 100L) * 100 + 1, 1, 1);
            case DECADE -> CivilCalendar.days(Math.floorDiv(year, 10L) * 10, 1, 1);
            case YEAR -> CivilCalendar.days(year, 1, 1);
            case ISOYEAR -> {
                long first = CivilCalendar.days(CivilCalendar.isoYear(days), 1, 4);
                yield first - CivilCalendar.isoDayOfWeek(first) + 1;
            }
            case QUARTER -> CivilCalendar.days(year, (month - 1) / 3 * 3 + 1, 1);
            case MONTH -> CivilCalendar.days(year, month, 1);
            case WEEK, DOW, ISODOW -> days - CivilCalendar.isoDayOfWeek(days) + 1;
            default -> days;
        };
    }
}
