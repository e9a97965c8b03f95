package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * CHAR and VARCHAR. Strings of a dictionary are made once for each entry and handed out again as long as batches share the
 * dictionary. Numbers and dates are parsed when asked for.
 */
final class TextReader extends ColumnReader {
    private static final @Nullable String[] NO_STRINGS = {};

    private byte[] data = {};
    private int[] offsets = {};
    private int @Nullable [] codes;
    private @Nullable Dictionary dictionary;
    private @Nullable String[] entries = NO_STRINGS;

    TextReader(SqlType type, Position position, String description) {
        super(type, position, description);
    }

    @Override
    void bindValues(ColumnVector next) {
        if (next instanceof DictionaryVector coded) {
            codes = coded.codes();
            if (coded.dictionary() != dictionary) {
                dictionary = coded.dictionary();
                entries = new @Nullable String[dictionary.size()];
            }
            bindBytes(coded.dictionary().values());
        } else {
            codes = null;
            bindBytes((BytesVector) next);
        }
    }

    private void bindBytes(BytesVector values) {
        data = values.data();
        offsets = values.offsets();
    }

    @Override
    String textValue() {
        int[] entryCodes = codes;
        if (entryCodes == null) {
            return decode(row());
        }
        int code = entryCodes[row()];
        String entry = entries[code];
        if (entry == null) {
            entry = decode(code);
            entries[code] = entry;
        }
        return entry;
    }

    private String decode(int index) {
        int start = offsets[index];
        return new String(data, start, offsets[index + 1] - start, StandardCharsets.UTF_8);
    }

    @Override
    Object objectValue() {
        return textValue();
    }

    @Override
    boolean booleanValue() throws SQLException {
        String text = textValue().trim();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default -> throw cannotParse(text, "boolean");
        };
    }

    @Override
    long longValue() throws SQLException {
        String text = textValue().trim();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notPlain) {
            return NumberReaders.wholePart(decimalValue(), description());
        }
    }

    @Override
    double doubleValue() throws SQLException {
        String text = textValue().trim();
        try {
            double value = Double.parseDouble(text);
            if (Double.isInfinite(value) && !text.toLowerCase(Locale.ROOT).contains("inf")) {
                throw SqlExceptions.outOfRange(text, description(), "double");
            }
            return value;
        } catch (NumberFormatException notNumeric) {
            throw cannotParse(text, "a number");
        }
    }

    @Override
    BigDecimal decimalValue() throws SQLException {
        String text = textValue().trim();
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException notNumeric) {
            throw cannotParse(text, "a number");
        }
    }

    @Override
    byte[] bytesValue() {
        return textValue().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    LocalDate dateValue() throws SQLException {
        String text = textValue().trim();
        try {
            return text.length() <= 10 ? LocalDate.parse(text) : dateTimeValue().toLocalDate();
        } catch (DateTimeException notDate) {
            throw cannotParse(text, "a date");
        }
    }

    @Override
    LocalTime timeValue() throws SQLException {
        String text = textValue().trim();
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException notTime) {
            return dateTimeValue().toLocalTime();
        }
    }

    @Override
    LocalDateTime dateTimeValue() throws SQLException {
        String text = textValue().trim();
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeException notTimestamp) {
            throw cannotParse(text, "a timestamp");
        }
    }

    @Override
    Instant instantValue() throws SQLException {
        String text = textValue().trim();
        try {
            return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
        } catch (DateTimeException noOffset) {
            return super.instantValue();
        }
    }
}
