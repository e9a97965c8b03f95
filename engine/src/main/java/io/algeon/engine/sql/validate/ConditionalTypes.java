package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.TypeFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** The common type of alternatives: string literals among other types take the others' type. */
final class ConditionalTypes {
    private ConditionalTypes() {}

    /** The type of COALESCE, NULL only if every operand may be; null if the operands have no common type. */
    static @Nullable RelDataType coalesce(SqlOperatorBinding binding) {
        List<RelDataType> types = new ArrayList<>();
        List<RelDataType> literals = new ArrayList<>();
        boolean nullable = true;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            if (type.getSqlTypeName() == SqlTypeName.NULL) {
                continue;
            }
            nullable &= type.isNullable();
            boolean literal = SqlTypeUtil.inCharFamily(type) && binding.isOperandLiteral(i, false);
            (literal ? literals : types).add(type);
        }
        if (types.isEmpty() && literals.isEmpty()) {
            return binding.getOperandType(0);
        }
        if (types.isEmpty() || types.stream().allMatch(SqlTypeUtil::inCharFamily)) {
            types.addAll(literals);
        }
        RelDataType common = TypeFactory.INSTANCE.leastRestrictive(types);
        return common == null ? null : TypeFactory.INSTANCE.createTypeWithNullability(common, nullable);
    }
}
