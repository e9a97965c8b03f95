package io.algeon.engine.sql.type;

import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** A function of the registry as the validator sees it: signatures, result types and conversions are the registry's. */
public final class RegistryFunction extends SqlFunction {
    private final ScalarFunction function;

    /** @param name in SQL; may differ from the registry's */
    public RegistryFunction(String name, ScalarFunction function) {
        super(
                name.toUpperCase(Locale.ROOT),
                SqlKind.OTHER_FUNCTION,
                binding -> resultType(function, binding),
                (binding, returnType, operandTypes) -> inferOperands(function, binding, operandTypes),
                new Checker(function),
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.function = function;
    }

    /** The function that runs. */
    public ScalarFunction function() {
        return function;
    }

    @Override
    public boolean isDeterministic() {
        return function.deterministic();
    }

    private static @Nullable Overload resolve(ScalarFunction function, SqlOperatorBinding binding) {
        List<Overload.Argument> arguments = new ArrayList<>();
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            boolean literal = SqlTypeUtil.inCharFamily(type) && binding.isOperandLiteral(i, false);
            arguments.add(new Overload.Argument(TypeMapping.toSqlType(type), literal));
        }
        return Overload.resolve(function, arguments);
    }

    private static @Nullable RelDataType resultType(ScalarFunction function, SqlOperatorBinding binding) {
        Overload overload = resolve(function, binding);
        return overload == null
                ? null
                : TypeMapping.toRelDataType(
                        withPlaces(function, binding, overload.result()).withNullable(true));
    }

    /** ROUND and TRUNCATE of a decimal to a constant number of places give a decimal with as many. */
    private static SqlType withPlaces(ScalarFunction function, SqlOperatorBinding binding, SqlType type) {
        boolean rounds = function.name().equals("round") || function.name().equals("truncate");
        if (!rounds
                || type.kind() != TypeKind.DECIMAL
                || binding.getOperandCount() != 2
                || !binding.isOperandLiteral(1, false)) {
            return type;
        }
        Integer places = binding.getOperandLiteralValue(1, Integer.class);
        if (places == null || places < 0 || places >= type.scale()) {
            return type;
        }
        int whole = type.precision() - type.scale() + 1;
        return SqlTypes.decimal(Math.min(SqlType.MAX_DECIMAL_PRECISION, whole + places), places);
    }

    /** Parameters without a type take that of the first signature with as many arguments. */
    private static void inferOperands(ScalarFunction function, SqlCallBinding binding, RelDataType[] operandTypes) {
        for (Signature signature : function.signatures()) {
            int count = signature.parameters().size();
            if (operandTypes.length == count || signature.variadic() && operandTypes.length > count) {
                RelDataType element = elementType(signature, binding);
                for (int i = 0; i < operandTypes.length; i++) {
                    TypeFamily family = signature.parameters().get(Math.min(i, count - 1));
                    operandTypes[i] = element != null && family == TypeFamily.ELEMENT
                            ? element
                            : element != null && family == TypeFamily.ARRAY
                                    ? TypeFactory.INSTANCE.createArrayType(element, -1)
                                    : TypeMapping.toRelDataType(Overload.representative(family));
                }
                return;
            }
        }
    }

    /** Type of the elements of the array arguments, or of what stands for elements; null if nothing tells it. */
    private static @Nullable RelDataType elementType(Signature signature, SqlCallBinding binding) {
        RelDataType found = null;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            TypeFamily family = signature
                    .parameters()
                    .get(Math.min(i, signature.parameters().size() - 1));
            if (family != TypeFamily.ARRAY && family != TypeFamily.ELEMENT
                    || binding.operand(i) instanceof SqlDynamicParam
                    || SqlUtil.isNullLiteral(binding.operand(i), false)) {
                continue;
            }
            RelDataType type = binding.getOperandType(i);
            if (family == TypeFamily.ARRAY) {
                return type.getComponentType();
            }
            found = type;
        }
        return found;
    }

    /** Checks arguments against the registry's signatures. */
    private record Checker(ScalarFunction function) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            for (int i = 0; i < binding.getOperandCount(); i++) {
                if (binding.getOperandType(i).getSqlTypeName() == SqlTypeName.CURSOR) {
                    return false;
                }
            }
            if (resolve(function, binding) != null) {
                return true;
            }
            if (throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return false;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            int least = Integer.MAX_VALUE;
            int most = 0;
            for (Signature signature : function.signatures()) {
                int count = signature.parameters().size();
                least = Math.min(least, count);
                most = signature.variadic() || most < 0 ? -1 : Math.max(most, count);
            }
            return most < 0 ? SqlOperandCountRanges.from(least) : SqlOperandCountRanges.between(least, most);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return function.signatures().stream()
                    .map(signature -> name.toLowerCase(Locale.ROOT) + signature)
                    .collect(Collectors.joining(", "));
        }
    }
}
