package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Distinct keys of one or several columns, numbered from 0 in the order in which they came. NULL is a key value like any
 * other. One writer; when it has finished, any number of readers.
 */
public interface Groups extends AutoCloseable {
    /** Groups so far. */
    int groupCount();

    /** Groups that fit without growing. */
    int groupCapacity();

    /** Says how many groups to prepare for, before any rows come. */
    void expect(int groups);

    /** Says about how many groups there may be in the end; believed only so far. */
    void estimate(double groups);

    /**
     * Finds the groups of the first {@code count} rows of the key columns, adding those that are new.
     *
     * @param groups receives the group of each row
     */
    void assign(ColumnVector[] vectors, int count, int[] groups);

    /**
     * Values of a key column for the given groups.
     *
     * @param reuse a result of an earlier call for this column, overwritten and returned if it fits
     */
    ColumnVector keys(int column, int[] groups, int count, @Nullable ColumnVector reuse);

    /** Number between 0 and {@code 2^bits - 1} for every group; the same for equal keys of any two objects of one class. */
    void partitions(int bits, int[] target);

    /** Range of the only key column's values if it is an integer, NULL left aside; null if it is not, or has no values. */
    @Nullable
    KeyRange integerRange();

    /**
     * The groups with keys in a range, and the others, that of NULL among them.
     *
     * @param range within {@link #integerRange()}
     */
    Split split(KeyRange range);

    /** Takes over what another object of this class, to which nothing will be added, looks keys up with; before any rows come. */
    void succeed(Groups finished);

    /**
     * As {@link #partitions}, by ranges of the key instead of its hash.
     *
     * @param whole range that covers {@link #integerRange()}, the same for all that are partitioned together
     */
    void rangePartitions(KeyRange whole, int bits, int[] target);

    /** Groups with keys in a range, and the others. */
    record Split(GroupSlice inside, GroupSlice outside) {}

    @Override
    void close();
}
