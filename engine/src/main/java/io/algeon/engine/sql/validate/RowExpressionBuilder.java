package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.TypeFactory;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/** Makes row expressions; character literals are VARCHAR, so that nothing is ever padded. */
final class RowExpressionBuilder extends RexBuilder {
    private static final Set<SqlTypeName> WITH_FRACTION =
            Set.of(SqlTypeName.TIME, SqlTypeName.TIMESTAMP, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

    RowExpressionBuilder() {
        super(TypeFactory.INSTANCE);
    }

    /** Calcite cuts digits off a literal whose precision becomes lower; the engine's cast rounds, as that of columns does. */
    @Override
    public RexNode makeCast(
            SqlParserPos position,
            RelDataType type,
            RexNode expression,
            boolean matchNullability,
            boolean safe,
            RexLiteral format) {
        boolean shortened = expression instanceof RexLiteral literal
                && !literal.isNull()
                && type.getSqlTypeName() == literal.getType().getSqlTypeName()
                && WITH_FRACTION.contains(type.getSqlTypeName())
                && type.getPrecision() < literal.getType().getPrecision();
        return shortened
                ? makeAbstractCast(position, type, expression, safe)
                : super.makeCast(position, type, expression, matchNullability, safe, format);
    }

    @Override
    public RexLiteral makeCharLiteral(NlsString string) {
        NlsString text = new NlsString(string.getValue(), "UTF-8", org.apache.calcite.sql.SqlCollation.IMPLICIT);
        return makeLiteral(text, TypeFactory.INSTANCE.varchar(), SqlTypeName.CHAR);
    }
}
