package io.algeon.cuda.fragment;

import io.algeon.cuda.operator.Sort;
import io.algeon.cuda.relation.DeviceRelation;

/** ORDER BY; with a limit, only rows that can be among the first ones are kept. */
final class SortReduction implements Reduction {
    private final Sort sort;

    SortReduction(Sort sort) {
        this.sort = sort;
    }

    @Override
    public DeviceRelation reduce(DeviceRelation part) {
        return sort.isTop() ? sort.first(part) : part.retain();
    }

    @Override
    public DeviceRelation combine(DeviceRelation reduced) {
        return reduce(reduced);
    }

    @Override
    public DeviceRelation finish(DeviceRelation whole) {
        return sort.sort(whole);
    }

    @Override
    public DeviceRelation finishReduced(DeviceRelation reduced) {
        return sort.sort(reduced);
    }
}
