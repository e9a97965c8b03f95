package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.file.Utf8;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Parsers of words and texts, and of what is written with letters. */
final class TextParsers {
    private TextParsers() {}

    /** BOOLEAN. */
    static final class Booleans extends FieldParser<BooleanVector> {
        Booleans(NullTexts nulls) {
            super(new BooleanVector(Batch.ROWS), nulls, true);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            String word = new String(data, from, to - from, StandardCharsets.ISO_8859_1)
                    .trim()
                    .toLowerCase(Locale.ROOT);
            switch (word) {
                case "true", "t", "yes", "y", "1", "on" -> vector.set(row, true);
                case "false", "f", "no", "n", "0", "off" -> vector.set(row, false);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** UUID. */
    static final class Uuids extends FieldParser<Int128Vector> {
        Uuids(NullTexts nulls) {
            super(new Int128Vector(Batch.ROWS), nulls, true);
        }

        @Override
        void begin() {
            super.begin();
            vector.setWide();
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long high = 0;
            long low = 0;
            int digits = 0;
            for (int at = from; at < to; at++) {
                int digit = Character.digit(data[at], 16);
                if (data[at] == '-') {
                    continue;
                }
                if (digit < 0) {
                    return false;
                }
                high = high << 4 | low >>> 60;
                low = low << 4 | digit;
                digits++;
            }
            vector.high()[row] = high;
            vector.low()[row] = low;
            return digits == 32;
        }
    }

    /** VARBINARY: hexadecimal digits after {@code \x}, else the bytes themselves. */
    static final class Binaries extends BytesParser {
        Binaries(NullTexts nulls) {
            super(nulls);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            if (to - from < 2 || data[from] != '\\' || data[from + 1] != 'x' || (to - from) % 2 != 0) {
                vector.set(row, data, from, to - from);
                return true;
            }
            byte[] bytes = new byte[(to - from) / 2 - 1];
            for (int i = 0; i < bytes.length; i++) {
                int upper = Character.digit(data[from + 2 + 2 * i], 16);
                int lower = Character.digit(data[from + 3 + 2 * i], 16);
                if (upper < 0 || lower < 0) {
                    return false;
                }
                bytes[i] = (byte) (upper << 4 | lower);
            }
            vector.set(row, bytes);
            return true;
        }
    }

    /** Values of bytes, written in order. */
    private abstract static class BytesParser extends FieldParser<BytesVector> {
        BytesParser(NullTexts nulls) {
            super(new BytesVector(Batch.ROWS, 16 * Batch.ROWS), nulls, false);
        }

        @Override
        void setNull(int row, int rows) {
            vector.offsets()[row + 1] = vector.offsets()[row];
            vector.setNull(row, rows);
        }
    }

    /** VARCHAR. */
    static final class Texts extends BytesParser {
        private final int maxLength;

        Texts(NullTexts nulls, int maxLength) {
            super(nulls);
            this.maxLength = maxLength;
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts() || maxLength != SqlType.UNLIMITED) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] offsets = vector.offsets();
            long total = offsets[from];
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                total += (end < 0 ? ~end : end) - (start < 0 ? ~start : start);
            }
            byte[] data = vector.ensureBytes(offsets[from], Math.toIntExact(total));
            int at = offsets[from];
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    int length = end - start;
                    if (Utf8.isInvalid(buffer, start, end)) {
                        setNull(row, rows);
                        return row;
                    }
                    System.arraycopy(buffer, start, data, at, length);
                    at += length;
                    offsets[row + 1] = at;
                } else if (start == end) {
                    offsets[row + 1] = at;
                    vector.setNull(row, rows);
                } else if (quoted(buffer, ~start, end, row, rows)) {
                    at = offsets[row + 1];
                    data = vector.data();
                } else {
                    setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            vector.set(row, data, from, to - from);
            return !Utf8.isInvalid(data, from, to)
                    && (to - from <= maxLength || Utf8.characters(data, from, to) <= maxLength);
        }
    }
}
