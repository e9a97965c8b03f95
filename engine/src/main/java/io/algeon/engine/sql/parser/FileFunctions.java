package io.algeon.engine.sql.parser;

import io.algeon.engine.source.FileRead;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * {@code read_csv('glob', header => true)} in FROM becomes the name of a table in the schema of files, which is the text form
 * of a {@link FileRead}. The first arguments are paths, each a string or an ARRAY of strings; the others are options,
 * {@code name => value} or {@code name = value}.
 */
final class FileFunctions extends SqlShuttle {
    /** Functions by the names that other engines give them too. */
    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("read_parquet", "read_parquet"),
            Map.entry("parquet_scan", "read_parquet"),
            Map.entry("read_csv", "read_csv"),
            Map.entry("read_csv_auto", "read_csv"),
            Map.entry("read_json", "read_json"),
            Map.entry("read_json_auto", "read_json"),
            Map.entry("read_ndjson", "read_ndjson"),
            Map.entry("read_ndjson_auto", "read_ndjson"),
            Map.entry("read_arrow", "read_arrow"));

    private FileFunctions() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new FileFunctions());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.AS && call.operand(0) instanceof SqlCall collection) {
            SqlNode table = table(collection);
            if (table != null) {
                List<SqlNode> operands = new ArrayList<>(call.getOperandList());
                operands.set(0, table);
                return call.getOperator().createCall(call.getParserPosition(), operands);
            }
        }
        SqlNode table = table(call);
        if (!(table instanceof SqlIdentifier name)) {
            return table == null ? super.visit(call) : table;
        }
        String title = FileRead.parse(name.names.get(1)).title();
        if (title.equals(name.names.get(1))) {
            return name;
        }
        // the text form would be a poor name in messages
        SqlParserPos quoted = name.getParserPosition().withQuoting(true);
        return SqlStdOperatorTable.AS.createCall(
                name.getParserPosition(), name, new SqlIdentifier(List.of(title), null, quoted, List.of(quoted)));
    }

    /** The name of the table that a call in FROM reads; null if it reads no files. */
    private static @Nullable SqlNode table(SqlCall call) {
        if (call.getKind() != SqlKind.COLLECTION_TABLE || !(call.operand(0) instanceof SqlCall function)) {
            return null;
        }
        String called = function.getOperator().getName().toLowerCase(Locale.ROOT);
        String name = FUNCTIONS.get(called);
        SqlParserPos position = function.getParserPosition();
        if (name == null) {
            if (called.startsWith("read_")) {
                throw new EngineException(
                        ErrorCode.FUNCTION_NOT_FOUND,
                        "There is no table function " + called + where(function)
                                + ". Files are read by read_parquet, read_csv, read_json, read_ndjson and read_arrow.");
            }
            return null;
        }
        List<String> paths = new ArrayList<>();
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        for (SqlNode argument : function.getOperandList()) {
            if (argument instanceof SqlCall option
                    && option.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
                    && option.operand(1) instanceof SqlIdentifier key) {
                options.put(key.getSimple().toLowerCase(Locale.ROOT), value(option.operand(0), called));
            } else if (argument instanceof SqlCall option
                    && option.getKind() == SqlKind.EQUALS
                    && option.operand(0) instanceof SqlIdentifier key
                    && key.isSimple()) {
                options.put(key.getSimple().toLowerCase(Locale.ROOT), value(option.operand(1), called));
            } else if (options.isEmpty()) {
                Object path = value(argument, called);
                for (Object each : path instanceof List<?> list ? list : java.util.Collections.singletonList(path)) {
                    if (!(each instanceof String text)) {
                        throw wrongPath(function, called);
                    }
                    paths.add(text);
                }
            } else {
                throw wrongPath(function, called);
            }
        }
        if (paths.isEmpty()) {
            throw wrongPath(function, called);
        }
        boolean bare = name.equals("read_parquet") && options.isEmpty() && paths.size() == 1;
        String text = bare ? paths.get(0) : new FileRead(name, paths, options).text();
        SqlParserPos quoted = position.withQuoting(true);
        return new SqlIdentifier(List.of("read_parquet", text), null, quoted, List.of(position, quoted));
    }

    private static EngineException wrongPath(SqlCall function, String name) {
        return new EngineException(
                ErrorCode.SQL_INVALID,
                name + " takes one or more paths or globs as string literals, then options" + where(function)
                        + ", as in " + name + "('data/*.csv', filename => true).");
    }

    private static String where(SqlNode node) {
        SqlParserPos position = node.getParserPosition();
        return " (" + Place.of(position) + ")";
    }

    /** The value of a constant argument. */
    private static @Nullable Object value(SqlNode node, String function) {
        if (node instanceof SqlNumericLiteral number) {
            return number.bigDecimalValue();
        } else if (node instanceof SqlLiteral literal) {
            return switch (literal.getTypeName()) {
                case BOOLEAN -> (Object) literal.booleanValue();
                case NULL -> null;
                default -> literal.toValue();
            };
        } else if (node instanceof SqlIdentifier name && name.isSimple()) {
            return name.getSimple();
        } else if (node instanceof SqlNodeList list) {
            return values(list.getList(), function);
        } else if (node instanceof SqlCall call) {
            switch (call.getKind()) {
                case ARRAY_VALUE_CONSTRUCTOR, ROW -> {
                    return values(call.getOperandList(), function);
                }
                case MAP_VALUE_CONSTRUCTOR -> {
                    Map<String, @Nullable Object> map = new LinkedHashMap<>();
                    List<SqlNode> operands = call.getOperandList();
                    for (int i = 0; i + 1 < operands.size(); i += 2) {
                        map.put(String.valueOf(value(operands.get(i), function)), value(operands.get(i + 1), function));
                    }
                    return map;
                }
                case MINUS_PREFIX -> {
                    if (value(call.operand(0), function) instanceof BigDecimal number) {
                        return number.negate();
                    }
                }
                default -> {}
            }
        }
        throw new EngineException(
                ErrorCode.SQL_INVALID,
                "'" + node + "' cannot be an argument of " + function + where(node)
                        + ": paths and options are constants, strings, numbers, booleans, ARRAY[...] or MAP[...] of them.");
    }

    private static List<@Nullable Object> values(List<SqlNode> nodes, String function) {
        List<@Nullable Object> values = new ArrayList<>();
        nodes.forEach(node -> values.add(value(node, function)));
        return values;
    }

    /** Words that may begin a file function's name, to look for before a tree is walked. */
    static Set<String> prefixes() {
        return Set.of("read_", "parquet_scan");
    }
}
