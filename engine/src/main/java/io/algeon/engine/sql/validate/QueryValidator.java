package io.algeon.engine.sql.validate;

import com.google.common.collect.ImmutableSet;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.parser.Conformance;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.sql.parser.ReplacingStar;
import io.algeon.engine.sql.tablefunction.TableFunctionOperator;
import io.algeon.engine.sql.type.TypeFactory;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Resolves names and types of one query, those of its parameters too. */
final class QueryValidator extends SqlValidatorImpl {
    private static final SqlValidator.Config CONFIG = SqlValidator.Config.DEFAULT
            .withConformance(Conformance.INSTANCE)
            .withIdentifierExpansion(true)
            .withDefaultNullCollation(NullCollation.HIGH)
            .withTypeCoercionFactory(ComparisonCoercion::new);

    /** Operand types of Calcite's special functions, for parameters; the last repeats. */
    private static final Map<String, List<SqlTypeName>> OPERANDS = Map.of(
            "SUBSTRING", List.of(SqlTypeName.VARCHAR, SqlTypeName.INTEGER),
            "TRIM", List.of(SqlTypeName.VARCHAR),
            "POSITION", List.of(SqlTypeName.VARCHAR, SqlTypeName.VARCHAR, SqlTypeName.INTEGER),
            "OVERLAY", List.of(SqlTypeName.VARCHAR, SqlTypeName.VARCHAR, SqlTypeName.INTEGER),
            "EXTRACT", List.of(SqlTypeName.TIMESTAMP),
            "FLOOR", List.of(SqlTypeName.DOUBLE),
            "CEIL", List.of(SqlTypeName.DOUBLE),
            "SUM", List.of(SqlTypeName.DOUBLE),
            "AVG", List.of(SqlTypeName.DOUBLE));

    /** What CAST takes: Calcite's list, and BOOLEAN to numbers. */
    private static final SqlTypeMappingRule CASTS = SqlTypeCoercionRule.instance(castsWithTruth());

    private final ParameterTypes parameters;
    private final CancellationToken cancellation;
    private Map<SqlParserPos, ReplacingStar> replacingStars = Map.of();

    /** Whether queries have aggregates: Calcite asks once for each column, and looks at all columns each time. */
    private final Map<SqlSelect, Boolean> aggregates = new IdentityHashMap<>();

    QueryValidator(CatalogReader reader, ParameterTypes parameters, CancellationToken cancellation) {
        super(OperatorTable.INSTANCE, reader, TypeFactory.INSTANCE, CONFIG);
        this.parameters = parameters;
        this.cancellation = cancellation;
    }

    @Override
    public boolean isAggregate(SqlSelect select) {
        Boolean known = aggregates.get(select);
        if (known == null) {
            known = super.isAggregate(select);
            aggregates.put(select, known);
        }
        return known;
    }

    private static Map<SqlTypeName, ImmutableSet<SqlTypeName>> castsWithTruth() {
        Map<SqlTypeName, ImmutableSet<SqlTypeName>> casts = new EnumMap<>(SqlTypeName.class);
        casts.putAll(SqlTypeCoercionRule.instance().getTypeMapping());
        for (SqlTypeName type : SqlTypeName.EXACT_TYPES) {
            ImmutableSet<SqlTypeName> sources = casts.getOrDefault(type, ImmutableSet.of());
            casts.put(
                    type,
                    ImmutableSet.<SqlTypeName>builder()
                            .addAll(sources)
                            .add(SqlTypeName.BOOLEAN)
                            .build());
        }
        return casts;
    }

    @Override
    public SqlTypeMappingRule getTypeMappingRule() {
        return CASTS;
    }

