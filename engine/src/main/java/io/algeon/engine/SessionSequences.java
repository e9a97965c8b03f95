package io.algeon.engine;

import io.algeon.engine.function.SessionValues;
import io.algeon.engine.table.StoredSequence;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The sequences that a session sees, with the numbers that it got of them, and its random numbers. */
final class SessionSequences implements SessionValues {
    private final EngineSession session;
    private final Map<StoredSequence, Long> given = new WeakHashMap<>();
    private @Nullable Long last;
    private @Nullable SplittableRandom seeded;

    SessionSequences(EngineSession session) {
        this.session = session;
    }

    @Override
    public long next(String sequence) {
        StoredSequence found = find(sequence);
        long number = found.next();
        synchronized (this) {
            given.put(found, number);
            last = number;
        }
        return number;
    }

    @Override
    public synchronized long current(String sequence) {
        Long number = given.get(find(sequence));
        if (number == null) {
            throw new EngineException(
                    ErrorCode.OBJECT_STATE,
                    "The session has got no number of the sequence '" + sequence + "' yet. Call nextval first.");
        }
        return number;
    }

    @Override
    public synchronized long last() {
        Long number = last;
        if (number == null) {
            throw new EngineException(
                    ErrorCode.OBJECT_STATE, "The session has got no number of any sequence yet. Call nextval first.");
        }
        return number;
    }

    @Override
    public void set(String sequence, long value, boolean counts) {
        StoredSequence found = find(sequence);
        found.set(value, counts);
        if (counts) {
            synchronized (this) {
                given.put(found, value);
            }
        }
    }

    @Override
    public synchronized void seed(double seed) {
        if (!(seed >= -1 && seed <= 1)) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID, "The seed of random numbers is from -1 to 1, not " + seed + ".");
        }
        seeded = new SplittableRandom(Double.doubleToLongBits(seed + 0.0));
    }

    /** Whether random numbers are to be the same ones each time. */
    synchronized boolean isSeeded() {
        return seeded != null;
    }

    @Override
    public synchronized SplittableRandom random() {
        SplittableRandom generator = seeded;
        return generator == null ? new SplittableRandom() : generator.split();
    }

    private StoredSequence find(String name) {
        List<String> path = path(name);
        List<String> schemas = path.size() > 1
                ? List.of(path.get(path.size() - 2))
                : session.catalog().searchPath(session.currentSchema());
        StoredSequence found = session.tables().view().sequence(schemas, path.get(path.size() - 1));
        if (found != null) {
            return found;
        }
        throw new EngineException(
                ErrorCode.OBJECT_NOT_FOUND, "There is no sequence '" + name + "'. CREATE SEQUENCE makes one.");
    }

    /** The parts of a name, in double quotes or without. */
    private static List<String> path(String name) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
