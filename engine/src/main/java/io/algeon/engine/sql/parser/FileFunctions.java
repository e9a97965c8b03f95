package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** {@code read_parquet('glob')} in FROM becomes the name of a table, {@code read_parquet."glob"}. */
final class FileFunctions extends SqlShuttle {
    private FileFunctions() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new FileFunctions());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getKind() != SqlKind.COLLECTION_TABLE || !(call.operand(0) instanceof SqlCall function)) {
            return super.visit(call);
        }
        String name = function.getOperator().getName().toLowerCase(Locale.ROOT);
        if (!name.startsWith("read_")) {
            return super.visit(call);
        }
        SqlParserPos position = function.getParserPosition();
        String where = " (line " + position.getLineNum() + ", column " + position.getColumnNum() + ")";
        if (!name.equals("read_parquet")) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "The table function " + name + " is not available" + where + "; read_parquet is.");
        }
        if (function.operandCount() != 1 || !(function.operand(0) instanceof SqlCharStringLiteral path)) {
            throw new EngineException(
                    ErrorCode.SQL_INVALID,
                    "read_parquet takes one argument, a path or a glob as a string literal" + where + ".");
        }
        SqlParserPos quoted = position.withQuoting(true);
        return new SqlIdentifier(
                List.of("read_parquet", String.valueOf(path.toValue())), null, quoted, List.of(position, quoted));
    }
}
