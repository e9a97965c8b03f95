package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows of both engines as text in one form: values joined by bars, numbers without trailing zeros, doubles rounded. */
final class ResultText {
    private ResultText() {}

    static List<String> of(Session session, String sql, PreparedQuery.ParameterValue... parameters) {
        try (QueryExecution execution = session.prepare(sql).execute(List.of(parameters), Duration.ZERO, 0)) {
            List<String> rows = new ArrayList<>();
            @Nullable Batch batch;
            while ((batch = execution.next()) != null) {
                for (int row = 0; row < batch.rowCount(); row++) {
                    List<String> values = new ArrayList<>();
                    for (int column = 0; column < batch.columnCount(); column++) {
                        values.add(text(value(
                                batch.column(column),
                                row,
                                execution.columns().get(column).type())));
                    }
                    rows.add(String.join("|", values));
                }
            }
            return rows;
        }
    }

    static List<String> of(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    values.add(text(result.getObject(column)));
                }
                rows.add(String.join("|", values));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static @Nullable Object value(ColumnVector vector, int row, SqlType type) {
        if (vector.isNull(row)) {
            return null;
        } else if (vector instanceof DictionaryVector coded) {
            return coded.dictionary().values().string(coded.codes()[row]);
        } else if (vector instanceof BytesVector bytes) {
            return bytes.string(row);
        } else if (vector instanceof IntVector ints) {
            int value = ints.values()[row];
            return type.kind() == TypeKind.DATE ? (Object) LocalDate.ofEpochDay(value) : (Object) value;
        } else if (vector instanceof LongVector longs) {
            return BigDecimal.valueOf(longs.values()[row], type.scale());
        } else if (vector instanceof Int128Vector wide) {
            BigInteger high = BigInteger.valueOf(wide.high()[row]).shiftLeft(64);
            return new BigDecimal(high.add(new BigInteger(Long.toUnsignedString(wide.low()[row]))), type.scale());
        } else if (vector instanceof DoubleVector doubles) {
            return doubles.values()[row];
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.get(row);
        }
        throw new IllegalArgumentException("no text for " + type);
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, "%.6g", number);
        } else if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
        } else if (value instanceof Number number) {
            return new BigDecimal(number.toString()).signum() == 0
                    ? "0"
                    : new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
        } else if (value instanceof Date date) {
            return date.toLocalDate().toString();
        }
        return String.valueOf(value);
    }
}
