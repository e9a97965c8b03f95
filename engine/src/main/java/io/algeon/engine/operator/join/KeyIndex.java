package io.algeon.engine.operator.join;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.memory.Reservation;
import java.util.Optional;

/** The distinct keys of a build side, each with a number ("group"). Built once, then read by any number of threads. */
sealed interface KeyIndex permits HashedKeys, RankedKeys {
    /** Distinct keys. */
    int keyCount();

    /** The numbers of groups are below this; as many as keys if they are consecutive. */
    int groupBound();

    /** Looks keys up, for the use of one thread. */
    Finder finder();

    /** The values of a key column; empty if there is no filter for its type, or no memory for it. */
    Optional<KeyFilter> filter(int column, Reservation memory);

    /** One thread's view of an index. */
    interface Finder {
        /**
         * Finds the groups of the first {@code count} rows; those of rows with a NULL that equals nothing are undefined.
         *
         * @param groups receives the group of each row, -1 for a key that is not there
         */
        void find(ColumnVector[] keys, int count, int[] groups);
    }
}
