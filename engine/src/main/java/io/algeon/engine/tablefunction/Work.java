package io.algeon.engine.tablefunction;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.Reservation;

/**
 * What long computations need: threads, memory, a way to be stopped, and somebody to tell how far they are.
 *
 * @param crew carries out what can be done in parts
 * @param cancellation checked at least every few milliseconds
 * @param memory reserved before it is allocated
 * @param progress told the share that is done
 */
public record Work(Crew crew, CancellationToken cancellation, Reservation memory, Progress progress) {
    /** Takes the share of the work that is done, 0 to 1. */
    public interface Progress {
        /** Nobody listens. */
        Progress NONE = share -> {};

        void done(double share);
    }
}
