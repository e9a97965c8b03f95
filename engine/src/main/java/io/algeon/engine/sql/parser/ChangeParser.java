package io.algeon.engine.sql.parser;

import io.algeon.engine.sql.parser.DataStatement.Action;
import io.algeon.engine.sql.parser.DataStatement.Assignment;
import io.algeon.engine.sql.parser.DataStatement.Conflict;
import io.algeon.engine.sql.parser.DataStatement.Target;
import io.algeon.engine.sql.parser.DataStatement.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses INSERT, UPDATE, DELETE and MERGE. */
final class ChangeParser extends StatementReader {
    ChangeParser(String sql, SqlTokens tokens) {
        super(sql, tokens);
    }

    /** First words of the statements. */
    static final Set<String> VERBS = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    DataStatement statement() throws ParseException {
        if (peekIs("WITH")) {
            SqlNode queries = read(tokens().clauseEnd(2, VERBS.toArray(String[]::new)), SqlGrammar::WithList);
            SqlNodeList adjusted = (SqlNodeList) StatementParser.adjusted(queries, tokens());
            DataStatement statement = new DataStatement.With(adjusted, change());
            end();
            return statement;
        }
        DataStatement statement = change();
        end();
        return statement;
    }

    /** A change that may stand within parentheses, which it does not consume. */
    DataStatement change() throws ParseException {
        if (accept("INSERT")) {
            return insert();
        } else if (accept("UPDATE")) {
            return update();
        } else if (accept("DELETE")) {
            return delete();
        }
        require("MERGE");
        return merge();
    }

    private Target target(String... stops) {
        SqlIdentifier table = name("the name of a table");
        SqlIdentifier alias = null;
        if (accept("AS") || !atEnd() && !peekIs("(", ")") && !peekIs(stops)) {
            alias = simpleName("an alias");
        }
        return new Target(table, alias);
    }

    private DataStatement insert() throws ParseException {
        require("INTO");
        Target target = target("VALUES", "SELECT", "WITH", "TABLE", "DEFAULT", "OVERRIDING");
        List<SqlIdentifier> columns = List.of();
        if (peekIs("(") && !tokens().followedBy("SELECT", "WITH", "VALUES", "TABLE", "(")) {
            columns = names("the name of a column");
        }
        boolean overriding = false;
        if (accept("OVERRIDING")) {
            overriding = accept("SYSTEM");
            if (!overriding) {
                require("USER");
            }
            require("VALUE");
        }
        int end = tokens().clauseEnd("RETURNING", "ON CONFLICT");
        SqlNode source = null;
        if (!accept("DEFAULT", "VALUES")) {
            source = query(end);
        }
        Conflict conflict = accept("ON", "CONFLICT") ? conflict() : null;
        return new DataStatement.Insert(
                target, columns, source, overriding, conflict, returning(), tokens().parameters());
    }

    private Conflict conflict() throws ParseException {
        List<SqlIdentifier> columns = List.of();
        SqlIdentifier constraint = null;
        if (peekIs("(")) {
            columns = names("the name of a column");
        } else if (accept("ON", "CONSTRAINT")) {
            constraint = simpleName("the name of a key");
        }
        require("DO");
        if (accept("NOTHING")) {
            return new Conflict(columns, constraint, List.of(), null);
        }
        require("UPDATE", "SET");
        List<Assignment> assignments = assignments("WHERE", "RETURNING");
        SqlNode where = accept("WHERE") ? expression(tokens().clauseEnd("RETURNING")) : null;
        return new Conflict(columns, constraint, assignments, where);
    }

    private List<Assignment> assignments(String... stops) throws ParseException {
        int end = tokens().clauseEnd(stops);
        List<Assignment> assignments = new ArrayList<>();
        do {
            SqlParserPos position = position(peek());
            boolean row = peekIs("(");
            List<SqlIdentifier> columns = row ? names("the name of a column") : List.of(column());
            require("=");
            assignments.add(new Assignment(columns, value(end), position));
        } while (accept(","));
        return assignments;
    }

    /** A column that is assigned to; the table's name before it is allowed. */
    private SqlIdentifier column() {
        SqlIdentifier name = name("the name of a column");
        return name.isSimple() ? name : name.getComponent(name.names.size() - 1);
    }

    /** A value, null for DEFAULT. */
    private @Nullable SqlNode value(int end) throws ParseException {
        if (peekIs("DEFAULT")) {
            accept("DEFAULT");
            return null;
        }
        return expression(end);
    }

    private DataStatement update() throws ParseException {
        Target target = target("SET");
        require("SET");
        List<Assignment> assignments = assignments("FROM", "WHERE", "RETURNING");
        SqlNode from = accept("FROM") ? from(tokens().clauseEnd("WHERE", "RETURNING")) : null;
        SqlNode where = accept("WHERE") ? expression(tokens().clauseEnd("RETURNING")) : null;
        return new DataStatement.Update(target, assignments, from, where, returning(), tokens().parameters());
    }

    private DataStatement delete() throws ParseException {
        require("FROM");
        Target target = target("USING", "WHERE", "RETURNING");
        SqlNode using = accept("USING") ? from(tokens().clauseEnd("WHERE", "RETURNING")) : null;
        SqlNode where = accept("WHERE") ? expression(tokens().clauseEnd("RETURNING")) : null;
        return new DataStatement.Delete(target, using, where, returning(), tokens().parameters());
    }

    private DataStatement merge() throws ParseException {
        require("INTO");
        Target target = target("USING");
        require("USING");
        SqlNode source = from(tokens().clauseEnd("ON"));
        require("ON");
        SqlNode on = expression(tokens().clauseEnd("WHEN"));
        List<When> whens = new ArrayList<>();
        while (peekIs("WHEN")) {
            whens.add(when());
        }
        if (whens.isEmpty()) {
            require("WHEN");
        }
        return new DataStatement.Merge(target, source, on, whens, returning(), tokens().parameters());
    }

    private When when() throws ParseException {
        SqlParserPos position = position(peek());
        require("WHEN");
        boolean matched = !accept("NOT");
        require("MATCHED");
        boolean bySource = !matched && accept("BY", "SOURCE");
        if (!matched && !bySource) {
            accept("BY", "TARGET");
        }
        SqlNode condition = accept("AND") ? expression(tokens().clauseEnd("THEN")) : null;
        require("THEN");
        if (accept("DO", "NOTHING")) {
            return new When(matched, bySource, condition, Action.NOTHING, List.of(), List.of(), List.of(), position);
        }
        if (!matched && !bySource) {
            require("INSERT");
            List<SqlIdentifier> columns = peekIs("(") ? names("the name of a column") : List.of();
            List<@Nullable SqlNode> values = new ArrayList<>();
            if (!accept("DEFAULT", "VALUES")) {
                require("VALUES", "(");
                do {
                    values.add(value(Integer.MAX_VALUE));
                } while (accept(","));
                require(")");
            }
            return new When(false, false, condition, Action.INSERT, columns, values, List.of(), position);
        }
        if (accept("DELETE")) {
            return new When(matched, bySource, condition, Action.DELETE, List.of(), List.of(), List.of(), position);
        }
        require("UPDATE", "SET");
        return new When(
                matched,
                bySource,
                condition,
                Action.UPDATE,
                List.of(),
                List.of(),
                assignments("WHEN", "RETURNING"),
                position);
    }

    /** Whether a value in VALUES is DEFAULT. */
    static boolean isDefault(SqlNode value) {
        return value.getKind() == SqlKind.DEFAULT;
    }
}
