package io.algeon.engine.tablefunction.registry;

import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Invocation;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code algeon_describe_function(name)}: a row for each argument, field of a relation, and output column. */
final class FunctionDescription implements TableFunction {
    @Override
    public String name() {
        return "algeon_describe_function";
    }

    @Override
    public String family() {
        return "discovery";
    }

    @Override
    public String summary() {
        return "The arguments and columns of a table function.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(new Argument.Option("name", OptionType.TEXT, null, true, Limits.NONE, "The function."));
    }

    @Override
    public List<OutputColumn> columns() {
        return List.of(
                OutputColumn.of("name", SqlTypes.VARCHAR, "The argument, argument.field, or column."),
                OutputColumn.of("role", SqlTypes.VARCHAR, "relation, field, option, or output."),
                OutputColumn.of("type", SqlTypes.VARCHAR, "Its type, or what it may be."),
                new OutputColumn("default", SqlTypes.VARCHAR, true, "The default; NULL if it has to be given."),
                new OutputColumn("limits", SqlTypes.VARCHAR, true, "The values that are allowed; NULL if all are."),
                OutputColumn.of("meaning", SqlTypes.VARCHAR, "What it means."));
    }

    @Override
    public double estimatedRows(List<Double> relationRows) {
        return 10;
    }

    @Override
    public FunctionRows run(Invocation invocation) {
        String wanted = String.valueOf(invocation.options().text("name"));
        TableFunction function = TableFunctions.find(wanted);
        if (function == null) {
            throw new EngineException(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    "There is no table function '" + wanted + "'. SELECT name FROM algeon_functions() lists them.");
        }
        return new ListedRows(
                rows(function), String.class, String.class, String.class, String.class, String.class, String.class);
    }

    private static List<List<@Nullable Object>> rows(TableFunction function) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Argument argument : function.arguments()) {
            String optional = argument.required() ? null : "NULL";
            if (argument instanceof Argument.Relation relation) {
                rows.add(row(relation.name(), "relation", "relation", optional, null, relation.meaning()));
                for (Argument.Field field : relation.fields()) {
                    rows.add(row(
                            relation.name() + "." + field.name(),
                            "field",
                            field.type().expectation(),
                            field.required() ? null : "NULL",
                            null,
                            field.meaning()));
                }
            } else {
                Argument.Option option = (Argument.Option) argument;
                String limits = option.limits().toString();
                rows.add(row(
                        option.name(),
                        "option",
                        option.type() == OptionType.VERTEX
                                ? "BIGINT or VARCHAR"
                                : option.type().sqlType().toString(),
                        option.required() ? null : option.defaultText(),
                        limits.isEmpty() ? null : limits,
                        option.meaning()));
            }
        }
        for (OutputColumn column : function.columns()) {
            rows.add(row(column.name(), "output", column.typeText(), null, null, column.meaning()));
        }
        return rows;
    }

    private static List<@Nullable Object> row(@Nullable Object... cells) {
        return Arrays.asList(cells);
    }
}
