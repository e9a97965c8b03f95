package io.algeon.engine.sql.validate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * The tables and columns that the expressions of a query can name, found before validation: what its FROM clause has, then what
 * the queries around it have. Columns of files and functions in FROM are not known here.
 */
final class QueryScope {
    /** A result column without a name. */
    static final String NAMELESS = "";

    private static final String LOST = "\u0000lost";

    private final @Nullable QueryScope outer;
    private final CatalogReader reader;
    private final List<Relation> relations = new ArrayList<>();
    private final Map<String, Columns> commonTables = new HashMap<>();

    private QueryScope(@Nullable QueryScope outer, CatalogReader reader) {
        this.outer = outer;
        this.reader = reader;
    }

    /** The scope of a whole statement, which has no columns. */
    static QueryScope root(CatalogReader reader) {
        return new QueryScope(null, reader);
    }

    /** The scope of a query that stands in this one's. */
    QueryScope of(SqlSelect query) {
        QueryScope scope = new QueryScope(this, reader);
        scope.add(query.getFrom());
        return scope;
    }

    /** The scope of what WITH precedes. */
    QueryScope of(SqlWith with) {
        QueryScope scope = new QueryScope(this, reader);
        for (SqlNode node : with.withList) {
            SqlWithItem item = (SqlWithItem) node;
            Columns columns = item.columnList == null ? scope.result(item.query) : Columns.named(item.columnList);
            scope.commonTables.put(key(item.name.getSimple()), columns);
        }
        return scope;
    }

    /** The column that a name means. */
    Column resolve(SqlIdentifier name) {
        List<String> parts = name.names;
        String column = key(parts.get(parts.size() - 1));
        if (parts.size() > 1) {
            String relation = key(parts.get(parts.size() - 2));
            for (QueryScope scope = this; scope != null; scope = scope.outer) {
                for (Relation candidate : scope.relations) {
                    if (relation.equals(candidate.name)) {
                        return new Column(scope, relation, column, true);
                    }
                }
            }
            // a field of a column
            column = key(parts.get(0));
        }
        for (QueryScope scope = this; scope != null; scope = scope.outer) {
            Column found = scope.own(column);
            if (found != null) {
                return found;
            }
        }
        return new Column(this, LOST, column, false);
    }

    /** The columns of the relation that a name means, if it is no column's; null: it means none, or they are not known. */
    @Nullable
    List<String> columnsOfRow(SqlIdentifier name) {
        if (!name.isSimple()) {
            return null;
        }
        String key = key(name.getSimple());
        for (QueryScope scope = this; scope != null; scope = scope.outer) {
            for (Relation relation : scope.relations) {
                if (relation.columns.has(key)) {
                    return null;
                }
            }
            for (Relation relation : scope.relations) {
                if (relation.name.equals(key)) {
                    return relation.columns.complete ? relation.columns.names : null;
                }
            }
        }
        return null;
    }

    private @Nullable Column own(String column) {
        for (Relation relation : relations) {
            if (relation.columns.has(column) || column.equals(relation.name)) {
                return new Column(this, relation.name, column, true);
            }
        }
        for (Relation relation : relations) {
            if (!relation.columns.complete) {
                return new Column(this, relations.size() == 1 ? relation.name : LOST, column, false);
            }
        }
        return null;
    }

    private void add(@Nullable SqlNode from) {
        if (from instanceof SqlJoin join) {
            add(join.getLeft());
            add(join.getRight());
        } else if (from instanceof SqlBasicCall call && call.getKind() == SqlKind.AS) {
            Columns columns = call.operandCount() > 2
                    ? Columns.named(call.getOperandList().subList(2, call.operandCount()))
                    : columns(call.operand(0));
            relations.add(new Relation(key(((SqlIdentifier) call.operand(1)).getSimple()), columns));
        } else if (from instanceof SqlIdentifier table) {
            relations.add(new Relation(key(table.names.get(table.names.size() - 1)), columns(table)));
        } else if (from != null) {
            relations.add(new Relation(LOST, columns(from)));
        }
    }

    private Columns columns(SqlNode relation) {
        if (relation instanceof SqlIdentifier table) {
            return table(table);
        } else if (relation.getKind() == SqlKind.LATERAL) {
            return columns(((SqlCall) relation).operand(0));
        }
        return relation.isA(SqlKind.QUERY) ? result(relation) : Columns.UNKNOWN;
    }

    private Columns table(SqlIdentifier name) {
        for (QueryScope scope = this; scope != null && name.isSimple(); scope = scope.outer) {
            Columns columns = scope.commonTables.get(key(name.getSimple()));
            if (columns != null) {
                return columns;
            }
        }
        SqlValidatorTable table = reader.getTable(name.names);
        return table == null ? Columns.UNKNOWN : Columns.of(table.getRowType().getFieldNames());
    }

    /** The columns of the result of a query. */
    private Columns result(SqlNode query) {
        if (query instanceof SqlOrderBy sorted) {
            return result(sorted.query);
        } else if (query instanceof SqlWith with) {
            return of(with).result(with.body);
        } else if (query instanceof SqlSelect select) {
            return items(select);
        }
        return SqlKind.SET_QUERY.contains(query.getKind()) ? result(((SqlCall) query).operand(0)) : Columns.UNKNOWN;
    }

    private Columns items(SqlSelect select) {
        List<String> names = new ArrayList<>();
        for (SqlNode item : select.getSelectList()) {
            if (!(item instanceof SqlIdentifier star && star.isStar())) {
                String name = SqlValidatorUtil.alias(item);
                names.add(name == null ? NAMELESS : name);
                continue;
            }
            for (Relation relation : of(select).relations) {
                if (!relation.columns.complete) {
                    return Columns.UNKNOWN;
                }
                names.addAll(relation.columns.names);
            }
        }
        return Columns.of(names);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * What a name means.
     *
     * @param scope of the query whose FROM clause has the column
     * @param relation its table or alias there
     * @param name in lower case
     * @param certain false: it is none that is known, and may be one of a relation whose columns are not known, or a mistake
     */
    record Column(QueryScope scope, String relation, String name, boolean certain) {}

    private record Relation(String name, Columns columns) {}

    /** @param complete whether there are no others */
    private record Columns(List<String> names, boolean complete) {
        static final Columns UNKNOWN = new Columns(List.of(), false);

        static Columns of(List<String> names) {
            return new Columns(List.copyOf(names), true);
        }

        boolean has(String key) {
            return names.stream().anyMatch(key::equalsIgnoreCase);
        }

        static Columns named(List<? extends SqlNode> identifiers) {
            List<String> names = new ArrayList<>();
            for (SqlNode identifier : identifiers) {
                if (identifier instanceof SqlNodeList list) {
                    names.addAll(named(list).names);
                } else {
                    names.add(((SqlIdentifier) identifier).getSimple());
                }
            }
            return of(names);
        }
    }
}
