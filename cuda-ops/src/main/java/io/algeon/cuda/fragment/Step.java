package io.algeon.cuda.fragment;

import io.algeon.cuda.relation.DeviceRelation;
import java.util.List;

/** A streaming step of a feed: from one relation, which it closes, to any number of them. */
interface Step {
    List<DeviceRelation> apply(DeviceRelation input);
}
