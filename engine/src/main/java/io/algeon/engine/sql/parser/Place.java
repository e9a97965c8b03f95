package io.algeon.engine.sql.parser;

import org.apache.calcite.sql.parser.SqlParserPos;

/** Where something stands in a statement, in the words of messages. */
public final class Place {
    private Place() {}

    /** Such as {@code line 3, column 7}, both from 1. */
    public static String of(SqlParserPos position) {
        return "line " + position.getLineNum() + ", column " + position.getColumnNum();
    }
}
