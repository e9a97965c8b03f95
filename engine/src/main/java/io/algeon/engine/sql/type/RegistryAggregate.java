package io.algeon.engine.sql.type;

import io.algeon.engine.function.AggregateFunction;
import io.algeon.engine.function.Signature;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** An aggregate of the registry that Calcite does not have. */
public final class RegistryAggregate extends SqlAggFunction {
    /** @param name in SQL; may differ from the registry's */
    public RegistryAggregate(String name, AggregateFunction function) {
        super(
                name.toUpperCase(Locale.ROOT),
                null,
                SqlKind.OTHER_FUNCTION,
                binding -> resultType(function, binding),
                null,
                new Checker(function),
                SqlFunctionCategory.USER_DEFINED_FUNCTION,
                false,
                false,
                function.ordered() ? Optionality.OPTIONAL : Optionality.FORBIDDEN);
    }

    private static @Nullable RelDataType resultType(AggregateFunction function, SqlOperatorBinding binding) {
        List<SqlType> arguments = new ArrayList<>();
        for (int i = 0; i < binding.getOperandCount(); i++) {
            arguments.add(TypeMapping.toSqlType(binding.getOperandType(i)));
        }
        SqlType result = function.resultType(arguments);
        return result == null ? null : TypeMapping.toRelDataType(result.withNullable(true));
    }

    private record Checker(AggregateFunction function) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            if (resultType(function, binding) != null) {
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
                least = Math.min(least, signature.parameters().size());
                most = Math.max(most, signature.parameters().size());
            }
            return SqlOperandCountRanges.between(least, most);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return function.signatures().stream()
                    .map(signature -> name.toLowerCase(Locale.ROOT) + signature)
                    .collect(Collectors.joining(", "));
        }
    }
}