    @Override
    public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
        cancellation.check();
        if (expression instanceof SqlCharStringLiteral && getValidatedNodeTypeIfKnown(expression) == null) {
            RelDataType type = TypeFactory.INSTANCE.varchar();
            setValidatedNodeType(expression, type);
            return type;
        }
        if (expression instanceof SqlDataTypeSpec type) {
            checkDecimal(type);
        }
        RelDataType derived = super.deriveType(scope, expression);
        return expression.getKind() == SqlKind.OVER ? windowType(scope, (SqlCall) expression, derived) : derived;
    }

    /** A window that refers to another keeps its own frame, which Calcite drops when it puts the two together. */
    @Override
    public SqlWindow resolveWindow(SqlNode windowOrName, SqlValidatorScope scope) {
        SqlWindow whole = super.resolveWindow(windowOrName, scope);
        SqlWindow own = windowOrName instanceof SqlIdentifier name
                ? scope.lookupWindow(name.getSimple())
                : (SqlWindow) windowOrName;
        if (own == null || own.getRefName() == null) {
            return whole;
        }
        return SqlWindow.create(
                whole.getDeclName(),
                null,
                whole.getPartitionList(),
                whole.getOrderList(),
                SqlLiteral.createBoolean(own.isRows(), own.getParserPosition()),
                own.getLowerBound(),
                own.getUpperBound(),
                null,
                own.getExclude(),
                own.getParserPosition());
    }

    /** With IGNORE NULLS, Calcite forgets that an empty frame gives NULL. */
    private RelDataType windowType(SqlValidatorScope scope, SqlCall over, RelDataType derived) {
        boolean wrapped = over.operand(0).getKind() == SqlKind.IGNORE_NULLS
                || over.operand(0).getKind() == SqlKind.RESPECT_NULLS;
        if (!wrapped
                || derived.isNullable()
                || resolveWindow(over.operand(1), scope).isAlwaysNonEmpty()) {
            return derived;
        }
        RelDataType nullable = TypeFactory.INSTANCE.createTypeWithNullability(derived, true);
        setValidatedNodeType(over, nullable);
        return nullable;
    }

    /** Calcite cuts what does not fit, or fails later. */
    private static void checkDecimal(SqlDataTypeSpec type) {
        if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec decimal
                && decimal.getTypeName().getSimple().equals("DECIMAL")
                && decimal.getPrecision() >= 0) {
            int precision = decimal.getPrecision();
            int scale = Math.max(decimal.getScale(), 0);
            if (precision < 1 || precision > SqlType.MAX_DECIMAL_PRECISION || scale > precision) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "DECIMAL(" + precision + ", " + scale + ") at " + Place.of(type.getParserPosition())
                                + " does not exist: the precision is 1 to " + SqlType.MAX_DECIMAL_PRECISION
                                + ", the scale 0 to the precision.");
            }
        }
    }

    private void assign(SqlDynamicParam parameter, RelDataType suggested) {
        setValidatedNodeType(parameter, parameters.resolve(parameter, suggested));
    }

    /** After validation, gives every parameter its type, also those that Calcite types on its own. */
    void settleParameters(SqlNode validated) {
        validated.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlDynamicParam parameter) {
                RelDataType type = getValidatedNodeTypeIfKnown(parameter);
                if (type == null || isUnknown(type)) {
                    setValidatedNodeType(parameter, parameters.resolveUntyped(parameter, SqlTypeName.VARCHAR));
                } else {
                    assign(parameter, type);
                }
                return null;
            }
        });
    }

    /** A star does not stand for the columns that a table hides. */
    @Override
    protected void addToSelectList(
            List<SqlNode> list,
            Set<String> aliases,
            List<Map.Entry<String, RelDataType>> fields,
            SqlNode item,
            SelectScope scope,
            boolean includeSystemVars) {
        if (!(item instanceof SqlIdentifier column) || !isHidden(column, scope)) {
            SqlNode replacement = item instanceof SqlIdentifier named ? replacement(named, scope) : null;
            super.addToSelectList(
                    list, aliases, fields, replacement == null ? item : replacement, scope, includeSystemVars);
        } else if (mergesColumns(scope.getNode().getFrom())) {
            // Calcite counts fields to put the common ones first
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "A statement that names the hidden column '" + Util.last(column.names)
                            + "' cannot use * over a join with USING. Name the columns instead.");
        }
    }

    /** Stars some of whose columns are other expressions, by their places. */
    void replaceColumns(Map<SqlParserPos, ReplacingStar> stars) {
        replacingStars = stars;
    }

    private @Nullable SqlNode replacement(SqlIdentifier column, SelectScope scope) {
        if (replacingStars.isEmpty()) {
            return null;
        }
        ReplacingStar star = replacingStars.get(column.getParserPosition());
        SqlCall replacement = star == null ? null : star.replacement(Util.last(column.names));
        if (replacement == null) {
            return null;
        }
        SqlNode expression = expand(replacement.operand(0), scope);
        inferUnknownTypes(getUnknownType(), scope, expression);
        return replacement
                .getOperator()
                .createCall(replacement.getParserPosition(), expression, replacement.operand(1));
    }

    private boolean isHidden(SqlIdentifier column, SelectScope scope) {
        SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
        scope.resolve(column.skipLast(1).names, getCatalogReader().nameMatcher(), true, resolved);
        SqlValidatorTable table =
                resolved.count() == 1 ? resolved.only().namespace.getTable() : null;
        TableSource source = table == null ? null : table.unwrap(TableSource.class);
        return source != null && source.isHidden(Util.last(column.names));
    }

    private static boolean mergesColumns(@Nullable SqlNode from) {
        return from instanceof SqlJoin join
                && (join.getConditionType() == JoinConditionType.USING
                        || mergesColumns(join.getLeft())
                        || mergesColumns(join.getRight()));
    }

    /** LIMIT and OFFSET may be expressions of literals and parameters; Calcite takes them for literals. */
    @Override
    protected void validateSelect(SqlSelect select, RelDataType targetRowType) {
        select.setFetch(rowCount(select.getFetch()));
        select.setOffset(rowCount(select.getOffset()));
        OrderByNames.resolve(select);
        super.validateSelect(select, targetRowType);
    }

    private @Nullable SqlNode rowCount(@Nullable SqlNode count) {
        if (count == null || count instanceof SqlNumericLiteral || count instanceof SqlDynamicParam) {
            return count;
        }
        if (!count.accept(new ColumnFree())) {
            throw wrongRowCount(count, ErrorCode.UNSUPPORTED_FEATURE, "not columns or sub-queries");
        }
        SqlValidatorScope nothing = getEmptyScope();
        inferUnknownTypes(TypeFactory.INSTANCE.createSqlType(SqlTypeName.BIGINT), nothing, count);
        SqlNode expanded = expand(count, nothing);
        expanded.validate(this, nothing);
        if (!SqlTypeUtil.isNumeric(deriveType(nothing, expanded))) {
            throw wrongRowCount(count, ErrorCode.TYPE_MISMATCH, "not " + deriveType(nothing, expanded));
        }
        return expanded;
    }

    private static EngineException wrongRowCount(SqlNode count, ErrorCode code, String what) {
        SqlParserPos position = count.getParserPosition();
        return new EngineException(
                code,
                "LIMIT and OFFSET take a number, or an expression of numbers and parameters, " + what + " ("
                        + Place.of(position) + ").");
    }

    /** Gives the parameters in ORDER BY their types; Calcite does so for the other clauses only. */
    @Override
    protected void validateOrderList(SqlSelect select) {
        // stars are columns by now
        OrderByNames.resolve(select);
        SqlNodeList items = select.getOrderList();
        SqlValidatorScope scope = items == null ? null : getOrderScope(select);
        if (scope != null) {
            for (SqlNode item : items) {
                inferUnknownTypes(getUnknownType(), scope, item);
            }
        }
        super.validateOrderList(select);
    }

    @Override
    protected void inferUnknownTypes(RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
        if (node instanceof SqlDynamicParam parameter) {
            if (!parameters.isKnown(parameter) && (isUnknown(inferredType) || inferredType.isStruct())) {
                setValidatedNodeType(node, parameters.resolveUntyped(parameter, SqlTypeName.VARCHAR));
            } else {
                assign(parameter, inferredType);
            }
            return;
        }
        if (node instanceof SqlCall call && call.getOperator() instanceof TableFunctionOperator function) {
            inferOptions(scope, call, function);
            return;
        }
        if (node.getKind() == SqlKind.IN || node.getKind() == SqlKind.NOT_IN) {
            inferMember(scope, (SqlCall) node);
        }
        if (node instanceof SqlCase caseCall) {
            inferBranches(inferredType, scope, caseCall);
        } else if (node instanceof SqlCall call && !node.isA(SqlKind.QUERY)) {
            inferOperands(inferredType, scope, call);
        }
        super.inferUnknownTypes(inferredType, scope, node);
    }

    /** Parameters among the options of a table function have the options' types; its relations are validated apart. */
    private void inferOptions(SqlValidatorScope scope, SqlCall call, TableFunctionOperator function) {
        for (int i = 0; i < call.operandCount(); i++) {
            if (function.argument(i) instanceof Argument.Option option) {
                if (option.type() == OptionType.VERTEX) {
                    // the relations say of which family ids are
                    function.deriveType(this, scope, call);
                }
                SqlType type = option.type().target(function.vertexType());
                inferUnknownTypes(TypeMapping.toRelDataType(type), scope, call.operand(i));
            }
        }
    }

    /** Refuses what Calcite lets pass: WITH names that repeat. */
    @Override
    public void validateWith(SqlWith with, SqlValidatorScope scope) {
        Set<String> names = new HashSet<>();
        for (SqlNode item : with.withList) {
            SqlIdentifier name = ((SqlWithItem) item).name;
            if (!names.add(name.getSimple().toLowerCase(Locale.ROOT))) {
                SqlParserPos position = name.getParserPosition();
                throw new EngineException(
                        ErrorCode.OBJECT_AMBIGUOUS,
                        "The name '" + name.getSimple() + "' stands twice in WITH (" + Place.of(position)
                                + "). Give one of the queries another name.");
            }
        }
        super.validateWith(with, scope);
    }

    @Override
    public void validateCall(SqlCall call, SqlValidatorScope scope) {
        if ((call.getKind() == SqlKind.EXISTS || call.getKind() == SqlKind.UNIQUE)
                && !call.operand(0).isA(SqlKind.QUERY)) {
            SqlParserPos position = call.getParserPosition();
            throw new EngineException(
                    ErrorCode.SQL_INVALID,
                    call.getOperator().getName() + " takes a sub-query in parentheses (" + Place.of(position) + ").");
        }
        super.validateCall(call, scope);
    }

    /** Parameters in VALUES take the common type of their column, as far as other rows give one. */
    @Override
    protected void validateValues(SqlCall values, RelDataType targetRowType, SqlValidatorScope scope) {
        List<SqlNode> rows = values.getOperandList();
        int columns = ((SqlCall) rows.get(0)).operandCount();
        for (int column = 0; rows.size() > 1 && column < columns; column++) {
            List<SqlDynamicParam> untyped = new ArrayList<>();
            List<RelDataType> known = new ArrayList<>();
            for (SqlNode row : rows) {
                SqlNode value = ((SqlCall) row).operandCount() > column ? ((SqlCall) row).operand(column) : null;
                if (value instanceof SqlDynamicParam parameter) {
                    untyped.add(parameter);
                } else if (value != null && !SqlUtil.isNullLiteral(value, false)) {
                    known.add(value instanceof SqlCall ? getUnknownType() : deriveType(scope, value));
                }
            }
            known.removeIf(QueryValidator::isUnknown);
            RelDataType common =
                    untyped.isEmpty() || known.isEmpty() ? null : TypeFactory.INSTANCE.leastRestrictive(known);
            if (common != null) {
                untyped.forEach(parameter -> assign(parameter, common));
            }
        }
        super.validateValues(values, targetRowType, scope);
    }

    /** Parameters among the results of a CASE take the common type of the others. */
    private void inferBranches(RelDataType inferredType, SqlValidatorScope scope, SqlCase caseCall) {
        SqlNodeList whens = caseCall.getWhenOperands();
        for (SqlNode when : whens) {
            inferUnknownTypes(booleanType(), scope, when);
        }
        List<SqlNode> results = new ArrayList<>(caseCall.getThenOperands().getList());
        SqlNode otherwise = caseCall.getElseOperand();
        if (otherwise != null) {
            results.add(otherwise);
        }
        if (results.stream().noneMatch(SqlDynamicParam.class::isInstance)) {
            return;
        }
        List<RelDataType> known = new ArrayList<>();
        for (SqlNode result : results) {
            if (!(result instanceof SqlDynamicParam) && !SqlUtil.isNullLiteral(result, false)) {
                inferUnknownTypes(inferredType, scope, result);
                known.add(deriveType(scope, result));
            }
        }
        RelDataType common = known.isEmpty() ? inferredType : TypeFactory.INSTANCE.leastRestrictive(known);
        for (SqlNode result : results) {
            if (result instanceof SqlDynamicParam) {
                inferUnknownTypes(common == null ? getUnknownType() : common, scope, result);
            }
        }
    }

    /** A parameter that is looked for in a list takes the common type of the list's values; Calcite fails there. */
    private void inferMember(SqlValidatorScope scope, SqlCall call) {
        if (!(call.operand(0) instanceof SqlDynamicParam member) || !(call.operand(1) instanceof SqlNodeList list)) {
            return;
        }
        List<RelDataType> known = new ArrayList<>();
        for (SqlNode value : list) {
            if (!(value instanceof SqlDynamicParam)) {
                inferUnknownTypes(getUnknownType(), scope, value);
                known.add(deriveType(scope, value));
            }
        }
        RelDataType common = known.isEmpty() ? null : TypeFactory.INSTANCE.leastRestrictive(known);
        inferUnknownTypes(common == null ? getUnknownType() : common, scope, member);
        RelDataType type = deriveType(scope, member);
        for (SqlNode value : list) {
            if (value instanceof SqlDynamicParam) {
                inferUnknownTypes(type, scope, value);
            }
        }
        setValidatedNodeType(list, type);
    }

    /** Parameters that the operator's own inference would leave without a type or give an unfit one. */
    private void inferOperands(RelDataType inferredType, SqlValidatorScope scope, SqlCall call) {
        boolean arithmetic = switch (call.getKind()) {
            case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, PLUS_PREFIX -> true;
            default -> false;
        };
        List<SqlTypeName> operandTypes = OPERANDS.get(call.getOperator().getName());
        for (int i = 0; i < call.operandCount(); i++) {
            if (!(call.operand(i) instanceof SqlDynamicParam parameter) || parameters.isKnown(parameter)) {
                continue;
            }
            if (call.getKind() == SqlKind.FILTER) {
                assign(parameter, booleanType());
            } else if (call.getKind() == SqlKind.IS_NULL || call.getKind() == SqlKind.IS_NOT_NULL) {
                setValidatedNodeType(parameter, parameters.resolveUntyped(parameter, SqlTypeName.VARCHAR));
            } else if (arithmetic) {
                inferArithmetic(inferredType, scope, call, i, parameter);
            } else if (operandTypes != null) {
                SqlTypeName type = operandTypes.get(Math.min(i, operandTypes.size() - 1));
                RelDataType resolved = call.getOperator() instanceof SqlAggFunction
                        ? parameters.resolveUntyped(parameter, type)
                        : TypeFactory.INSTANCE.createSqlType(type);
                assign(parameter, resolved);
            }
        }
    }

    private void inferArithmetic(
            RelDataType inferredType, SqlValidatorScope scope, SqlCall call, int index, SqlDynamicParam parameter) {
        SqlNode other = call.operandCount() == 2 ? call.operand(1 - index) : null;
        RelDataType otherType = getUnknownType();
        if (other instanceof SqlDynamicParam otherParameter) {
            boolean typed = parameters.isKnown(otherParameter) && !parameters.isUntyped(otherParameter);
            otherType = typed ? deriveType(scope, other) : otherType;
        } else if (other != null) {
            inferUnknownTypes(getUnknownType(), scope, other);
            otherType = deriveType(scope, other);
        }
        if (isUnknown(otherType)) {
            setValidatedNodeType(
                    parameter,
                    SqlTypeUtil.isNumeric(inferredType)
                            ? parameters.resolve(parameter, inferredType)
                            : parameters.resolveUntyped(parameter, SqlTypeName.DOUBLE));
        } else if (call.getKind() == SqlKind.PLUS && SqlTypeUtil.isDatetime(otherType)) {
            // a date takes days, a timestamp an interval
            assign(
                    parameter,
                    otherType.getSqlTypeName() == SqlTypeName.DATE
                            ? TypeFactory.INSTANCE.createSqlType(SqlTypeName.INTEGER)
                            : TypeFactory.INSTANCE.daySecondInterval());
        } else if (SqlTypeUtil.isInterval(otherType)
                && (call.getKind() == SqlKind.TIMES || call.getKind() == SqlKind.DIVIDE)) {
            assign(parameter, TypeFactory.INSTANCE.createSqlType(SqlTypeName.INTEGER));
        } else if (SqlTypeUtil.isInterval(otherType) && index == 0) {
            assign(
                    parameter,
                    SqlTypeUtil.isDatetime(inferredType)
                            ? inferredType
                            : TypeFactory.INSTANCE.createSqlType(SqlTypeName.TIMESTAMP));
        } else if (call.getKind() == SqlKind.MOD) {
            assign(parameter, otherType);
        }
    }

    private RelDataType booleanType() {
        return TypeFactory.INSTANCE.createSqlType(SqlTypeName.BOOLEAN);
    }

    private static boolean isUnknown(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.UNKNOWN
                || type.getSqlTypeName() == SqlTypeName.NULL
                || type.getSqlTypeName() == SqlTypeName.ANY;
    }
}
