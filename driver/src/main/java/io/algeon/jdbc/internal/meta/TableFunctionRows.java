package io.algeon.jdbc.internal.meta;

import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.engine.tablefunction.registry.TableFunctions;
import io.algeon.metadata.type.SqlType;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of getFunctions and getFunctionColumns for table functions, from their registry. */
final class TableFunctionRows {
    private TableFunctionRows() {}

    private static List<TableFunction> matching(@Nullable String schema, @Nullable String pattern) {
        List<TableFunction> functions = new ArrayList<>();
        if (schema == null || schema.isEmpty() || schema.equals("%")) {
            NamePattern names = new NamePattern(pattern);
            TableFunctions.all().stream()
                    .filter(function -> names.matches(function.name()))
                    .forEach(functions::add);
        }
        return functions;
    }

    static List<@Nullable Object[]> functions(@Nullable String schema, @Nullable String pattern) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableFunction function : matching(schema, pattern)) {
            rows.add(new @Nullable Object[] {
                null,
                null,
                function.name(),
                function.signature() + ": " + function.summary(),
                DatabaseMetaData.functionReturnsTable,
                function.name()
            });
        }
        return rows;
    }

    /** Arguments first, then the columns of the result, each counted from 1. */
    static List<@Nullable Object[]> columns(
            @Nullable String schema, @Nullable String functionPattern, NamePattern columns) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableFunction function : matching(schema, functionPattern)) {
            int position = 0;
            for (Argument argument : function.arguments()) {
                position++;
                if (columns.matches(argument.name())) {
                    rows.add(argument(function, argument, position));
                }
            }
            position = 0;
            for (OutputColumn column : function.columns()) {
                position++;
                if (columns.matches(column.name())) {
                    rows.add(output(function, column, position));
                }
            }
        }
        return rows;
    }

    private static @Nullable Object[] argument(TableFunction function, Argument argument, int position) {
        Argument.Option option = argument instanceof Argument.Option scalar ? scalar : null;
        String remarks = argument.meaning();
        if (option != null && !option.required()) {
            remarks += " Default " + option.defaultText() + ".";
        }
        return row(
                function,
                argument.name(),
                DatabaseMetaData.functionColumnIn,
                option == null ? Types.OTHER : code(option.type()),
                option == null
                        ? "relation"
                        : option.type() == OptionType.VERTEX
                                ? "BIGINT or VARCHAR"
                                : option.type().sqlType().kind().name(),
                !argument.required(),
                remarks,
                position);
    }

    private static @Nullable Object[] output(TableFunction function, OutputColumn column, int position) {
        SqlType type = column.type();
        return row(
                function,
                column.name(),
                DatabaseMetaData.functionColumnResult,
                type == null ? Types.OTHER : code(type),
                column.typeText(),
                column.nullable(),
                column.meaning(),
                position);
    }

    private static @Nullable Object[] row(
            TableFunction function,
            String name,
            int kind,
            int type,
            String typeName,
            boolean nullable,
            String remarks,
            int position) {
        return new @Nullable Object[] {
            null,
            null,
            function.name(),
            name,
            kind,
            type,
            typeName,
            null,
            null,
            null,
            10,
            nullable ? DatabaseMetaData.functionNullable : DatabaseMetaData.functionNoNulls,
            remarks,
            null,
            position,
            nullable ? "YES" : "NO",
            function.name()
        };
    }

    private static int code(OptionType type) {
        return switch (type) {
            case BOOLEAN -> Types.BOOLEAN;
            case INTEGER -> Types.BIGINT;
            case NUMBER -> Types.DOUBLE;
            case TEXT -> Types.VARCHAR;
            case VERTEX -> Types.OTHER;
        };
    }

    private static int code(SqlType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Types.BOOLEAN;
            case BIGINT -> Types.BIGINT;
            case DOUBLE -> Types.DOUBLE;
            case VARCHAR -> Types.VARCHAR;
            default -> Types.OTHER;
        };
    }
}
