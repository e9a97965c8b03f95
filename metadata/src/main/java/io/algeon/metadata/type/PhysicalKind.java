package io.algeon.metadata.type;

/** The form in which values of a type are stored in a vector; decides which loop runs. */
public enum PhysicalKind {
    /** One bit a value, in {@code long} words. */
    BOOLEAN,
    /** TINYINT, SMALLINT, INTEGER, DATE, INTERVAL YEAR TO MONTH. */
    INT32,
    /** BIGINT, DECIMAL up to 18 digits (unscaled), TIME, TIMESTAMP, INTERVAL DAY TO SECOND. */
    INT64,
    /** DECIMAL above 18 digits (unscaled, two's complement), UUID (most and least significant bits). */
    INT128,
    FLOAT32,
    FLOAT64,
    /** CHAR, VARCHAR (UTF-8) and VARBINARY: bytes and offsets, or codes into a dictionary of them. */
    BYTES,
    LIST,
    ROW,
    MAP
}
