package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;

/**
 * What adding rows to a {@link GroupingState} needs besides the state. A worker that makes many small states, one after the
 * other, has one for all of them.
 */
final class GroupingScratch {
    final KeyRuns keyRuns;
    final GroupedRows rows = new GroupedRows();
    final GroupedRows filteredRows = new GroupedRows();
    final int[] groups = new int[Batch.ROWS];
    final int[] filteredGroups = new int[Batch.ROWS];
    final int[] selected = new int[Batch.ROWS];
    final int[] entries = new int[Batch.ROWS];

    GroupingScratch(int keyColumns) {
        keyRuns = new KeyRuns(keyColumns);
    }
}
