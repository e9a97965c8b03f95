package io.algeon.engine.admission;

import io.algeon.metadata.error.EngineException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One query's request for a slot, and the slot once it is granted. Thread-safe. */
public final class Admission {
    private final AdmissionController controller;
    final Object session;
    final long requestedNanos = System.nanoTime();
    final Runnable onGranted;
    final Consumer<EngineException> onRefused;
    /** Guarded by the controller. */
    State state = State.WAITING;

    long grantedNanos;

    @Nullable
    Runnable cancelExpiry;

    enum State {
        WAITING,
        GRANTED,
        OVER
    }

    Admission(AdmissionController controller, Object session, Runnable onGranted, Consumer<EngineException> onRefused) {
        this.controller = controller;
        this.session = session;
        this.onGranted = onGranted;
        this.onRefused = onRefused;
    }

    /** Gives the slot back, or the place in the queue; idempotent. */
    public void release() {
        controller.release(this);
    }

    /** Time spent in the queue so far, nanoseconds. */
    public long queuedNanoseconds() {
        return controller.queuedNanoseconds(this);
    }
}
