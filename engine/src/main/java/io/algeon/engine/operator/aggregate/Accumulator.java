package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.memory.Reservation;

/**
 * The state of one aggregate function for all groups, in arrays by group. One class a function and kind of argument, with the
 * loop inside: a call handles a batch. Used by one thread at a time.
 */
abstract class Accumulator implements AggregateOutput {
    private final Reservation reservation;
    private int capacity;

    Accumulator(Reservation reservation) {
        this.reservation = reservation;
    }

    /** Makes room for {@code groups} groups, and some more. */
    final void ensure(int groups) {
        ensure(groups, (int) Math.min(Integer.MAX_VALUE - 16, capacity + (capacity >> 1) + 0L));
    }

    /**
     * Makes room for {@code groups} groups; new ones are as after no rows.
     *
     * @param foreseen how many there is room for elsewhere
     */
    final void ensure(int groups, int foreseen) {
        if (groups > capacity) {
            int larger = Math.max(groups, Math.max(foreseen, 16));
            reservation.grow((long) (larger - capacity) * bytesPerGroup());
            resize(larger);
            capacity = larger;
        }
    }

    /** Bytes of state a group. */
    abstract int bytesPerGroup();

    /** Makes the arrays {@code newCapacity} long, keeping what is in them. */
    abstract void resize(int newCapacity);

    /** Adds rows; there is room for their groups. */
    abstract void add(GroupedRows rows, ColumnVector[] arguments);

    /**
     * Adds the state of groups of another accumulator of the same function to groups of this one. The other may be this one:
     * then one after the other, so that running totals come out of merging each group into the next.
     */
    abstract void merge(Accumulator other, int[] otherGroups, int[] groups, int count);
}
