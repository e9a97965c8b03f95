package io.algeon.engine.sql.parser;

import io.algeon.engine.catalog.SeriesTable;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * {@code generate_series(1, 10)} and {@code range(10)} in FROM. With whole numbers as constants they become a table that computes
 * its rows, {@code generate_series."generate_series 1 10 1"}; else {@code UNNEST(generate_series(...))}. The column is named as
 * the function, or as the alias. Other functions that give arrays are unnested, too: {@code FROM regexp_split_to_array(...)}.
 */
public final class SeriesForms extends SqlShuttle {
    /** Schema whose tables are texts of {@link SeriesTable}. */
    public static final String SCHEMA = "generate_series";

    static final Set<String> NAMES = Set.of("GENERATE_SERIES", "RANGE");

    private SeriesForms() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new SeriesForms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlParserPos position = call.getParserPosition();
        if (call.getKind() == SqlKind.AS && call.operand(0) instanceof SqlCall collection && isSeries(collection)) {
            List<SqlNode> operands = new ArrayList<>(call.getOperandList());
            operands.set(0, rows(series(collection)));
            if (operands.size() == 2) {
                operands.add(operands.get(1));
            }
            return SqlStdOperatorTable.AS.createCall(position, operands);
        }
        if (isSeries(call)) {
            SqlCall series = series(call);
            String name = series.getOperator().getName().toLowerCase(Locale.ROOT);
            SqlIdentifier alias = new SqlIdentifier(name, position);
            return SqlStdOperatorTable.AS.createCall(position, rows(series), alias, alias);
        }
        return super.visit(call);
    }

    /** Whether something is a call of a series; LATERAL before it says what holds anyway. */
    private static boolean isSeries(SqlCall call) {
        if (call.getKind() == SqlKind.LATERAL) {
            return call.operand(0) instanceof SqlCall lateral && isSeries(lateral);
        }
        return call.getKind() == SqlKind.COLLECTION_TABLE
                && call.operand(0) instanceof SqlCall function
                && (NAMES.contains(function.getOperator().getName().toUpperCase(Locale.ROOT))
                        || FunctionRegistry.scalar(
                                        function.getOperator().getName().toLowerCase(Locale.ROOT))
                                != null);
    }

    private static SqlCall series(SqlCall call) {
        SqlCall inner = call.operand(0);
        return call.getKind() == SqlKind.LATERAL ? series(inner) : inner;
    }

    private static SqlNode rows(SqlCall series) {
        SqlParserPos position = series.getParserPosition();
        String name = series.getOperator().getName().toLowerCase(Locale.ROOT);
        if (!NAMES.contains(name.toUpperCase(Locale.ROOT))) {
            return SqlStdOperatorTable.UNNEST.createCall(position, series);
        }
        List<Long> numbers = new ArrayList<>();
        for (SqlNode argument : series.getOperandList()) {
            Long number = whole(argument);
            if (number == null) {
                return SqlStdOperatorTable.UNNEST.createCall(position, series);
            }
            numbers.add(number);
        }
        if (numbers.size() == 1 && name.equals("range")) {
            numbers.add(0, 0L);
        }
        if (numbers.size() < 2 || numbers.size() > 3) {
            // an error of the function's arguments
            return SqlStdOperatorTable.UNNEST.createCall(position, series);
        }
        long step = numbers.size() == 3 ? numbers.get(2) : 1;
        if (step == 0) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The step of " + name + " is 0; it would never end (" + Place.of(position) + ").");
        }
        SqlParserPos quoted = position.withQuoting(true);
        return new SqlIdentifier(
                List.of(SCHEMA, SeriesTable.text(name, numbers.get(0), numbers.get(1), step)),
                null,
                quoted,
                List.of(quoted, quoted));
    }

    /** The whole number that a literal is; null if it is something else. */
    private static @Nullable Long whole(SqlNode node) {
        if (node.getKind() == SqlKind.MINUS_PREFIX) {
            Long positive = whole(((SqlCall) node).operand(0));
            return positive == null ? null : (Long) (-positive);
        }
        if (!(node instanceof SqlNumericLiteral literal)) {
            return null;
        }
        BigDecimal value = literal.bigDecimalValue();
        return value != null && value.scale() <= 0 && value.unscaledValue().bitLength() < Long.SIZE
                ? (Long) value.longValue()
                : null;
    }
}
