package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code make_interval(years, months, weeks, days, hours, mins, secs)}, by position or name, as a sum of products with intervals of
 * one unit. Arguments that are 0 as written count as left out, as months and days do not mix in one interval.
 */
final class IntervalForms {
    private static final List<String> NAMES = List.of("years", "months", "weeks", "days", "hours", "mins", "secs");

    /** How many of a unit make up one of each argument. */
    private static final int[] FACTORS = {12, 1, 7, 1, 1, 1, 1};

    private static final List<TimeUnit> UNITS = List.of(
            TimeUnit.MONTH,
            TimeUnit.MONTH,
            TimeUnit.DAY,
            TimeUnit.DAY,
            TimeUnit.HOUR,
            TimeUnit.MINUTE,
            TimeUnit.SECOND);

    private IntervalForms() {}

    static SqlNode make(List<SqlNode> operands, SqlParserPos position) {
        SqlNode sum = null;
        boolean ofMonths = false;
        boolean ofTime = false;
        for (int i = 0; i < operands.size(); i++) {
            SqlNode operand = operands.get(i);
            boolean named = operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
            int part = named ? NAMES.indexOf(name(((SqlCall) operand).operand(1))) : i;
            if (part < 0 || part >= NAMES.size()) {
                return FunctionForms.wrongCount(
                        "make_interval", String.join(", ", NAMES) + ", by position or as days => 10", position);
            }
            SqlNode value = named ? ((SqlCall) operand).operand(0) : operand;
            if (isZero(value)) {
                continue;
            }
            ofMonths |= UNITS.get(part) == TimeUnit.MONTH;
            ofTime |= UNITS.get(part) != TimeUnit.MONTH;
            SqlNode product = product(value, part, position);
            sum = sum == null ? product : SqlStdOperatorTable.PLUS.createCall(position, sum, product);
        }
        if (ofMonths && ofTime) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "An interval is either of years and months or of days and time; this one would be of both ("
                            + Place.of(position) + "). Use two intervals.");
        }
        return sum == null ? product(SqlLiteral.createExactNumeric("0", position), 3, position) : sum;
    }

    private static SqlNode product(SqlNode value, int part, SqlParserPos position) {
        SqlNode one = SqlLiteral.createInterval(
                1,
                Integer.toString(FACTORS[part]),
                new SqlIntervalQualifier(UNITS.get(part), null, position),
                position);
        return SqlStdOperatorTable.MULTIPLY.createCall(position, new ArrayList<>(List.of(value, one)));
    }

    private static String name(SqlNode node) {
        return node instanceof SqlIdentifier identifier ? identifier.getSimple().toLowerCase(Locale.ROOT) : "";
    }

    private static boolean isZero(@Nullable SqlNode value) {
        return value instanceof SqlNumericLiteral literal
                && literal.bigDecimalValue() != null
                && literal.bigDecimalValue().signum() == 0;
    }
}
