package io.algeon.engine.sql.tablefunction;

import io.algeon.engine.sql.parser.NearMatches;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.sql.parser.PlainSelect;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.engine.tablefunction.registry.TableFunctions;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Replaces each call of a registered function in FROM by a call of an operator of its own: arguments in declared order, those
 * that are not given left out, relations as queries.
 */
public final class TableFunctionCalls extends SqlShuttle {
    /** How the names of table functions begin. */
    private static final List<String> FAMILIES = List.of("cugraph_", "cuvs_", "cuml_", "algeon_");

    private TableFunctionCalls() {}

    /**
     * The tree with its calls bound; itself if there are none.
     *
     * @throws EngineException if arguments do not fit what the function declares
     */
    public static SqlNode bind(SqlNode tree) {
        Finder finder = new Finder();
        tree.accept(finder);
        if (!finder.found) {
            return tree;
        }
        SqlNode bound = tree.accept(new TableFunctionCalls());
        return bound == null ? tree : bound;
    }

    private static @Nullable TableFunction function(SqlNode node) {
        return node instanceof SqlCall call
                        && call.getOperator() instanceof SqlUnresolvedFunction unresolved
                        && unresolved.getNameAsId().isSimple()
                ? TableFunctions.find(unresolved.getName())
                : null;
    }

    /** Fails if a call can be meant for nothing but a function that does not exist. */
    private static void requireKnown(SqlNode node) {
        if (!(node instanceof SqlCall call) || !(call.getOperator() instanceof SqlUnresolvedFunction unresolved)) {
            return;
        }
        String name = unresolved.getName().toLowerCase(Locale.ROOT);
        boolean relational = FAMILIES.stream().anyMatch(name::startsWith);
        for (SqlNode operand : call.getOperandList()) {
            SqlNode value = operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT ? ((SqlCall) operand).operand(0) : operand;
            relational |= value.isA(SqlKind.QUERY);
        }
        SqlIdentifier identifier = unresolved.getNameAsId();
        String place = " (" + Place.of(call.getParserPosition()) + "). ";
        String last = identifier.names.get(identifier.names.size() - 1);
        if (!identifier.isSimple() && TableFunctions.find(last) != null) {
            throw new EngineException(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    "There is no table function '" + identifier + "'" + place + "Table functions belong to no schema:"
                            + " write " + last + "(...).");
        } else if (relational && TableFunctions.find(name) == null) {
            List<String> near = near(name);
            throw new EngineException(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    "There is no table function '" + unresolved.getName() + "'" + place
                            + (near.isEmpty()
                                    ? "SELECT name FROM algeon_functions() lists those that there are."
                                    : "Did you mean " + String.join(" or ", near) + "?"));
        }
    }

    /** Functions that a name may have meant; what all of a family begin with is no likeness, and may be left out. */
    private static List<String> near(String name) {
        Map<String, String> names = new LinkedHashMap<>();
        TableFunctions.all().forEach(function -> names.put(withoutFamily(function.name()), function.name()));
        return NearMatches.of(withoutFamily(name), names.keySet()).stream()
                .map(names::get)
                .map(Objects::requireNonNull)
                .toList();
    }

