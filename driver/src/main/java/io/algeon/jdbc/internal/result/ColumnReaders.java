package io.algeon.jdbc.internal.result;

import io.algeon.metadata.type.SqlType;

/** Chooses the reader for a type. */
final class ColumnReaders {
    private ColumnReaders() {}

    static ColumnReader of(SqlType type, Position position, String description) {
        return switch (type.kind()) {
            case NULL -> new BinaryReaders.NullReader(type, position, description);
            case BOOLEAN -> new NumberReaders.BooleanReader(type, position, description);
            case TINYINT, SMALLINT, INTEGER -> new NumberReaders.IntReader(type, position, description);
            case BIGINT -> new NumberReaders.LongReader(type, position, description);
            case DECIMAL -> new NumberReaders.DecimalReader(type, position, description);
            case REAL -> new NumberReaders.RealReader(type, position, description);
            case DOUBLE -> new NumberReaders.DoubleReader(type, position, description);
            case CHAR, VARCHAR -> new TextReader(type, position, description);
            case VARBINARY -> new BinaryReaders.BytesReader(type, position, description);
            case UUID -> new BinaryReaders.UuidReader(type, position, description);
            case DATE -> new TemporalReaders.DateReader(type, position, description);
            case TIME -> new TemporalReaders.TimeReader(type, position, description);
            case TIMESTAMP -> new TemporalReaders.TimestampReader(type, position, description);
            case TIMESTAMP_WITH_TIME_ZONE -> new TemporalReaders.InstantReader(type, position, description);
            case INTERVAL_YEAR_MONTH -> new TemporalReaders.MonthsReader(type, position, description);
            case INTERVAL_DAY_SECOND -> new TemporalReaders.DurationReader(type, position, description);
            case ARRAY -> new NestedReaders.ListReader(type, position, description);
            case ROW -> new NestedReaders.RowReader(type, position, description);
            case MAP -> new NestedReaders.MapReader(type, position, description);
        };
    }
}
