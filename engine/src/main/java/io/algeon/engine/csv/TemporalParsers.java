package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
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
    static final class Dates extends FieldParser<IntVector> {
        private final TemporalFormat format;

        Dates(NullTexts nulls, TemporalFormat format) {
            super(new IntVector(Batch.ROWS), nulls, true);
            this.format = format;
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
                long days = start < end && start >= 0 ? format.parseDate(buffer, start, end) : TemporalFormat.NONE;
                if (days != TemporalFormat.NONE) {
                    values[row] = (int) days;
                } else if (!emptyOrQuoted(buffer, start, end, row, rows)) {
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
    static final class Times extends FieldParser<LongVector> {
        private static final TemporalFormat[] FORMS = {
            TemporalFormat.of("%H:%M:%S.%f"), TemporalFormat.of("%H:%M:%S"), TemporalFormat.of("%H:%M")
        };
        private final long unitsPerSecond;

        Times(NullTexts nulls, SqlType type) {
            super(new LongVector(Batch.ROWS), nulls, true);
            this.unitsPerSecond = type.unitsPerSecond();
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
    static final class Timestamps extends FieldParser<LongVector> {
        private final TemporalFormat format;
        private final long unitsPerSecond;
        private final boolean instant;
        private final ZoneId zone;

        Timestamps(NullTexts nulls, SqlType type, TemporalFormat format, ZoneId zone) {
            super(new LongVector(Batch.ROWS), nulls, true);
            this.format = format;
            this.instant = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
            this.unitsPerSecond = instant ? 1_000_000L : type.unitsPerSecond();
            this.zone = zone;
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
