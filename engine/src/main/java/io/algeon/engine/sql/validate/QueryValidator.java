package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.Conformance;
import io.algeon.engine.sql.type.TypeFactory;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Resolves names and types of one query. */
final class QueryValidator extends SqlValidatorImpl {
    private static final SqlValidator.Config CONFIG = SqlValidator.Config.DEFAULT
            .withConformance(Conformance.INSTANCE)
            .withIdentifierExpansion(true)
            .withDefaultNullCollation(NullCollation.HIGH);

    QueryValidator(CatalogReader reader) {
        super(OperatorTable.INSTANCE, reader, TypeFactory.INSTANCE, CONFIG);
    }

    @Override
    public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
        if (expression instanceof SqlCharStringLiteral && getValidatedNodeTypeIfKnown(expression) == null) {
            RelDataType type = TypeFactory.INSTANCE.varchar();
            setValidatedNodeType(expression, type);
            return type;
        }
        return super.deriveType(scope, expression);
    }
}
