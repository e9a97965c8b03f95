package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;

/**
 * TIMEZONE and AT TIME ZONE. Zones have names of the IANA database, in any case, or are offsets such as {@code +02:00}, positive
 * to the east. A time that no clock shows is read with the offset before the gap, one that is shown twice is the first.
 */
final class ZoneShift implements RowFunctions.LongBody {
    private final boolean toInstant;
    private final long unitsPerMicro;
    private final Map<String, ZoneClock> clocks = new HashMap<>();

    private ZoneShift(CallSite site) {
        SqlType source = site.argument(1);
        toInstant = source.kind() == TypeKind.TIMESTAMP;
        unitsPerMicro = toInstant ? source.unitsPerSecond() / CivilCalendar.MICROS_PER_SECOND : 1;
    }

    static VectorFunction bind(CallSite site) {
        return RowFunctions.number(site, new ZoneShift(site));
    }

    @Override
    public long of(RowArguments arguments, int row) {
        ZoneClock clock = clocks.computeIfAbsent(arguments.text(0).string(row), ZoneShift::clock);
        long value = arguments.number(1, row);
        return toInstant ? clock.toInstant(Math.floorDiv(value, unitsPerMicro)) : clock.toLocal(value);
    }

    private static ZoneClock clock(String name) {
        String trimmed = name.trim();
        try {
            return new ZoneClock(ZoneId.of(trimmed, ZoneId.SHORT_IDS));
        } catch (DateTimeException unknown) {
            for (String id : ZoneId.getAvailableZoneIds()) {
                if (id.equalsIgnoreCase(trimmed)) {
                    return new ZoneClock(ZoneId.of(id));
                }
            }
            throw Failures.invalidArgument("There is no time zone '" + name
                    + "'. Use a name of the IANA database such as 'Europe/Berlin', or an offset such as '+02:00'.");
        }
    }
}
