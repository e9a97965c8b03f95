package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;

/** Up to a batch of neighbouring places, with the partition and the peers of each. Reused from batch to batch. */
final class Span {
    final int[] partitionStart = new int[Batch.ROWS];
    final int[] partitionEnd = new int[Batch.ROWS];

    /** Number of the group of peers, and of the first such group of the partition. */
    final int[] peers = new int[Batch.ROWS];

    final int[] firstPeers = new int[Batch.ROWS];
    final int[] peerStart = new int[Batch.ROWS];
    final int[] peerEnd = new int[Batch.ROWS];

    /** Number of the partition. */
    final int[] partition = new int[Batch.ROWS];

    private int from;
    private int count;

    /** First place. */
    int from() {
        return from;
    }

    int count() {
        return count;
    }

    void set(OrderedRows rows, int newFrom, int newCount) {
        from = newFrom;
        count = newCount;
        int number = rows.partitionOf(newFrom);
        int group = rows.peersOf(newFrom);
        int first = rows.peersOf(rows.partitionStart(number));
        for (int i = 0; i < newCount; i++) {
            int place = newFrom + i;
            if (place >= rows.peerStart(group + 1)) {
                group++;
                if (place >= rows.partitionStart(number + 1)) {
                    number++;
                    first = group;
                }
            }
            partition[i] = number;
            partitionStart[i] = rows.partitionStart(number);
            partitionEnd[i] = rows.partitionStart(number + 1);
            peers[i] = group;
            firstPeers[i] = first;
            peerStart[i] = rows.peerStart(group);
            peerEnd[i] = rows.peerStart(group + 1);
        }
    }
}
