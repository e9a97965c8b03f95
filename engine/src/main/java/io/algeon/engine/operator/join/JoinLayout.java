package io.algeon.engine.operator.join;

import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which columns of a join go where. Right columns that the output or the residual needs are kept ("payload"); key columns
 * are kept apart, because the table of keys replaces them.
 */
final class JoinLayout {
    final JoinKind kind;
    final List<SqlType> leftTypes;
    final List<SqlType> rightTypes;
    final int[] leftKeys;
    final int[] rightKeys;
    final List<SqlType> keyTypes;
    final boolean[] nullsEqual;

    /** Whether there is a condition beyond the keys. */
    final boolean hasResidual;

    /** Columns that the residual reads, over left then right columns. */
    final int[] residualColumns;

    /** Right columns of the payload, and for every right column its position there, -1 if it is not kept. */
    final int[] payload;

    final int[] payloadPosition;

    /** Output columns, over left then right columns (for MARK, the mark is column {@code leftTypes.size()}). */
    final int[] output;

    final List<SqlType> outputTypes;

    /** Left rows that the planner expects. */
    final double expectedProbes;

    JoinLayout(PlanNode.Join node) {
        expectedProbes = node.left().estimatedRows();
        kind = node.kind();
        leftTypes = types(node.left().output());
        rightTypes = types(node.right().output());
        leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
        rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
        keyTypes = new ArrayList<>();
        for (int key : rightKeys) {
            keyTypes.add(rightTypes.get(key));
        }
        nullsEqual = new boolean[rightKeys.length];
        for (int i = 0; i < nullsEqual.length; i++) {
            nullsEqual[i] = node.nullsEqual().get(i);
        }
        hasResidual = !(node.residual() instanceof Expr.Literal literal && Boolean.TRUE.equals(literal.value()));
        TreeSet<Integer> read = new TreeSet<>();
        if (hasResidual) {
            addColumns(node.residual(), read);
        }
        residualColumns = read.stream().mapToInt(Integer::intValue).toArray();
        output = node.outputColumns().stream().mapToInt(Integer::intValue).toArray();
        outputTypes = new ArrayList<>();
        TreeSet<Integer> kept = new TreeSet<>();
        int leftCount = leftTypes.size();
        for (int column : output) {
            if (column < leftCount) {
                outputTypes.add(leftTypes.get(column));
            } else if (kind == JoinKind.MARK) {
                outputTypes.add(SqlTypes.BOOLEAN);
            } else {
                outputTypes.add(rightTypes.get(column - leftCount));
                kept.add(column - leftCount);
            }
        }
        for (int column : residualColumns) {
            if (column >= leftCount) {
                kept.add(column - leftCount);
            }
        }
        payload = kept.stream().mapToInt(Integer::intValue).toArray();
        payloadPosition = new int[rightTypes.size()];
        Arrays.fill(payloadPosition, -1);
        for (int i = 0; i < payload.length; i++) {
            payloadPosition[payload[i]] = i;
        }
    }

    List<SqlType> payloadTypes() {
        List<SqlType> types = new ArrayList<>();
        for (int column : payload) {
            types.add(rightTypes.get(column));
        }
        return types;
    }

    boolean isCross() {
        return rightKeys.length == 0;
    }

    /** Whether there is one key, and it is a word of an integer. */
    boolean hasIntegerKey() {
        return keyTypes.size() == 1
                && switch (keyTypes.get(0).physicalKind()) {
                    case INT32, INT64 -> true;
                    case BOOLEAN, INT128, FLOAT32, FLOAT64, BYTES, LIST, ROW, MAP -> false;
                };
    }

    /** Whether the output has pairs of rows, not just rows of one side. */
    boolean givesPairs() {
        return kind.hasLeftColumns() && kind.hasRightColumns();
    }

    /** Whether left rows without partner are in the output, with NULLs for the right columns. */
    boolean keepsLeft() {
        return kind == JoinKind.LEFT || kind == JoinKind.FULL;
    }

    /** Whether right rows have to know if they met a partner. */
    boolean marksRight() {
        return switch (kind) {
            case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
            case INNER, LEFT, SEMI, ANTI, ANTI_NULL_AWARE, MARK -> false;
        };
    }

    boolean isNullAware() {
        return kind == JoinKind.ANTI_NULL_AWARE || kind == JoinKind.MARK;
    }

    private static List<SqlType> types(List<ColumnDef> columns) {
        return columns.stream().map(ColumnDef::type).toList();
    }

    private static void addColumns(Expr expression, TreeSet<Integer> columns) {
        if (expression instanceof Expr.InputRef input) {
            columns.add(input.column());
        } else if (expression instanceof Expr.Call call) {
            call.operands().forEach(operand -> addColumns(operand, columns));
        } else if (expression instanceof Expr.Cast cast) {
            addColumns(cast.operand(), columns);
        } else if (expression instanceof Expr.Case branches) {
            for (Expr.Case.When branch : branches.branches()) {
                addColumns(branch.condition(), columns);
                addColumns(branch.value(), columns);
            }
            addColumns(branches.otherwise(), columns);
        } else if (expression instanceof Expr.Coalesce coalesce) {
            coalesce.operands().forEach(operand -> addColumns(operand, columns));
        } else if (expression instanceof Expr.And and) {
            and.operands().forEach(operand -> addColumns(operand, columns));
        } else if (expression instanceof Expr.Or or) {
            or.operands().forEach(operand -> addColumns(operand, columns));
        } else if (expression instanceof Expr.InSet in) {
            addColumns(in.operand(), columns);
        }
    }
}
