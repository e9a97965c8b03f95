package io.algeon.engine.sql.parser;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes queries of the simplest form, {@code SELECT items FROM from WHERE where}, for statements that stand for such queries. */
public final class PlainSelect {
    private PlainSelect() {}

    /**
     * A query.
     *
     * @param from null: there is no FROM
     * @param where null: all rows
     */
    public static SqlSelect of(
            SqlParserPos position, List<? extends SqlNode> items, @Nullable SqlNode from, @Nullable SqlNode where) {
        return new SqlSelect(
                position,
                null,
                new SqlNodeList(items, position),
                from,
                where,
                null,
                null,
                null,
                (SqlNode) null,
                null,
                null,
                null,
                null);
    }
}
