package io.algeon.engine.sql.parser;

import io.algeon.engine.sql.parser.ChangingWith.Changing;
import io.algeon.engine.sql.parser.ChangingWith.Item;
import io.algeon.engine.sql.parser.ChangingWith.Reading;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;

/** Parses statements whose WITH has an INSERT, UPDATE, DELETE or MERGE among its items. */
final class ChangingWithParser extends StatementReader {
    private static final String[] VERBS = ChangeParser.VERBS.toArray(String[]::new);

    private final ChangeParser changes;

    ChangingWithParser(String sql, SqlTokens tokens) {
        super(sql, tokens);
        this.changes = new ChangeParser(sql, tokens);
    }

    ChangingWith statement() throws ParseException {
        require("WITH");
        SqlLiteral recursive = SqlLiteral.createBoolean(accept("RECURSIVE"), position(peek()));
        List<Item> items = new ArrayList<>();
        do {
            items.add(item(recursive));
        } while (accept(","));
        ParsedStatement last;
        if (peekIs(VERBS)) {
            last = changes.change();
            end();
        } else {
            SqlNode query = query(tokens().size());
            end();
            last = new ParsedStatement.Query(ResultLabels.add(query, sql()), tokens().parameters());
        }
        return new ChangingWith(items, last, tokens().parameters());
    }

    private Item item(SqlLiteral recursive) throws ParseException {
        SqlIdentifier name = simpleName("the name of a query");
        SqlNodeList columns =
                peekIs("(") ? new SqlNodeList(names("the name of a column"), name.getParserPosition()) : null;
        require("AS", "(");
        Item item;
        if (peekIs(VERBS)) {
            item = new Changing(name, columns, changes.change());
        } else {
            SqlNode query = query(tokens().clauseEnd());
            item = new Reading(new SqlWithItem(name.getParserPosition(), name, columns, query, recursive));
        }
        require(")");
        return item;
    }
}
