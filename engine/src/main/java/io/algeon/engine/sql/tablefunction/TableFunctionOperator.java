package io.algeon.engine.sql.tablefunction;

import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.sql.type.TypeFactory;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FieldType;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** The operator of one call: knows which argument each operand is, and once validated, which columns are taken. */
public final class TableFunctionOperator extends SqlFunction implements SqlTableFunction {
    private final TableFunction function;
    private final List<Argument> arguments;
    private final Map<String, BoundRelation> relations = new LinkedHashMap<>();
    private SqlType vertexType = SqlTypes.BIGINT;
    private @Nullable RelDataType rowType;

    /** The columns of a given relation that are taken, a field of the argument each. */
    record BoundRelation(List<String> fields, List<Integer> positions) {}

    TableFunctionOperator(TableFunction function, List<Argument> arguments) {
        super(
                function.name(),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.CURSOR,
                null,
                OperandTypes.VARIADIC,
                SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
        this.function = function;
        this.arguments = List.copyOf(arguments);
    }

    TableFunction function() {
        return function;
    }

    /** The declared argument behind an operand. */
    public Argument argument(int operand) {
        return arguments.get(operand);
    }

    BoundRelation relation(String argument) {
        return Objects.requireNonNull(relations.get(argument), argument);
    }

    /** The type of the ids; known once the call's type is. */
    public SqlType vertexType() {
        return vertexType;
    }

    RelDataType rowType() {
        return Objects.requireNonNull(rowType, "not validated");
    }

    @Override
    public boolean argumentMustBeScalar(int ordinal) {
        return arguments.get(ordinal) instanceof Argument.Option;
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return binding -> rowType();
    }

    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        SqlType ids = null;
        String first = "";
        for (int i = 0; i < arguments.size(); i++) {
            SqlNode operand = call.operand(i);
            if (arguments.get(i) instanceof Argument.Relation relation) {
                operand.validate(validator, scope);
                RelDataType type =
                        Objects.requireNonNull(validator.getNamespace(operand)).getRowType();
                List<RelDataTypeField> columns = type.getFieldList();
                BoundRelation bound = bind(relation, columns);
                relations.put(relation.name(), bound);
                for (int j = 0; j < bound.fields().size(); j++) {
                    SqlType column = TypeMapping.toSqlType(
                            columns.get(bound.positions().get(j)).getType());
                    if (field(relation, bound.fields().get(j)).type() == FieldType.VERTEX) {
                        String name = relation.name() + "." + bound.fields().get(j);
                        ids = common(ids, first, column, name);
                        first = first.isEmpty() ? name : first;
                    }
                }
            } else {
                RelDataType given = validator.deriveType(scope, operand);
                check((Argument.Option) arguments.get(i), operand, given);
            }
        }
        vertexType = ids == null ? SqlTypes.BIGINT : ids.withNullable(false);
        RelDataTypeFactory.Builder row = TypeFactory.INSTANCE.builder();
        for (OutputColumn column : function.columns()) {
            SqlType type = column.type() == null ? vertexType : column.type();
            row.add(column.name(), TypeMapping.toRelDataType(type.withNullable(column.nullable())));
        }
        rowType = row.build();
        return validator.getTypeFactory().createSqlType(SqlTypeName.CURSOR);
    }

    private void check(Argument.Option option, SqlNode operand, RelDataType given) {
        if (given.getSqlTypeName() == SqlTypeName.NULL || given.getSqlTypeName() == SqlTypeName.UNKNOWN) {
            return;
        }
        SqlType type = TypeMapping.toSqlType(given);
        if (!option.type().accepts(type)) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The option " + option.name() + " of " + function.name() + " is " + operand + ", a value of type "
                            + type + " (" + Place.of(operand.getParserPosition()) + "). It takes "
                            + option.type().expectation()
                            + (option.limits().toString().isEmpty() ? "" : ", " + option.limits()) + ".");
        }
    }

    private static Argument.Field field(Argument.Relation relation, String name) {
        return relation.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Which columns are taken: by name if all that are needed are there by name, else by position. */
    private BoundRelation bind(Argument.Relation relation, List<RelDataTypeField> columns) {
        List<String> fields = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        boolean byName = relation.requiredFields().stream().allMatch(name -> position(columns, name) >= 0);
        if (!byName) {
            boolean countFits = columns.size() >= relation.requiredFields().size()
                    && columns.size() <= relation.fields().size();
            boolean crossed = false;
            for (int i = 0; i < relation.fields().size(); i++) {
                int position = position(columns, relation.fields().get(i).name());
                crossed |= position >= 0 && position != i;
            }
            if (!countFits || crossed) {
                throw unfit(relation, columns);
            }
        }
        for (int i = 0; i < relation.fields().size(); i++) {
            Argument.Field field = relation.fields().get(i);
            int position = byName ? position(columns, field.name()) : i < columns.size() ? i : -1;
            if (position < 0) {
                continue;
            }
            SqlType type = TypeMapping.toSqlType(columns.get(position).getType());
            if (!field.type().accepts(type)) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "The column " + field.name() + " of the argument " + relation.name() + " of "
                                + function.name() + " has to be " + field.type().expectation() + "; '"
                                + columns.get(position).getName() + "' is " + type + ". Cast it, for example CAST("
                                + columns.get(position).getName() + " AS "
                                + field.type().example() + ").");
            }
            fields.add(field.name());
            positions.add(position);
        }
        return new BoundRelation(fields, positions);
    }

    private static int position(List<RelDataTypeField> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).getName().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private EngineException unfit(Argument.Relation relation, List<RelDataTypeField> columns) {
        String found = columns.stream()
                .map(column -> column.getName() + " " + TypeMapping.toSqlType(column.getType()))
                .collect(Collectors.joining(", "));
        String wanted = relation.fields().stream()
                .map(field -> field.required() ? field.name() : "optionally " + field.name())
                .collect(Collectors.joining(", "));
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "The argument " + relation.name() + " of " + function.name() + " has the columns (" + found
                        + "). It takes " + wanted
                        + ", by these names or in this order. Name them with AS, or select just these.");
    }

    /** The type of all ids: text, or the widest of the integers. */
    private SqlType common(@Nullable SqlType ids, String first, SqlType column, String name) {
        SqlType type = column.kind().isCharacter() ? SqlTypes.VARCHAR : column;
        if (ids == null) {
            return type;
        }
        if (ids.kind().isCharacter() != type.kind().isCharacter()) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The ids of " + function.name() + " are of different types: " + first + " is " + ids + ", " + name
                            + " is " + column + ". Cast them to one, for example CAST(... AS VARCHAR).");
        }
        return rank(type.kind()) > rank(ids.kind()) ? type : ids;
    }

    private static int rank(TypeKind kind) {
        return kind.ordinal();
    }
}
