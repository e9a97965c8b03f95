package io.algeon.cuda.fragment;

import io.algeon.cuda.relation.DeviceRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream of relations through steps into a collector: from an input of the fragment, or from one relation. */
final class Feed {
    private final @Nullable Supplier<@Nullable DeviceRelation> source;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable Collector end;
    private boolean done;

    /** @param source gives the relation, which the feed closes; null for a feed that is pushed from the host */
    Feed(@Nullable Supplier<@Nullable DeviceRelation> source) {
        this.source = source;
    }

    void then(Step step) {
        steps.add(step);
    }

    void endIn(Collector collector) {
        end = collector;
    }

    /** Runs a feed that begins with a relation; others have been pushed. */
    void run() {
        if (done || source == null) {
            return;
        }
        done = true;
        DeviceRelation relation = source.get();
        if (relation != null) {
            push(relation);
        }
    }

    /** Moves a relation, which it closes, through the steps. */
    void push(DeviceRelation relation) {
        List<DeviceRelation> current = List.of(relation);
        for (Step step : steps) {
            List<DeviceRelation> next = new ArrayList<>();
            for (DeviceRelation part : current) {
                if (part.rows() == 0) {
                    part.close();
                } else {
                    next.addAll(step.apply(part));
                }
            }
            current = next;
        }
        Collector collector = java.util.Objects.requireNonNull(end);
        current.forEach(collector::add);
    }

    /** After a portion from the host: lets go of rows that were not collected. */
    void compact() {
        java.util.Objects.requireNonNull(end).compact();
    }
}
