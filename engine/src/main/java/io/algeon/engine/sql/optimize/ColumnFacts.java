package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of a column's values, wherever in the query it appears. Used by one thread. */
final class ColumnFacts {
    /** A column with so many distinct values a row of its table is taken for a key. */
    private static final double KEY_SHARE = 0.98;

    private final double low;
    private final double high;
    private final double nullFraction;
    private final double originRows;
    private final boolean observed;
    private final double mostDistinct;
    private final DoubleSupplier distinctSource;
    private double distinct = -1;

    /**
     * Facts of which the number of distinct values has to be found out, when it is asked for.
     *
     * @param distinct distinct values in its origin
     * @param mostDistinct a bound of them that is known already
     * @param low no value is below, as a real number (days of dates, stored units of times); negative infinity if unknown
     * @param high no value is above
     * @param nullFraction share of NULLs in its origin
     * @param originRows rows of its origin
     * @param observed whether the range comes from data, not merely from the type
     */
    ColumnFacts(
            DoubleSupplier distinct,
            double mostDistinct,
            double low,
            double high,
            double nullFraction,
            double originRows,
            boolean observed) {
        this.distinctSource = distinct;
        this.mostDistinct = mostDistinct;
        this.low = low;
        this.high = high;
        this.nullFraction = nullFraction;
        this.originRows = originRows;
        this.observed = observed;
    }

    ColumnFacts(double distinct, double low, double high, double nullFraction, double originRows, boolean observed) {
        this(() -> distinct, distinct, low, high, nullFraction, originRows, observed);
    }

    /** Distinct values in its origin, at least 1. */
    double distinct() {
        if (distinct < 0) {
            distinct = Math.max(1, distinctSource.getAsDouble());
        }
        return distinct;
    }

    /** Whether hardly any rows of its origin share a value. */
    boolean isKey() {
        return hasDistinct(KEY_SHARE * originRows);
    }

    /** Whether it has so many distinct values; finds them out only if the bound does not tell. */
    boolean hasDistinct(double least) {
        return mostDistinct >= least && distinct() >= least;
    }

    double low() {
        return low;
    }

    double high() {
        return high;
    }

    double nullFraction() {
        return nullFraction;
    }

    double originRows() {
        return originRows;
    }

    boolean observed() {
        return observed;
    }

    /** Facts of a column whose values come from nowhere known. */
    static ColumnFacts unknown(SqlType type, double rows) {
        return new ColumnFacts(Math.max(1, rows / 4), typeLow(type), typeHigh(type), 0, Math.max(1, rows), false);
    }

    /**
     * Facts of a column of a table.
     *
     * @param better a better estimate of its distinct values than that of the statistics, if there is one
     */
    static ColumnFacts of(SqlType type, ColumnStatistics statistics, double rows, Supplier<OptionalDouble> better) {
        double low = real(statistics.min(), type, typeLow(type));
        double high = real(statistics.max(), type, typeHigh(type));
        double nulls = statistics.nullFraction().orElse(0);
        boolean observed = statistics.min() instanceof Number && statistics.max() instanceof Number;
        return new ColumnFacts(
                () -> better.get().orElseGet(() -> distinct(type, statistics, rows, high - low)),
                statistics.distinctCount().isPresent()
                        ? statistics.distinctCount().getAsLong()
                        : Double.POSITIVE_INFINITY,
                low,
                high,
                nulls,
                Math.max(1, rows),
                observed);
    }

    private static double distinct(SqlType type, ColumnStatistics statistics, double rows, double width) {
        if (statistics.distinctCount().isPresent()) {
            return statistics.distinctCount().getAsLong();
        }
        boolean discrete = type.kind().isInteger() || type.physicalKind().name().startsWith("INT");
        return discrete && statistics.min() != null && statistics.max() != null
                ? Math.min(rows, width * Math.pow(10, type.scale()) + 1)
                : rows / 8;
    }

    boolean hasRange() {
        return !Double.isInfinite(low) && !Double.isInfinite(high);
    }

    /** Smallest value of a numeric type as a real number; negative infinity for other types. */
    static double typeLow(SqlType type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MIN_VALUE;
            case SMALLINT -> Short.MIN_VALUE;
            case INTEGER -> Integer.MIN_VALUE;
            case BIGINT -> Long.MIN_VALUE;
            case DECIMAL -> -typeHigh(type);
            default -> Double.NEGATIVE_INFINITY;
        };
    }

    /** Largest value of a numeric type as a real number; infinity for other types. */
    static double typeHigh(SqlType type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            case BIGINT -> Long.MAX_VALUE;
            case DECIMAL -> Math.pow(10, type.precision() - type.scale()) - Math.pow(10, -type.scale());
            default -> Double.POSITIVE_INFINITY;
        };
    }

    private static double real(@Nullable Object stored, SqlType type, double otherwise) {
        if (stored instanceof Long value) {
            return type.scale() == 0 ? value : value / Math.pow(10, type.scale());
        }
        return stored instanceof Double value && !value.isNaN() ? value : otherwise;
    }

    /** The real number of a numeric or date-time literal; NaN for others and for NULL. */
    static double real(Expr.Literal literal) {
        Object value = literal.value();
        int scale = literal.type().scale();
        if (value instanceof Integer number) {
            return number;
        } else if (value instanceof Long number) {
            return scale == 0 ? number : BigDecimal.valueOf(number, scale).doubleValue();
        } else if (value instanceof BigInteger number) {
            return new BigDecimal(number, scale).doubleValue();
        } else if (value instanceof Float number) {
            return number;
        } else if (value instanceof Double number) {
            return number;
        }
        return Double.NaN;
    }
}
