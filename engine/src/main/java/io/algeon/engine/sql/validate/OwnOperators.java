package io.algeon.engine.sql.validate;

import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.sql.type.RegistryFunction;
import io.algeon.engine.sql.type.TypeFactory;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlMonotonicBinaryOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Operators whose typing differs from Calcite's; they stand in its table under the same names. */
final class OwnOperators {
    private static final SqlReturnTypeInference REMAINDER = ReturnTypes.DECIMAL_MOD_NULLABLE.orElse(
            ReturnTypes.LEAST_RESTRICTIVE.andThen(SqlTypeTransforms.TO_NULLABLE));

    private static final SqlBinaryOperator STOCK_CONCAT = SqlStdOperatorTable.CONCAT;

    /** {@code +}, also of a DATE and a number of days. */
    static final SqlBinaryOperator PLUS = new SqlMonotonicBinaryOperator(
            "+",
            SqlKind.PLUS,
            40,
            true,
            binding -> {
                RelDataType days = dateAndDays(binding, true);
                RelDataType time = dateAndTime(binding, true);
                return days != null ? days : time != null ? time : ReturnTypes.NULLABLE_SUM.inferReturnType(binding);
            },
            InferTypes.FIRST_KNOWN,
            new DateArithmetic(OperandTypes.PLUS_OPERATOR));

    /** {@code -}, also of two dates (days), two timestamps (an interval), a DATE and a number of days. */
    static final SqlBinaryOperator MINUS = new SqlMonotonicBinaryOperator(
            "-",
            SqlKind.MINUS,
            40,
            true,
            binding -> {
                RelDataType difference = difference(binding);
                if (difference != null) {
                    return difference;
                }
                RelDataType days = dateAndDays(binding, false);
                RelDataType time = dateAndTime(binding, false);
                return days != null ? days : time != null ? time : ReturnTypes.NULLABLE_SUM.inferReturnType(binding);
            },
            InferTypes.FIRST_KNOWN,
            new DateArithmetic(OperandTypes.MINUS_OPERATOR));

    /** The sign {@code +}, which changes nothing, also before text. */
    static final SqlPrefixOperator UNARY_PLUS = new SqlPrefixOperator(
            "+",
            SqlKind.PLUS_PREFIX,
            80,
            ReturnTypes.ARG0,
            InferTypes.RETURN_TYPE,
            new SingleOperand(true, name -> "+ number"));

    /** EXTRACT, whose seconds, milliseconds and epoch have a fraction where the operand can have one. */
    static final SqlFunction EXTRACT = new ExtractOperator();

    /** Marks the offsets of window frames that count groups of peers. */
    static final SqlFunction GROUPS_OFFSET = new SqlFunction(
            "$GROUPS",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.ARG0,
            null,
            OperandTypes.NUMERIC,
            SqlFunctionCategory.SYSTEM);

    /** {@code ARRAY[]}, whose elements have no type until it is cast or meets another array. */
    static final SqlFunction EMPTY_ARRAY = new SqlFunction(
            "$EMPTY_ARRAY",
            SqlKind.OTHER_FUNCTION,
            binding -> TypeFactory.INSTANCE.createArrayType(TypeFactory.INSTANCE.createSqlType(SqlTypeName.NULL), -1),
            null,
            OperandTypes.NILADIC,
            SqlFunctionCategory.SYSTEM);

    /** {@code ||}, also of an array and an element. */
    static final SqlBinaryOperator CONCAT = new SqlBinaryOperator(
            "||",
            SqlKind.OTHER,
            60,
            true,
            binding -> {
                RelDataType array = arrayAndElement(binding);
                return array != null ? array : Objects.requireNonNull(STOCK_CONCAT.inferReturnType(binding));
            },
            null,
            new ConcatenationTypes(Objects.requireNonNull(STOCK_CONCAT.getOperandTypeChecker())));

