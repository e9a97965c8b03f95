package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.function.ScalarText;
import io.algeon.metadata.type.SqlType;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;

/** Readers of dates, times, timestamps and intervals. */
final class TemporalReaders {
    private TemporalReaders() {}

    private static String text(ColumnReader reader, long value) {
        return ScalarText.of(value, reader.type, reader.position.zone);
    }

    static final class DateReader extends ColumnReader {
        /** Days are few and near each other, and a {@code java.sql.Date} costs a calendar computation. */
        private static final int CACHED_DAYS = 1024;

        private final int[] cachedDays = new int[CACHED_DAYS];
        private final long[] cachedMillis = new long[CACHED_DAYS];
        private int[] values = {};

        DateReader(SqlType type, Position position, String description) {
            super(type, position, description);
            // a day that never falls on slot 0 marks slot 0 as empty; elsewhere day 0 is the stranger
            cachedDays[0] = 1;
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((IntVector) next).values();
        }

        @Override
        LocalDate dateValue() {
            return LocalDate.ofEpochDay(values[row()]);
        }

        @Override
        Date sqlDateValue() {
            int day = values[row()];
            int slot = day & CACHED_DAYS - 1;
            if (cachedDays[slot] != day) {
                cachedMillis[slot] = Date.valueOf(LocalDate.ofEpochDay(day)).getTime();
                cachedDays[slot] = day;
            }
            return new Date(cachedMillis[slot]);
        }

        @Override
        Object objectValue() {
            return sqlDateValue();
        }

        @Override
        LocalDateTime dateTimeValue() {
            return dateValue().atStartOfDay();
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }

    static final class TimeReader extends ColumnReader {
        private final long unitsPerSecond;
        private long[] values = {};

        TimeReader(SqlType type, Position position, String description) {
            super(type, position, description);
            unitsPerSecond = type.unitsPerSecond();
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((LongVector) next).values();
        }

        @Override
        LocalTime timeValue() {
            return JavaTimes.time(values[row()], unitsPerSecond);
        }

        @Override
        LocalDateTime dateTimeValue() {
            return timeValue().atDate(LocalDate.EPOCH);
        }

        @Override
        Object objectValue() {
            return JavaTimes.sqlTime(timeValue());
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }

    /** Zone-less timestamps. */
    static final class TimestampReader extends ColumnReader {
        private final long unitsPerSecond;
        private long[] values = {};

        TimestampReader(SqlType type, Position position, String description) {
            super(type, position, description);
            unitsPerSecond = type.unitsPerSecond();
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((LongVector) next).values();
        }

        @Override
        LocalDateTime dateTimeValue() {
            return JavaTimes.dateTime(values[row()], unitsPerSecond);
        }

        @Override
        LocalDate dateValue() {
            return dateTimeValue().toLocalDate();
        }

        @Override
        LocalTime timeValue() {
            return dateTimeValue().toLocalTime();
        }

        @Override
        Object objectValue() {
            return Timestamp.valueOf(dateTimeValue());
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }

    /** TIMESTAMP WITH TIME ZONE: shown in the session's zone. */
    static final class InstantReader extends ColumnReader {
        private long[] values = {};

        InstantReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((LongVector) next).values();
        }

        @Override
        Instant instantValue() {
            return Instant.EPOCH.plus(values[row()], ChronoUnit.MICROS);
        }

        private OffsetDateTime offsetDateTime() {
            return instantValue().atZone(position.zone).toOffsetDateTime();
        }

        @Override
        LocalDateTime dateTimeValue() {
            return offsetDateTime().toLocalDateTime();
        }

        @Override
        LocalDate dateValue() {
            return dateTimeValue().toLocalDate();
        }

        @Override
        LocalTime timeValue() {
            return dateTimeValue().toLocalTime();
        }

        @Override
        Timestamp sqlTimestampValue() {
            return Timestamp.from(instantValue());
        }

        @Override
        Timestamp sqlTimestampValue(Calendar calendar) {
            return sqlTimestampValue();
        }

        @Override
        Object objectValue() {
            return offsetDateTime();
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }

    /** INTERVAL YEAR TO MONTH. */
    static final class MonthsReader extends ColumnReader {
        private int[] values = {};

        MonthsReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((IntVector) next).values();
        }

        @Override
        Object objectValue() {
            return Period.ofMonths(values[row()]).normalized();
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }

    /** INTERVAL DAY TO SECOND. */
    static final class DurationReader extends ColumnReader {
        private long[] values = {};

        DurationReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            values = ((LongVector) next).values();
        }

        @Override
        Object objectValue() {
            return Duration.of(values[row()], ChronoUnit.MICROS);
        }

        @Override
        String textValue() {
            return text(this, values[row()]);
        }
    }
}
