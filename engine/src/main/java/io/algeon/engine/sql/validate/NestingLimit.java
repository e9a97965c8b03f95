package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.Place;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses expressions that nest deeper than the threads that run queries have stack for; planning has a larger one. Chains
 * of AND, OR and || are balanced before, those of NOT fold.
 */
final class NestingLimit extends SqlBasicVisitor<Void> {
    private static final int DEEPEST = 700;

    private int depth;

    private NestingLimit() {}

    static void check(SqlNode tree) {
        tree.accept(new NestingLimit());
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        boolean nests = call.getKind() != SqlKind.NOT && !call.isA(SqlKind.SET_QUERY);
        depth += nests ? 1 : 0;
        if (depth > DEEPEST) {
            SqlParserPos position = call.getParserPosition();
            throw new EngineException(
                    ErrorCode.PLANNING_LIMIT_EXCEEDED,
                    "An expression nests deeper than " + DEEPEST + " operators (" + Place.of(position)
                            + "). Compute parts of it in a sub-query.");
        }
        super.visit(call);
        depth -= nests ? 1 : 0;
        return null;
    }
}
