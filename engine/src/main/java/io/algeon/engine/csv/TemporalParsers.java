package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Parsers of dates and times. */
final class TemporalParsers {
    private TemporalParsers() {}

    /** DATE. */
    static final class Dates extends FieldParser {
        private final IntVector vector = new IntVector(Batch.ROWS);
        private final TemporalFormat format;

        Dates(NullTexts nulls, TemporalFormat format) {
            super(nulls, true);
            this.format = format;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long days = format.parseDate(buffer, start, end);
                    if (days == TemporalFormat.NONE) {
                        vector.setNull(row, rows);
                        return row;
                    }
                    values[row] = (int) days;
                    continue;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long days = format.parseDate(data, from, to);
            vector.values()[row] = (int) days;
            return days != TemporalFormat.NONE;
        }
    }

    /** TIME, as hours, minutes and perhaps seconds with a fraction. */
    static final class Times extends FieldParser {
        private static final TemporalFormat[] FORMS = {
            TemporalFormat.of("%H:%M:%S.%f"), TemporalFormat.of("%H:%M:%S"), TemporalFormat.of("%H:%M")
        };
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final long unitsPerSecond;

        Times(NullTexts nulls, SqlType type) {
            super(nulls, true);
            this.unitsPerSecond = type.unitsPerSecond();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            for (TemporalFormat form : FORMS) {
                long units = form.parse(data, from, to, unitsPerSecond);
                if (units != TemporalFormat.NONE) {
                    vector.values()[row] = units;
                    return true;
                }
            }
            return false;
        }
    }

    /** TIMESTAMP and TIMESTAMP WITH TIME ZONE. */
    static final class Timestamps extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final TemporalFormat format;
        private final long unitsPerSecond;
        private final boolean instant;
        private final ZoneId zone;

        Timestamps(NullTexts nulls, SqlType type, TemporalFormat format, ZoneId zone) {
            super(nulls, true);
            this.format = format;
            this.instant = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
            this.unitsPerSecond = instant ? 1_000_000L : type.unitsPerSecond();
            this.zone = zone;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long units = format.parse(data, from, to, unitsPerSecond);
            if (units == TemporalFormat.NONE) {
                return false;
            }
            if (instant && !format.hasOffset() && !TemporalFormat.endsInOffset(data, from, to)) {
                units = inZone(units);
            }
            vector.values()[row] = units;
            return true;
        }

        /** A wall clock's time in the session's zone. */
        private long inZone(long micros) {
            LocalDateTime local = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
            Instant at = local.atZone(zone).toInstant();
            return at.getEpochSecond() * 1_000_000L + at.getNano() / 1000;
        }
    }
}
