package io.algeon.engine.sql.validate;

import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Takes one number, interval or NULL, not converted.
 *
 * @param text whether a text is taken as well
 * @param signatures what is allowed, in words, for the operator's name
 */
record SingleOperand(boolean text, UnaryOperator<String> signatures) implements SqlOperandTypeChecker {
    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        RelDataType type = binding.getOperandType(0);
        boolean known = SqlTypeUtil.isNumeric(type)
                || SqlTypeUtil.isInterval(type)
                || text && SqlTypeUtil.inCharFamily(type)
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
        return signatures.apply(name);
    }
}