    /** COALESCE, kept as such, so that its operands are evaluated once. */
    static final SqlFunction COALESCE = new SqlFunction(
            "COALESCE",
            SqlKind.COALESCE,
            binding -> ConditionalTypes.coalesce(binding),
            InferTypes.FIRST_KNOWN,
            new Conditional(1, -1),
            SqlFunctionCategory.SYSTEM);

    /** NVL and IFNULL. */
    static final SqlFunction NVL = coalesce("NVL");

    static final SqlFunction IFNULL = coalesce("IFNULL");

    /** NULLIF; the first operand, or NULL if it equals the second. */
    static final SqlFunction NULLIF = new SqlFunction(
            "NULLIF",
            SqlKind.NULLIF,
            ReturnTypes.ARG0_FORCE_NULLABLE,
            InferTypes.FIRST_KNOWN,
            new Conditional(2, 2),
            SqlFunctionCategory.SYSTEM);

    /** MOD, whose result is as wide as the wider operand. */
    static final SqlFunction MOD = new SqlFunction(
            "MOD",
            SqlKind.MOD,
            REMAINDER,
            InferTypes.FIRST_KNOWN,
            OperandTypes.NUMERIC_NUMERIC,
            SqlFunctionCategory.NUMERIC);

    /** {@code %}, the same. */
    static final SqlBinaryOperator PERCENT = new SqlBinaryOperator(
            "%", SqlKind.MOD, 60, true, REMAINDER, InferTypes.FIRST_KNOWN, OperandTypes.NUMERIC_NUMERIC);

    /** ROUND and TRUNCATE, whose result has as many decimal places as a literal asks for. */
    static final SqlFunction ROUND = new RoundFunction("ROUND", "round");

    static final SqlFunction TRUNCATE = new RoundFunction("TRUNCATE", "truncate");

    static final SqlFunction TRUNC = new RoundFunction("TRUNC", "truncate");

    /** GREATEST and LEAST of values of one type; NULLs do not count. */
    static final SqlFunction GREATEST = extreme("GREATEST", SqlKind.GREATEST);

    static final SqlFunction LEAST = extreme("LEAST", SqlKind.LEAST);

    private static final List<SqlFunction> CLOCKS = List.of(
            new ClockFunction("CURRENT_TIMESTAMP", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, SqlSyntax.FUNCTION_ID),
            new ClockFunction("NOW", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, SqlSyntax.FUNCTION),
            new ClockFunction("LOCALTIMESTAMP", SqlTypeName.TIMESTAMP, SqlSyntax.FUNCTION_ID),
            new ClockFunction("CURRENT_TIME", SqlTypeName.TIME, SqlSyntax.FUNCTION_ID),
            new ClockFunction("LOCALTIME", SqlTypeName.TIME, SqlSyntax.FUNCTION_ID),
            new ClockFunction("TODAY", SqlTypeName.DATE, SqlSyntax.FUNCTION));

    private OwnOperators() {}

    private static SqlFunction coalesce(String name) {
        return new SqlFunction(
                name,
                SqlKind.COALESCE,
                binding -> ConditionalTypes.coalesce(binding),
                InferTypes.FIRST_KNOWN,
                new Conditional(2, 2),
                SqlFunctionCategory.SYSTEM);
    }

    private static SqlFunction extreme(String name, SqlKind kind) {
        return new SqlFunction(
                name,
                kind,
                binding -> ConditionalTypes.coalesce(binding),
                InferTypes.FIRST_KNOWN,
                new Conditional(1, -1),
                SqlFunctionCategory.SYSTEM) {
            /** Calcite compares calls of these kinds with their operands in either order. */
            @Override
            public SqlOperator reverse() {
                return this;
            }
        };
    }

    static List<SqlOperator> all() {
        List<SqlOperator> all = new ArrayList<>(List.of(
                PLUS,
                MINUS,
                CONCAT,
                UNARY_PLUS,
                MOD,
                PERCENT,
                EXTRACT,
                COALESCE,
                NVL,
                IFNULL,
                NULLIF,
                ROUND,
                TRUNCATE,
                TRUNC,
                GREATEST,
                LEAST));
        all.addAll(CLOCKS);
        all.addAll(OwnAggregates.all());
        return all;
    }

