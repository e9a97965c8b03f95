package io.algeon.engine.function;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Between instants and wall clocks of one zone, in microseconds. Remembers the offset and the span in which it holds, so that
 * rows near each other in time cost two comparisons.
 */
final class ZoneClock {
    private static final long MICROS = 1_000_000;

    private final ZoneRules rules;
    private long spanStart = Long.MAX_VALUE;
    private long spanEnd = Long.MIN_VALUE;
    private long offsetMicros;

    ZoneClock(ZoneId zone) {
        this.rules = zone.getRules();
    }

    /** Wall clock at an instant. */
    long toLocal(long instantMicros) {
        return instantMicros + offset(instantMicros);
    }

    /** Instant at which the wall clock shows a time; in a gap the time is read with the offset before it. */
    long toInstant(long localMicros) {
        long guess = localMicros - offset(localMicros);
        // Far from any transition the offset at the guess is the one that was used.
        if (guess + offset(guess) == localMicros
                && guess - spanStart > 86_400 * MICROS
                && spanEnd - guess > 86_400 * MICROS) {
            return guess;
        }
        long seconds = Math.floorDiv(localMicros, MICROS);
        LocalDateTime local = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        ZoneOffset offset = rules.getOffset(local);
        ZoneOffsetTransition gap = rules.getTransition(local);
        if (gap != null) {
            offset = gap.getOffsetBefore();
        }
        return localMicros - offset.getTotalSeconds() * MICROS;
    }

    private long offset(long instantMicros) {
        if (instantMicros < spanStart || instantMicros >= spanEnd) {
            Instant instant = Instant.ofEpochSecond(Math.floorDiv(instantMicros, MICROS));
            offsetMicros = rules.getOffset(instant).getTotalSeconds() * MICROS;
            ZoneOffsetTransition before = rules.previousTransition(instant.plusSeconds(1));
            ZoneOffsetTransition after = rules.nextTransition(instant);
            spanStart = before == null ? Long.MIN_VALUE / 2 : before.toEpochSecond() * MICROS;
            spanEnd = after == null ? Long.MAX_VALUE / 2 : after.toEpochSecond() * MICROS;
        }
        return offsetMicros;
    }
}
