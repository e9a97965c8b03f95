package io.algeon.metadata.parquet;

/** How a value as Parquet writes it becomes one in the stored form of its SQL type. */
public enum ValueConversion {
    /** Bits are taken as they are. */
    NONE,
    /** INT32 to 64 bits, or INT64 to 128 bits (high part: the sign). */
    SIGN_EXTEND,
    /** INT32 to 64 bits, or INT64 to 128 bits (high part: 0). */
    ZERO_EXTEND,
    /** INT32 or INT64 milliseconds to 64-bit microseconds; too large is an error. */
    MILLIS_TO_MICROS,
    /** INT64 nanoseconds to microseconds, rounded down. */
    NANOS_TO_MICROS,
    /** Nanoseconds of the day (8 bytes) and Julian day (4 bytes), little-endian, to microseconds since 1970. */
    INT96_TO_MICROS,
    /** Two's complement big-endian of any length (fixed, or BYTE_ARRAY) to 64 or 128 bits; too large is an error. */
    BIG_ENDIAN,
    /** IEEE half precision, 2 bytes little-endian, to REAL. */
    HALF_TO_REAL,
    /** 16 bytes big-endian to two longs, most significant first. */
    UUID,
    /** 12 bytes little-endian: months, days, unsigned milliseconds, to microseconds; months other than 0 are an error. */
    INTERVAL_TO_MICROS
}