    private static @Nullable RelDataType difference(SqlOperatorBinding binding) {
        if (binding.getOperandCount() != 2) {
            return null;
        }
        RelDataType left = binding.getOperandType(0);
        RelDataType right = binding.getOperandType(1);
        if (!SqlTypeUtil.isDatetime(left) || !SqlTypeUtil.isDatetime(right)) {
            return null;
        }
        TypeFactory factory = TypeFactory.INSTANCE;
        boolean dates = left.getSqlTypeName() == SqlTypeName.DATE && right.getSqlTypeName() == SqlTypeName.DATE;
        RelDataType type = dates
                ? factory.createSqlType(SqlTypeName.INTEGER)
                : factory.createSqlIntervalType(
                        new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, SqlParserPos.ZERO));
        return factory.createTypeWithNullability(type, left.isNullable() || right.isNullable());
    }

    /** A DATE and an interval with hours or less: a TIMESTAMP; null for other operands. */
    private static @Nullable RelDataType dateAndTime(SqlOperatorBinding binding, boolean either) {
        if (binding.getOperandCount() != 2) {
            return null;
        }
        RelDataType left = binding.getOperandType(0);
        RelDataType right = binding.getOperandType(1);
        boolean after = left.getSqlTypeName() == SqlTypeName.DATE && hasTime(right);
        boolean before = either && right.getSqlTypeName() == SqlTypeName.DATE && hasTime(left);
        TypeFactory factory = TypeFactory.INSTANCE;
        return after || before
                ? factory.createTypeWithNullability(
                        factory.createSqlType(SqlTypeName.TIMESTAMP), left.isNullable() || right.isNullable())
                : null;
    }

    private static boolean hasTime(RelDataType type) {
        return SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName())
                && type.getSqlTypeName() != SqlTypeName.INTERVAL_DAY;
    }

    private static @Nullable RelDataType dateAndDays(SqlOperatorBinding binding, boolean either) {
        if (binding.getOperandCount() != 2) {
            return null;
        }
        RelDataType left = binding.getOperandType(0);
        RelDataType right = binding.getOperandType(1);
        boolean nullable = left.isNullable() || right.isNullable();
        if (left.getSqlTypeName() == SqlTypeName.DATE && SqlTypeUtil.isIntType(right)) {
            return TypeFactory.INSTANCE.createTypeWithNullability(left, nullable);
        }
        if (either && right.getSqlTypeName() == SqlTypeName.DATE && SqlTypeUtil.isIntType(left)) {
            return TypeFactory.INSTANCE.createTypeWithNullability(right, nullable);
        }
        return null;
    }

    /** A function of the statement's start; a literal argument is the precision, 6 without one. */
    private static final class ClockFunction extends SqlFunction {
        private final SqlSyntax syntax;

        ClockFunction(String name, SqlTypeName type, SqlSyntax syntax) {
            super(
                    name,
                    SqlKind.OTHER_FUNCTION,
                    binding -> {
                        TypeFactory factory = TypeFactory.INSTANCE;
                        if (type == SqlTypeName.DATE || binding.getOperandCount() == 0) {
                            return factory.createSqlType(type);
                        }
                        Integer precision = binding.getOperandLiteralValue(0, Integer.class);
                        return factory.createSqlType(type, precision == null ? 6 : precision);
                    },
                    null,
                    syntax == SqlSyntax.FUNCTION
                            ? OperandTypes.NILADIC
                            : OperandTypes.POSITIVE_INTEGER_LITERAL.or(OperandTypes.NILADIC),
                    SqlFunctionCategory.TIMEDATE);
            this.syntax = syntax;
        }

        @Override
        public SqlSyntax getSyntax() {
            return syntax;
        }

        @Override
        public boolean isDynamicFunction() {
            return true;
        }
    }

    /** The registry's function but for the scale of its result. */
    private static final class RoundFunction extends SqlFunction {
        RoundFunction(String name, String function) {
            this(name, new RegistryFunction(name, Objects.requireNonNull(FunctionRegistry.scalar(function))));
        }

        private RoundFunction(String name, RegistryFunction registered) {
            super(
                    name,
                    SqlKind.OTHER_FUNCTION,
                    binding -> {
                        RelDataType rounded = roundedToPlaces(binding);
                        return rounded != null ? rounded : registered.inferReturnType(binding);
                    },
                    registered.getOperandTypeInference(),
                    registered.getOperandTypeChecker(),
                    SqlFunctionCategory.NUMERIC);
        }

        /** The decimal type with the literal number of places, if there is one that drops digits; else null. */
        private static @Nullable RelDataType roundedToPlaces(SqlOperatorBinding binding) {
            RelDataType number = binding.getOperandType(0);
            if (binding.getOperandCount() != 2
                    || !SqlTypeUtil.isDecimal(number)
                    || !binding.isOperandLiteral(1, false)) {
                return null;
            }
            Integer places = binding.getOperandLiteralValue(1, Integer.class);
            if (places == null || places < 0 || places >= number.getScale()) {
                return null;
            }
            int precision = number.getPrecision() - number.getScale() + places + 1;
            TypeFactory factory = TypeFactory.INSTANCE;
            return factory.createTypeWithNullability(
                    factory.createSqlType(
                            SqlTypeName.DECIMAL, Math.min(precision, SqlType.MAX_DECIMAL_PRECISION), places),
                    number.isNullable());
        }
    }

    /** What the stock operator takes, and dates with dates or days. */
    private record DateArithmetic(SqlOperandTypeChecker stock) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            boolean plus = binding.getOperator().getKind() == SqlKind.PLUS;
            if (dateAndDays(binding, plus) != null || !plus && difference(binding) != null) {
                return true;
            }
            return stock.checkOperandTypes(binding, throwOnFailure);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return stock.getAllowedSignatures(operator, name);
        }

        @Override
        public Consistency getConsistency() {
            return stock.getConsistency();
        }
    }

    /** The type of an array with one more element; null for other operands. */
    private static @Nullable RelDataType arrayAndElement(SqlOperatorBinding binding) {
        if (binding.getOperandCount() != 2) {
            return null;
        }
        RelDataType left = binding.getOperandType(0);
        RelDataType right = binding.getOperandType(1);
        RelDataType leftElement = left.getComponentType();
        RelDataType rightElement = right.getComponentType();
        boolean isNull = left.getSqlTypeName() == SqlTypeName.NULL || right.getSqlTypeName() == SqlTypeName.NULL;
        if (isNull || (leftElement == null) == (rightElement == null)) {
            // NULL without a type is an array here
            return null;
        }
        RelDataType element = leftElement == null
                ? TypeFactory.INSTANCE.leastRestrictive(List.of(left, Objects.requireNonNull(rightElement)))
                : TypeFactory.INSTANCE.leastRestrictive(List.of(leftElement, right));
        return element == null ? null : TypeFactory.INSTANCE.createArrayType(element, -1);
    }

    /** What the stock operator takes, and an array with an element. */
    private record ConcatenationTypes(SqlOperandTypeChecker stock) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            return arrayAndElement(binding) != null || stock.checkOperandTypes(binding, throwOnFailure);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return stock.getAllowedSignatures(operator, name);
        }

        @Override
        public Consistency getConsistency() {
            return Consistency.NONE;
        }
    }

    /** Any operands that have a common type. */
    private record Conditional(int least, int most) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            if (ConditionalTypes.coalesce(binding) != null) {
                return true;
            }
            if (throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return false;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return most < 0 ? SqlOperandCountRanges.from(least) : SqlOperandCountRanges.between(least, most);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return name + "(values of one type)";
        }
    }
}
