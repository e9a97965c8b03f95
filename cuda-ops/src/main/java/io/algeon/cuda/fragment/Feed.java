package io.algeon.cuda.fragment;

import io.algeon.cuda.memory.DeviceMemoryException;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Relations;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of relations through steps into a collector: from an input of the fragment, or from one relation. Where the device has
 * no memory for a relation, its halves go one after the other.
 */
final class Feed {
    /** Relations of so few rows are not halved any more. */
    private static final long LEAST_ROWS = 256;

    private final @Nullable Supplier<@Nullable DeviceRelation> source;
    private final Operators operators;
    private final List<Step> steps = new ArrayList<>();
    private final List<AtomicLong> counts = new ArrayList<>();
    private final List<Runnable> preparations = new ArrayList<>();
    private @Nullable Collector end;
    private boolean done;

    /** @param source gives the relation, which the feed closes; null for a feed that is pushed from the host */
    Feed(@Nullable Supplier<@Nullable DeviceRelation> source, Operators operators) {
        this.source = source;
        this.operators = operators;
    }

    void then(Step step) {
        steps.add(step);
    }

    /** Adds the rows that come here to a count. */
    void count(AtomicLong rows) {
        counts.add(rows);
        then(relation -> {
            rows.addAndGet(relation.rows());
            return List.of(relation);
        });
    }

    /** Something that has to be done, once, before rows come to the steps that follow. */
    void before(Runnable preparation) {
        preparations.add(preparation);
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
        preparations.forEach(Runnable::run);
        try (relation) {
            portion(relation);
        }
        Objects.requireNonNull(end).compact();
    }

    private void portion(DeviceRelation relation) {
        if (relation.rows() == 0) {
            return;
        }
        Collector collector = Objects.requireNonNull(end);
        collector.begin();
        Workspace.Mark mark = operators.workspace().mark();
        long[] counted = counts.stream().mapToLong(AtomicLong::get).toArray();
        try {
            List<DeviceRelation> prepared = new ArrayList<>();
            for (DeviceRelation part : through(relation.retain())) {
                prepared.add(part.rows() == 0 ? part : collector.prepare(part));
            }
            prepared.forEach(collector::add);
        } catch (DeviceMemoryException full) {
            operators.workspace().giveBackSince(mark);
            for (int i = 0; i < counted.length; i++) {
                counts.get(i).set(counted[i]);
            }
            if (relation.rows() < 2 * LEAST_ROWS) {
                throw full;
            }
            long half = relation.rows() / 2;
            try (DeviceRelation first = Relations.slice(relation, 0, half, operators)) {
                portion(first);
            }
            try (DeviceRelation second = Relations.slice(relation, half, relation.rows(), operators)) {
                portion(second);
            }
        }
    }

    private List<DeviceRelation> through(DeviceRelation relation) {
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
        return current;
    }
}
