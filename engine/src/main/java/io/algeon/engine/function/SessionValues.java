package io.algeon.engine.function;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.SplittableRandom;

/** What functions keep from one call to the next: sequences and random numbers. Thread-safe. */
public interface SessionValues {
    /** Those of nobody: there are no sequences, and random numbers are always others. */
    SessionValues NONE = new SessionValues() {
        @Override
        public long next(String sequence) {
            throw none(sequence);
        }

        @Override
        public long current(String sequence) {
            throw none(sequence);
        }

        @Override
        public long last() {
            throw none("");
        }

        @Override
        public void set(String sequence, long value, boolean given) {
            throw none(sequence);
        }

        @Override
        public void seed(double seed) {
            // nobody keeps it
        }

        @Override
        public SplittableRandom random() {
            return new SplittableRandom();
        }

        private EngineException none(String sequence) {
            return new EngineException(ErrorCode.OBJECT_NOT_FOUND, "There is no sequence '" + sequence + "' here.");
        }
    };

    /** The next number of a sequence, which nobody else gets. */
    long next(String sequence);

    /** The number that the session got last of a sequence. */
    long current(String sequence);

    /** The number that the session got last of any sequence. */
    long last();

    /**
     * Puts a sequence somewhere else.
     *
     * @param given whether the number counts as given, so that the next one follows it
     */
    void set(String sequence, long value, boolean given);

    /** Lets random numbers be the same ones each time; the seed is from -1 to 1. */
    void seed(double seed);

    /** Another generator of random numbers, which depends on the seed if there is one. */
    SplittableRandom random();
}
