package io.algeon.cuda.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** How far a call is, and what it has measured. Thread-safe. */
public final class FunctionWork {
    private final Map<String, Number> facts = Collections.synchronizedMap(new LinkedHashMap<>());
    private volatile double progress;

    void set(String name, Number value) {
        facts.put(name, value);
    }

    void setProgress(double share) {
        progress = share;
    }

    /** Share of the work that is done, 0 to 1. */
    public double progress() {
        return progress;
    }

    /** Sizes, iterations and milliseconds, in the order in which they became known. */
    public Map<String, Number> facts() {
        synchronized (facts) {
            return new LinkedHashMap<>(facts);
        }
    }
}
