package io.algeon.cuda.graph;

/**
 * How much to give a launch, so that it takes some ten milliseconds: enough to keep the device busy, little enough that a query can be
 * cancelled in between. One thread.
 */
final class Pace {
    private static final long LONG_NANOSECONDS = 40_000_000;
    private static final long SHORT_NANOSECONDS = 10_000_000;

    private final long least;
    private final long most;
    private long amount;

    Pace(long first, long least, long most) {
        this.least = Math.max(1, least);
        this.most = Math.max(this.least, most);
        this.amount = Math.max(this.least, Math.min(this.most, first));
    }

    /** What the next launch is given. */
    long amount() {
        return amount;
    }

    /** The last launch took so long. */
    void took(long nanoseconds) {
        if (nanoseconds > LONG_NANOSECONDS) {
            amount = Math.max(least, amount / 2);
        } else if (nanoseconds < SHORT_NANOSECONDS) {
            amount = Math.min(most, 2 * amount);
        }
    }
}
