package io.algeon.engine.sql.validate;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.util.Optionality;

/** SUM and AVG of numbers and intervals. Calcite's take no intervals, and text, which they then fail to cast row by row. */
final class OwnAggregates {
    static final SqlAggFunction SUM = new NumericAggregate("SUM", SqlKind.SUM, ReturnTypes.AGG_SUM);

    static final SqlAggFunction AVG = new NumericAggregate("AVG", SqlKind.AVG, ReturnTypes.AVG_AGG_FUNCTION);

    private OwnAggregates() {}

    static List<SqlOperator> all() {
        return List.of(SUM, AVG);
    }

    private static final class NumericAggregate extends SqlAggFunction {
        NumericAggregate(String name, SqlKind kind, SqlReturnTypeInference result) {
            super(
                    name,
                    null,
                    kind,
                    result,
                    null,
                    new SingleOperand(false, OwnAggregates::signatures),
                    SqlFunctionCategory.NUMERIC,
                    false,
                    false,
                    Optionality.FORBIDDEN);
        }
    }

    private static String signatures(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower + "(number) or " + lower + "(interval); cast text to a number first";
    }
}
