package io.algeon.engine.sql.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * ROLLUP and CUBE that name an expression twice, such as {@code ROLLUP (a, a)}: as the GROUPING SETS that they stand for, since
 * Calcite keeps only one of equal sets.
 */
final class RepeatedGroups extends SqlBasicVisitor<Void> {
    /** Longer cubes are refused elsewhere. */
    private static final int MOST_ELEMENTS = 12;

    private RepeatedGroups() {}

    static void expand(SqlNode tree) {
        tree.accept(new RepeatedGroups());
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        SqlNodeList groups = call instanceof SqlSelect select ? select.getGroup() : null;
        if (groups != null) {
            groups.replaceAll(RepeatedGroups::expanded);
        }
        return super.visit(call);
    }

    private static @Nullable SqlNode expanded(@Nullable SqlNode group) {
        if (!(group instanceof SqlCall call)) {
            return group;
        }
        SqlParserPos position = call.getParserPosition();
        boolean rollup = call.getKind() == SqlKind.ROLLUP;
        if (call.getKind() == SqlKind.GROUPING_SETS) {
            List<SqlNode> sets = new ArrayList<>();
            call.getOperandList().forEach(set -> sets.add(expanded(set)));
            return SqlStdOperatorTable.GROUPING_SETS.createCall(position, sets);
        }
        if (!rollup && call.getKind() != SqlKind.CUBE) {
            return call;
        }
        List<List<SqlNode>> elements = new ArrayList<>();
        call.getOperandList().forEach(element -> elements.add(parts(element)));
        if (elements.size() > MOST_ELEMENTS || !repeats(elements)) {
            return call;
        }
        List<SqlNode> sets = new ArrayList<>();
        int all = (1 << elements.size()) - 1;
        for (int chosen = all; chosen >= 0; chosen = rollup && chosen > 0 ? chosen << 1 & all : chosen - 1) {
            SqlNodeList set = new SqlNodeList(position);
            for (int i = 0; i < elements.size(); i++) {
                if ((chosen >> elements.size() - 1 - i & 1) != 0) {
                    elements.get(i).stream()
                            .filter(part -> set.stream().noneMatch(known -> known.equalsDeep(part, Litmus.IGNORE)))
                            .forEach(set::add);
                }
            }
            sets.add(
                    set.isEmpty()
                            ? set
                            : set.size() == 1
                                    ? set.get(0)
                                    : SqlStdOperatorTable.ROW.createCall(position, set.getList()));
        }
        return SqlStdOperatorTable.GROUPING_SETS.createCall(position, sets);
    }

    private static List<SqlNode> parts(SqlNode element) {
        return element instanceof SqlNodeList list
                ? List.copyOf(list)
                : element.getKind() == SqlKind.ROW ? ((SqlCall) element).getOperandList() : List.of(element);
    }

    private static boolean repeats(List<List<SqlNode>> elements) {
        List<SqlNode> seen = new ArrayList<>();
        for (List<SqlNode> element : elements) {
            for (SqlNode part : element) {
                if (seen.stream().anyMatch(other -> other.equalsDeep(part, Litmus.IGNORE))) {
                    return true;
                }
            }
            seen.addAll(element);
        }
        return false;
    }
}