    private static String withoutFamily(String name) {
        return FAMILIES.stream()
                .filter(name::startsWith)
                .findFirst()
                .map(family -> name.substring(family.length()))
                .orElse(name);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.COLLECTION_TABLE) {
            TableFunction function = function(call.operand(0));
            if (function != null) {
                SqlCall bound = bind(function, call.operand(0));
                return SqlStdOperatorTable.COLLECTION_TABLE.createCall(call.getParserPosition(), bound);
            }
        }
        return super.visit(call);
    }

    private SqlCall bind(TableFunction function, SqlCall call) {
        Map<Argument, SqlNode> given = new LinkedHashMap<>();
        boolean named = false;
        for (int i = 0; i < call.operandCount(); i++) {
            SqlNode operand = call.operand(i);
            if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
                named = true;
                SqlIdentifier name = ((SqlCall) operand).operand(1);
                Argument argument = argument(function, name);
                if (given.put(argument, ((SqlCall) operand).operand(0)) != null) {
                    throw invalid(
                            function,
                            "The argument " + argument.name() + " of " + function.name() + " is given twice",
                            name,
                            "Give it once.");
                }
            } else {
                if (named) {
                    throw invalid(
                            function,
                            "An argument of " + function.name() + " without a name follows named ones",
                            operand,
                            "Give it a name too.");
                }
                if (i >= function.arguments().size()) {
                    throw invalid(
                            function,
                            function.name() + " takes at most "
                                    + function.arguments().size() + " arguments, not " + call.operandCount(),
                            operand,
                            "They are: " + names(function) + ".");
                }
                given.put(function.arguments().get(i), operand);
            }
        }
        List<Argument> arguments = new ArrayList<>();
        List<SqlNode> operands = new ArrayList<>();
        for (Argument argument : function.arguments()) {
            SqlNode operand = given.get(argument);
            if (operand != null && operand.getKind() != SqlKind.DEFAULT) {
                arguments.add(argument);
                operands.add(
                        argument instanceof Argument.Relation relation
                                ? relation(function, relation, operand)
                                : option(function, argument, operand));
            } else if (argument.required()) {
                throw invalid(
                        function,
                        "The argument " + argument.name() + " of " + function.name() + " is missing",
                        call,
                        "Give it as in " + example(argument) + ".");
            }
        }
        return new SqlBasicCall(new TableFunctionOperator(function, arguments), operands, call.getParserPosition());
    }

    private static String example(Argument argument) {
        return argument instanceof Argument.Relation relation
                ? argument.name() + " => (SELECT " + String.join(", ", relation.requiredFields()) + " FROM ...)"
                : argument.name() + " => " + ((Argument.Option) argument).type().expectation();
    }

    private static Argument argument(TableFunction function, SqlIdentifier name) {
        for (Argument argument : function.arguments()) {
            if (argument.name().equalsIgnoreCase(name.getSimple())) {
                return argument;
            }
        }
        List<String> near = NearMatches.of(
                name.getSimple(),
                function.arguments().stream().map(Argument::name).toList());
        throw invalid(
                function,
                function.name() + " has no argument '" + name.getSimple() + "'",
                name,
                near.isEmpty()
                        ? "Its arguments are: " + names(function) + "."
                        : "Did you mean " + String.join(" or ", near) + "?");
    }

    private static String names(TableFunction function) {
        return String.join(
                ", ", function.arguments().stream().map(Argument::name).toList());
    }

    /** A relation argument as a query. */
    private SqlNode relation(TableFunction function, Argument.Relation argument, SqlNode given) {
        SqlParserPos position = given.getParserPosition();
        TableFunction inner = function(given);
        if (inner != null) {
            SqlNode nested = SqlStdOperatorTable.COLLECTION_TABLE.createCall(position, bind(inner, (SqlCall) given));
            return selectAll(nested, position);
        }
        if (given instanceof SqlIdentifier) {
            return selectAll(given, position);
        }
        if (given.getKind() == SqlKind.COLLECTION_TABLE) {
            return selectAll(visited(given), position);
        }
        if (given.getKind() == SqlKind.EXPLICIT_TABLE) {
            return selectAll(((SqlCall) given).operand(0), position);
        }
        if (given.getKind() == SqlKind.CURSOR || given.getKind() == SqlKind.SCALAR_QUERY) {
            return visited(((SqlCall) given).operand(0));
        }
        if (given.isA(SqlKind.QUERY)) {
            return visited(given);
        }
        throw invalid(
                function,
                "The argument " + argument.name() + " of " + function.name() + " is " + given,
                given,
                "It takes a relation: a query in parentheses, TABLE t, or the name of a table, with the columns "
                        + String.join(", ", argument.requiredFields()) + ".");
    }

    private SqlNode visited(SqlNode node) {
        SqlNode visited = node.accept(this);
        return visited == null ? node : visited;
    }

    private static SqlSelect selectAll(SqlNode from, SqlParserPos position) {
        return PlainSelect.of(position, List.of(SqlIdentifier.star(position)), from, null);
    }

    /** An option, which may be any expression over literals and parameters. */
    private static SqlNode option(TableFunction function, Argument argument, SqlNode given) {
        given.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlIdentifier name) {
                throw invalid(
                        function,
                        "The option " + argument.name() + " of " + function.name() + " refers to the name " + name,
                        name,
                        "It takes a constant or a parameter: "
                                + ((Argument.Option) argument).type().expectation() + ".");
            }

            @Override
            public Void visit(SqlCall call) {
                if (call.isA(SqlKind.QUERY)) {
                    throw invalid(
                            function,
                            "The option " + argument.name() + " of " + function.name() + " is a query",
                            call,
                            "It takes a constant or a parameter: "
                                    + ((Argument.Option) argument).type().expectation() + ".");
                }
                return super.visit(call);
            }
        });
        return given;
    }

    private static EngineException invalid(TableFunction function, String what, SqlNode where, String remedy) {
        SqlParserPos position = where.getParserPosition();
        return new EngineException(ErrorCode.ARGUMENT_INVALID, what + " (" + Place.of(position) + "). " + remedy);
    }

    /** Looks whether there is anything to bind. */
    private static final class Finder extends SqlBasicVisitor<Void> {
        private boolean found;

        @Override
        public Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.COLLECTION_TABLE) {
                requireKnown(call.operand(0));
                found |= function(call.operand(0)) != null;
            }
            return found ? null : super.visit(call);
        }

        @Override
        public Void visit(SqlLiteral literal) {
            return null;
        }
    }
}
