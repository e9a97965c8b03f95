package io.algeon.cuda.fragment;

import io.algeon.cuda.relation.DeviceRelation;

/** Makes less of rows before all of them are there: partial aggregates, or the first rows of an order. */
interface Reduction {
    /** Rows of the input, reduced; the part stays the caller's. */
    DeviceRelation reduce(DeviceRelation part);

    /** Reduced rows of several parts, reduced again; they stay the caller's. */
    DeviceRelation combine(DeviceRelation reduced);

    /** The result of rows of the input that were never reduced; they stay the caller's. */
    DeviceRelation finish(DeviceRelation whole);

    /** The result of reduced rows; they stay the caller's. */
    DeviceRelation finishReduced(DeviceRelation reduced);
}
