package io.algeon.engine.sql.validate;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
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
                    new Checker(),
                    SqlFunctionCategory.NUMERIC,
                    false,
                    false,
                    Optionality.FORBIDDEN);
        }
    }

    private record Checker() implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            RelDataType type = binding.getOperandType(0);
            boolean known = SqlTypeUtil.isNumeric(type)
                    || SqlTypeUtil.isInterval(type)
                    || type.getSqlTypeName() == SqlTypeName.NULL
                    || type.getSqlTypeName() == SqlTypeName.UNKNOWN;
            if (!known && throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return known;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(1);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            return lower + "(number) or " + lower + "(interval); cast text to a number first";
        }
    }
}
