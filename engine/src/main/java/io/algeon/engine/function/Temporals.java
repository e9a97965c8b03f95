package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;

/** Precision of stored times. */
final class Temporals {
    private Temporals() {}

    /** Stored fractional digits: 6 or 9. */
    static int storedDigits(SqlType type) {
        return type.unitsPerSecond() == 1_000_000_000L ? 9 : 6;
    }

    /** Rounds units to the type's fractional digits, half up. */
    static long round(long units, SqlType type) {
        int lost = storedDigits(type) - type.precision();
        if (lost <= 0) {
            return units;
        }
        long step = io.algeon.engine.arithmetic.Int128.powerOfTen(lost);
        return Math.floorDiv(units + step / 2, step) * step;
    }
}
