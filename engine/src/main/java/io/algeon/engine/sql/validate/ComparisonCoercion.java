package io.algeon.engine.sql.validate;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Implicit conversions of comparisons. A string literal beside an exact number is that number, with all its digits; numbers
 * and rows are left as they are, because the translator compares them without rounding either; the rest is Calcite's.
 */
final class ComparisonCoercion extends TypeCoercionImpl {
    /** Digits that a literal may have. */
    private static final int MAX_DIGITS = 38;

    ComparisonCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
        super(typeFactory, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        boolean replaced = numbersForStrings(binding);
        return !areExact(binding) && super.binaryComparisonCoercion(binding) || replaced;
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding binding) {
        boolean replaced = false;
        boolean exact = false;
        if (binding.operand(1) instanceof SqlNodeList values && SqlTypeUtil.isExactNumeric(binding.getOperandType(0))) {
            exact = true;
            for (int i = 0; i < values.size(); i++) {
                SqlLiteral number = number(values.get(i));
                if (number != null) {
                    values.set(i, number);
                    replaced = true;
                }
                exact &= SqlTypeUtil.isExactNumeric(validator.deriveType(binding.getScope(), values.get(i)));
            }
        }
        return !exact && super.inOperationCoercion(binding) || replaced;
    }

    private boolean numbersForStrings(SqlCallBinding binding) {
        SqlCall call = binding.getCall();
        if (!call.isA(SqlKind.COMPARISON) && call.getKind() != SqlKind.BETWEEN) {
            return false;
        }
        boolean exact = false;
        for (int i = 0; i < call.operandCount(); i++) {
            exact |= SqlTypeUtil.isExactNumeric(binding.getOperandType(i));
        }
        boolean replaced = false;
        for (int i = 0; exact && i < call.operandCount(); i++) {
            SqlLiteral number = number(call.operand(i));
            if (number != null) {
                call.setOperand(i, number);
                replaced = true;
            }
        }
        return replaced;
    }

    private static boolean areExact(SqlCallBinding binding) {
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            if (!SqlTypeUtil.isExactNumeric(type) && binding.operand(i).getKind() != SqlKind.ROW) {
                return false;
            }
        }
        return true;
    }

    /** The number that a string literal spells; null if it spells none. */
    private static @Nullable SqlLiteral number(SqlNode node) {
        if (!(node instanceof SqlCharStringLiteral string)) {
            return null;
        }
        String text = string.getValueAs(String.class).trim();
        try {
            BigDecimal value = new BigDecimal(text);
            boolean fits = value.precision() <= MAX_DIGITS && value.scale() >= 0 && value.scale() <= MAX_DIGITS;
            return fits ? SqlLiteral.createExactNumeric(value.toPlainString(), node.getParserPosition()) : null;
        } catch (NumberFormatException e) {
            // an error when the value is cast
            return null;
        }
    }
}
