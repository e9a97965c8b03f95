package io.algeon.tck.compare;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result in a canonical form, so that results of two engines can be compared: exact numbers as
 * {@link BigDecimal}, floating ones as {@link Double}, dates and times as {@code java.time}, everything else as text.
 */
public final class ResultRows {
    private final List<List<@Nullable Object>> rows;

    private ResultRows(List<List<@Nullable Object>> rows) {
        this.rows = rows;
    }

    /** Reads a result to its end. */
    public static ResultRows read(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (result.next()) {
            List<@Nullable Object> row = new ArrayList<>(columns);
            for (int column = 1; column <= columns; column++) {
                row.add(canonical(result.getObject(column)));
            }
            rows.add(row);
        }
        return new ResultRows(rows);
    }

    public int size() {
        return rows.size();
    }

    public List<List<@Nullable Object>> rows() {
        return rows;
    }

    private static @Nullable Object canonical(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof BigDecimal || value instanceof Double || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Float number) {
            return number.doubleValue();
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString());
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        if (value instanceof java.sql.Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (value instanceof OffsetDateTime instant) {
            return instant.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        }
        if (value instanceof LocalDate || value instanceof LocalTime || value instanceof LocalDateTime) {
            return value;
        }
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (value instanceof Array array) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (Object element : (Object[]) array.getArray()) {
                elements.add(canonical(element));
            }
            return elements.toString();
        }
        return value.toString();
    }

    /**
     * The first difference to what is expected, rows being a multiset (both sides sorted), or empty.
     *
     * @param tolerance relative difference allowed where either side is a floating number
     */
    public Optional<String> differenceFrom(ResultRows expected, double tolerance) {
        if (rows.size() != expected.rows.size()) {
            return Optional.of("expected " + expected.rows.size() + " rows, got " + rows.size()
                    + "; first rows expected " + head(expected.rows) + ", got " + head(rows));
        }
        List<List<@Nullable Object>> left = sorted(rows);
        List<List<@Nullable Object>> right = sorted(expected.rows);
        for (int i = 0; i < left.size(); i++) {
            List<@Nullable Object> actualRow = left.get(i);
            List<@Nullable Object> expectedRow = right.get(i);
            if (actualRow.size() != expectedRow.size()) {
                return Optional.of("expected " + expectedRow.size() + " columns, got " + actualRow.size());
            }
            for (int column = 0; column < actualRow.size(); column++) {
                if (!same(actualRow.get(column), expectedRow.get(column), tolerance)) {
                    return Optional.of("row " + (i + 1) + " (sorted), column " + (column + 1) + ": expected "
                            + expectedRow + ", got " + actualRow);
                }
            }
        }
        return Optional.empty();
    }

    private static String head(List<List<@Nullable Object>> rows) {
        return rows.subList(0, Math.min(3, rows.size())).toString();
    }

    private static boolean same(@Nullable Object actual, @Nullable Object expected, double tolerance) {
        if (actual == null || expected == null) {
            return actual == expected;
        }
        if (actual instanceof Double || expected instanceof Double) {
            if (!(actual instanceof Number a) || !(expected instanceof Number e)) {
                return false;
            }
            double x = a.doubleValue();
            double y = e.doubleValue();
            return Double.compare(x, y) == 0
                    || Math.abs(x - y) <= tolerance * Math.max(1e-300, Math.max(Math.abs(x), Math.abs(y)))
                    || x == y;
        }
        if (actual instanceof BigDecimal a && expected instanceof BigDecimal e) {
            return a.compareTo(e) == 0;
        }
        if (actual instanceof LocalDate date && expected instanceof LocalDateTime time) {
            return date.atStartOfDay().equals(time);
        }
        if (actual instanceof LocalDateTime time && expected instanceof LocalDate date) {
            return date.atStartOfDay().equals(time);
        }
        return actual.equals(expected);
    }

    private static List<List<@Nullable Object>> sorted(List<List<@Nullable Object>> rows) {
        List<SortedRow> copy = new ArrayList<>(rows.size());
        for (List<@Nullable Object> row : rows) {
            @Nullable Object[] keys = new @Nullable Object[row.size()];
            for (int i = 0; i < keys.length; i++) {
                Object cell = row.get(i);
                keys[i] = cell == null
                        ? null
                        : cell instanceof Number number ? (Object) rounded(number) : cell.toString();
            }
            copy.add(new SortedRow(row, keys));
        }
        copy.sort(ResultRows::compareRows);
        return copy.stream().map(SortedRow::row).toList();
    }

    /** A row with what it is sorted by, cell by cell: numbers rounded, all else as text. */
    private record SortedRow(
            List<@Nullable Object> row, @Nullable Object[] keys) {}

    /** Exact columns decide before floating ones, whose last digits may differ between engines. */
    private static int compareRows(SortedRow left, SortedRow right) {
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < Math.min(left.keys.length, right.keys.length); i++) {
                Object a = left.keys[i];
                Object b = right.keys[i];
                boolean numeric = a instanceof Double || b instanceof Double;
                if (numeric == (pass == 1)) {
                    int order = compareCells(a, b);
                    if (order != 0) {
                        return order;
                    }
                }
            }
        }
        return 0;
    }

    private static int compareCells(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return Boolean.compare(left == null, right == null);
        }
        return left instanceof Double a && right instanceof Double b
                ? Double.compare(a, b)
                : left.toString().compareTo(right.toString());
    }

    private static double rounded(Number number) {
        double value = number.doubleValue();
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value + 0.0;
        }
        return new BigDecimal(value).round(new java.math.MathContext(9)).doubleValue();
    }
}
