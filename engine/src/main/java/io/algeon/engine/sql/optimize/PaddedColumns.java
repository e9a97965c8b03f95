package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.BitSet;

/**
 * Columns that outer joins within a tree fill with NULLs. A column's type is that of the place that produces it, which may
 * be NOT NULL: who compares values above such a join asks here, too.
 */
final class PaddedColumns {
    private final BitSet padded = new BitSet();

    /** The columns that some trees may fill with NULLs. */
    PaddedColumns(LogicalNode... trees) {
        for (LogicalNode tree : trees) {
            collect(tree, padded);
        }
    }

    /** Whether two columns hold the same value of a column of these trees, or both NULL. */
    Expr same(Column of, Column one, Column other) {
        boolean nullable = of.type().nullable() || padded.get(of.id());
        return ExprTrees.call(nullable ? "is_not_distinct_from" : "equal", one.reference(), other.reference());
    }

    private static void collect(LogicalNode node, BitSet padded) {
        if (node instanceof LogicalNode.Join join) {
            if (join.pairing() == LogicalNode.Pairing.LEFT || join.pairing() == LogicalNode.Pairing.FULL) {
                padded.or(ExprTrees.ids(join.right().columns()));
            }
            if (join.pairing() == LogicalNode.Pairing.FULL) {
                padded.or(ExprTrees.ids(join.left().columns()));
            }
            collect(join.left(), padded);
            collect(join.right(), padded);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            if (unnest.outer()) {
                padded.or(ExprTrees.ids(unnest.elements()));
                if (unnest.number() != null) {
                    padded.set(unnest.number().id());
                }
            }
            collect(unnest.input(), padded);
        } else if (node instanceof LogicalNode.Filter filter) {
            collect(filter.input(), padded);
        } else if (node instanceof LogicalNode.Compute compute) {
            collect(compute.input(), padded);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            collect(aggregate.input(), padded);
        } else if (node instanceof LogicalNode.Sort sort) {
            collect(sort.input(), padded);
        } else if (node instanceof LogicalNode.Window window) {
            collect(window.input(), padded);
        } else if (node instanceof LogicalNode.Sample sample) {
            collect(sample.input(), padded);
        }
        // the others give columns of their own, whose types allow for what their inputs have
    }
}
