package io.algeon.engine.sql.parser;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Copies trees, which validation changes, for those who need one several times. */
public final class TreeCopy extends SqlShuttle {
    private TreeCopy() {}

    /** A copy that shares nothing that can be changed. */
    public static SqlNode of(SqlNode tree) {
        SqlNode copy = tree.accept(new TreeCopy());
        return copy == null ? tree : copy;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
        call.getOperator().acceptCall(this, call, false, handler);
        return handler.result();
    }
}
