package io.algeon.cuda.expression;

import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/** How values look as text, by the numbers of {@code TextForm} in {@code expression/conversions.cuh} (a test compares them). */
enum TextForm {
    TRUTH,
    EXACT,
    DOUBLE,
    DATE,
    TIME,
    TIMESTAMP,
    MONTHS,
    DURATION;

    private static final int LAST_PLACE = 48;
    private static final int BYTE = 8;
    private static final int MOST_STORED_DIGITS = 9;
    private static final int STORED_DIGITS = 6;

    /** The form of a type's values; null if the device has none. */
    static @Nullable TextForm of(SqlType type) {
        return switch (type.kind()) {
            case BOOLEAN -> TRUTH;
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> EXACT;
            case DOUBLE -> DOUBLE;
            case DATE -> DATE;
            case TIME -> TIME;
            case TIMESTAMP -> TIMESTAMP;
            case INTERVAL_YEAR_MONTH -> MONTHS;
            case INTERVAL_DAY_SECOND -> DURATION;
            default -> null;
        };
    }

    /** What writing a value of a type has to know beside the value. */
    static long writing(SqlType type) {
        return switch (type.kind()) {
            case DECIMAL -> type.scale();
            case TIME, TIMESTAMP -> type.unitsPerSecond();
            default -> 0;
        };
    }

    /** What reading a value of a type has to know beside the text. */
    static long reading(SqlType type) {
        return switch (type.kind()) {
            case DECIMAL -> type.scale() | (long) type.precision() << BYTE;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> (long) ProgramCompiler.bits(type) << 2 * BYTE;
            case TIME, TIMESTAMP -> type.unitsPerSecond() | (long) lostDigits(type) << LAST_PLACE;
            default -> 0;
        };
    }

    /** Digits of a second that are stored and that the type does not have. */
    static int lostDigits(SqlType type) {
        int stored = type.unitsPerSecond() == 1_000_000_000L ? MOST_STORED_DIGITS : STORED_DIGITS;
        return Math.max(0, stored - type.precision());
    }
}
