package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.TypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/** Makes row expressions; character literals are VARCHAR, so that nothing is ever padded. */
final class RowExpressionBuilder extends RexBuilder {
    RowExpressionBuilder() {
        super(TypeFactory.INSTANCE);
    }

    @Override
    public RexLiteral makeCharLiteral(NlsString string) {
        NlsString text = new NlsString(string.getValue(), "UTF-8", org.apache.calcite.sql.SqlCollation.IMPLICIT);
        return makeLiteral(text, TypeFactory.INSTANCE.varchar(), SqlTypeName.CHAR);
    }
}
