package io.algeon.metadata.type;

/** The SQL types that the engine knows. {@link SqlType} adds precision, scale, nullability and components. */
public enum TypeKind {
    /** The type of a bare {@code NULL}; every value is NULL. */
    NULL,
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INTEGER,
    BIGINT,
    DECIMAL,
    REAL,
    DOUBLE,
    CHAR,
    VARCHAR,
    VARBINARY,
    UUID,
    /** Days since 1970-01-01. */
    DATE,
    /** Microseconds since midnight; nanoseconds if the precision is above 6. */
    TIME,
    /** Zone-less microseconds since 1970-01-01T00:00; nanoseconds if the precision is above 6. */
    TIMESTAMP,
    /** An instant, microseconds since the epoch. */
    TIMESTAMP_WITH_TIME_ZONE,
    /** Months. */
    INTERVAL_YEAR_MONTH,
    /** Microseconds. */
    INTERVAL_DAY_SECOND,
    ARRAY,
    ROW,
    MAP;

    /** TINYINT, SMALLINT, INTEGER or BIGINT. */
    public boolean isInteger() {
        return this == TINYINT || this == SMALLINT || this == INTEGER || this == BIGINT;
    }

    /** An integer or DECIMAL. */
    public boolean isExactNumeric() {
        return isInteger() || this == DECIMAL;
    }

    /** REAL or DOUBLE. */
    public boolean isFloating() {
        return this == REAL || this == DOUBLE;
    }

    public boolean isNumeric() {
        return isExactNumeric() || isFloating();
    }

    /** CHAR or VARCHAR. */
    public boolean isCharacter() {
        return this == CHAR || this == VARCHAR;
    }

    /** DATE, TIME, TIMESTAMP or TIMESTAMP WITH TIME ZONE. */
    public boolean isDateTime() {
        return this == DATE || this == TIME || this == TIMESTAMP || this == TIMESTAMP_WITH_TIME_ZONE;
    }

    public boolean isInterval() {
        return this == INTERVAL_YEAR_MONTH || this == INTERVAL_DAY_SECOND;
    }

    /** ARRAY, ROW or MAP. */
    public boolean isNested() {
        return this == ARRAY || this == ROW || this == MAP;
    }
}
