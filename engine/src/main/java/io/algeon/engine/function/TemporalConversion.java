package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.ZoneId;

/** Casts between dates, times and timestamps, and to another precision; instants are read in the session's zone. */
final class TemporalConversion extends Conversion {
    private final ZoneId zone;
    private final ZoneClock clock;
    private final LongView view = new LongView();
    private final Buffers buffers = new Buffers();
    private boolean failed;

    TemporalConversion(SqlType from, SqlType to, boolean safe, ZoneId zone) {
        super(from, to, safe);
        this.zone = zone;
        this.clock = new ZoneClock(zone);
    }

    static boolean isPossible(TypeKind from, TypeKind to) {
        return switch (from) {
            case DATE -> to == TypeKind.TIMESTAMP || to == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
            case TIME -> to == TypeKind.TIME || to == TypeKind.INTERVAL_DAY_SECOND;
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> to.isDateTime();
            case INTERVAL_DAY_SECOND -> to == TypeKind.TIME;
            default -> false;
        };
    }

    @Override
    ColumnVector convert(ColumnVector source, int rows) {
        long[] values = view.of(source, rows);
        boolean toInt = to().physicalKind() == PhysicalKind.INT32;
        IntVector ints = buffers.ints(toInt ? rows : 0);
        LongVector longs = buffers.longs(toInt ? 0 : rows);
        if (values == null) {
            throw new IllegalStateException("type " + from());
        }
        for (int i = 0; i < rows; i++) {
            failed = false;
            long value = convert(values[i]);
            if (toInt) {
                ints.values()[i] = (int) value;
            } else {
                longs.values()[i] = value;
            }
            if (failed && !source.isNull(i)) {
                fail(i, ErrorCode.DATETIME_OUT_OF_RANGE, TemporalText.format(values[i], from(), zone));
            }
        }
        return toInt ? ints : longs;
    }

    private long convert(long value) {
        long fromUnits = from().kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE
                        || from().kind().isInterval()
                ? CivilCalendar.MICROS_PER_SECOND
                : from().unitsPerSecond();
        long toUnits =
                to().kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE || to().kind().isInterval()
                        ? CivilCalendar.MICROS_PER_SECOND
                        : to().unitsPerSecond();
        long perDay = fromUnits * CivilCalendar.SECONDS_PER_DAY;
        boolean toInstant = to().kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
        switch (from().kind()) {
            case DATE -> {
                long midnight = times(value, toUnits * CivilCalendar.SECONDS_PER_DAY);
                return toInstant ? clock.toInstant(midnight) : midnight;
            }
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> {
                boolean fromInstant = from().kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
                if (fromInstant && toInstant) {
                    return Temporals.round(value, to());
                }
                long local = fromInstant ? clock.toLocal(value) : value;
                return switch (to().kind()) {
                    case DATE -> Math.floorDiv(local, perDay);
                    case TIME -> timeOfDay(Math.floorMod(local, perDay), fromUnits, toUnits);
                    case TIMESTAMP -> Temporals.round(units(local, fromUnits, toUnits), to());
                    default -> Temporals.round(clock.toInstant(units(local, fromUnits, toUnits)), to());
                };
            }
            case TIME -> {
                return to().kind() == TypeKind.TIME
                        ? timeOfDay(value, fromUnits, toUnits)
                        : Temporals.round(units(value, fromUnits, toUnits), to());
            }
            case INTERVAL_DAY_SECOND -> {
                return units(Math.floorMod(value, perDay), fromUnits, toUnits);
            }
            default -> throw new IllegalStateException("type " + from());
        }
    }

    /** Rounded, but not up to the next day. */
    private long timeOfDay(long value, long fromUnits, long toUnits) {
        long rounded = Temporals.round(units(value, fromUnits, toUnits), to());
        failed |= rounded >= toUnits * CivilCalendar.SECONDS_PER_DAY;
        return rounded;
    }

    private long units(long value, long fromUnits, long toUnits) {
        if (fromUnits == toUnits) {
            return value;
        }
        return fromUnits < toUnits
                ? times(value, toUnits / fromUnits)
                : Math.floorDiv(value + fromUnits / toUnits / 2, fromUnits / toUnits);
    }

    private long times(long a, long b) {
        long product = a * b;
        failed |= Math.multiplyHigh(a, b) != product >> 63;
        return product;
    }
}
