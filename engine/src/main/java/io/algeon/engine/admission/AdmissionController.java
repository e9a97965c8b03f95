package io.algeon.engine.admission;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Admits large queries, first come, first served.
 *
 * <p>There is a number of slots. A request takes a free one at once if nobody waits; otherwise it queues, unless the queue is
 * full or the predicted wait is longer than the longest one allowed: it is refused then, with the prediction. The prediction
 * is a moving average of how long slots were held, times the queue's length over the slots. No thread waits here: grants and
 * refusals are callbacks, made without any lock.
 *
 * <p>A session that holds a slot is admitted at once, beyond the number of slots if need be: it may be reading one result to
 * know what to ask next, and would otherwise wait for itself. For the same reason holders give their slot back as soon as
 * only the reader is awaited.
 */
public final class AdmissionController {
    /** Weight of the newest observation in the moving average. */
    private static final double NEWEST = 0.2;

    private final String what;
    private final ScheduledExecutorService timer;
    private final Deque<Admission> queue = new ArrayDeque<>();
    private final Map<Object, Integer> holders = new IdentityHashMap<>();
    private int slots;
    private int taken;
    private double heldNanosAverage;

    /**
     * @param what has the slots, such as {@code engine}, for messages
     * @param timer ends waits that have become too long
     * @param slots at least 1
     */
    public AdmissionController(String what, ScheduledExecutorService timer, int slots) {
        this.what = what;
        this.timer = timer;
        this.slots = slots;
    }

    /** Changes the number of slots; fewer take effect as holders end. */
    public void setSlots(int newSlots) {
        List<Admission> granted;
        synchronized (this) {
            slots = newSlots;
            granted = grantFree();
        }
        granted.forEach(admission -> admission.onGranted.run());
    }

    /** Slots that are taken now. */
    public synchronized int taken() {
        return taken;
    }

    /** Requests that wait now. */
    public synchronized int waiting() {
        return queue.size();
    }

    /**
     * Asks for a slot.
     *
     * @param session compared by identity
     * @param maxQueued requests that may wait, this one included
     * @param maxWaitMillis longest wait
     * @param onGranted called once when the query may run: by this call, or later by any thread
     * @param onRefused called once instead, if the wait becomes too long
     * @throws EngineException {@code service_overloaded} if the request is refused at once
     */
    public Admission request(
            Object session,
            int maxQueued,
            long maxWaitMillis,
            Runnable onGranted,
            Consumer<EngineException> onRefused) {
        Admission admission = new Admission(this, session, onGranted, onRefused);
        synchronized (this) {
            boolean free = taken < slots && queue.isEmpty();
            if (!free && !holders.containsKey(session)) {
                enqueue(admission, maxQueued, maxWaitMillis);
                return admission;
            }
            grant(admission);
        }
        onGranted.run();
        return admission;
    }

    private void enqueue(Admission admission, int maxQueued, long maxWaitMillis) {
        long predictedMillis = Math.round(heldNanosAverage * (queue.size() + 1) / slots / 1e6);
        if (queue.size() >= maxQueued || predictedMillis > maxWaitMillis) {
            throw new EngineException(
                    ErrorCode.SERVICE_OVERLOADED,
                    "The " + what + " is busy: " + taken + " queries run and " + queue.size()
                            + " wait; the wait would be about " + predictedMillis + " ms. Try again later, or raise "
                            + (queue.size() >= maxQueued
                                    ? "max_queued_attempts (" + maxQueued + ")."
                                    : "max_queue_wait_ms (" + maxWaitMillis + ")."));
        }
        queue.add(admission);
        ScheduledFuture<?> expiry =
                timer.schedule(() -> expire(admission, maxWaitMillis), maxWaitMillis, TimeUnit.MILLISECONDS);
        admission.cancelExpiry = () -> expiry.cancel(false);
    }

    private void expire(Admission admission, long maxWaitMillis) {
        EngineException refusal;
        synchronized (this) {
            if (admission.state != Admission.State.WAITING) {
                return;
            }
            over(admission);
            queue.remove(admission);
            refusal = new EngineException(
                    ErrorCode.SERVICE_OVERLOADED,
                    "The query waited " + maxWaitMillis + " ms for other queries of the " + what + " to end (" + taken
                            + " run, "
                            + queue.size() + " more wait). Try again later, or raise max_queue_wait_ms.");
        }
        admission.onRefused.accept(refusal);
    }

    private void grant(Admission admission) {
        admission.state = Admission.State.GRANTED;
        admission.grantedNanos = System.nanoTime();
        stopExpiry(admission);
        taken++;
        holders.merge(admission.session, 1, Integer::sum);
    }

    private static void stopExpiry(Admission admission) {
        @Nullable Runnable cancel = admission.cancelExpiry;
        if (cancel != null) {
            admission.cancelExpiry = null;
            cancel.run();
        }
    }

    private void over(Admission admission) {
        if (admission.state == Admission.State.WAITING) {
            admission.grantedNanos = System.nanoTime();
        }
        admission.state = Admission.State.OVER;
        stopExpiry(admission);
    }

    void release(Admission admission) {
        List<Admission> granted;
        synchronized (this) {
            switch (admission.state) {
                case OVER -> {
                    return;
                }
                case WAITING -> {
                    over(admission);
                    queue.remove(admission);
                    return;
                }
                case GRANTED -> {
                    over(admission);
                    taken--;
                    holders.computeIfPresent(admission.session, (session, held) -> held == 1 ? null : held - 1);
                    long held = System.nanoTime() - admission.grantedNanos;
                    heldNanosAverage = heldNanosAverage == 0 ? held : (1 - NEWEST) * heldNanosAverage + NEWEST * held;
                }
            }
            granted = grantFree();
        }
        granted.forEach(next -> next.onGranted.run());
    }

    private List<Admission> grantFree() {
        List<Admission> granted = new ArrayList<>();
        while (taken < slots && !queue.isEmpty()) {
            Admission next = queue.remove();
            grant(next);
            granted.add(next);
        }
        return granted;
    }

    synchronized long queuedNanoseconds(Admission admission) {
        return (admission.state == Admission.State.WAITING ? System.nanoTime() : admission.grantedNanos)
                - admission.requestedNanos;
    }
}
