package io.algeon.engine.sql.validate;

import io.algeon.metadata.catalog.TableDef;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Names in and around a statement, to tell what a wrong one may have meant.
 *
 * @param columns columns of the tables that were found, and aliases
 * @param relations tables that were found, aliases, WITH names
 * @param qualifiers first parts of the qualified names in FROM
 * @param types names that stand where a type is expected
 * @param starQualifiers names before {@code .*}
 */
record StatementNames(
        Set<String> columns,
        Set<String> relations,
        Set<String> qualifiers,
        Set<String> types,
        Set<String> starQualifiers) {
    static StatementNames of(SqlNode statement, List<TableDef> tables) {
        StatementNames names = new StatementNames(
                new LinkedHashSet<>(), new LinkedHashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
        for (TableDef table : tables) {
            names.relations.add(table.name());
            table.columns().forEach(column -> names.columns.add(column.name()));
        }
        statement.accept(names.new Collector());
        return names;
    }

    private final class Collector extends SqlBasicVisitor<Void> {
        @Override
        public Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.AS && call.operand(1) instanceof SqlIdentifier alias) {
                columns.add(alias.getSimple());
                relations.add(alias.getSimple());
                addQualifier(call.operand(0));
            } else if (call instanceof SqlWithItem item) {
                relations.add(item.name.getSimple());
            } else if (call instanceof SqlSelect select && select.getFrom() != null) {
                addQualifier(select.getFrom());
            } else if (call instanceof SqlJoin join) {
                addQualifier(join.getLeft());
                addQualifier(join.getRight());
            }
            return super.visit(call);
        }

        private void addQualifier(SqlNode relation) {
            if (relation instanceof SqlIdentifier name && name.names.size() > 1) {
                qualifiers.add(name.names.get(0));
            }
        }

        @Override
        public Void visit(SqlIdentifier name) {
            if (name.isStar() && name.names.size() > 1) {
                starQualifiers.add(name.names.get(0));
            }
            return super.visit(name);
        }

        @Override
        public Void visit(SqlDataTypeSpec type) {
            types.add(type.getTypeName().toString());
            return super.visit(type);
        }
    }
}
