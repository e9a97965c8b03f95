package io.algeon.engine.operator.function;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of one call while and after it runs: how far it is, sizes, times of its stages. Thread-safe. */
public final class FunctionStatistics {
    private final Map<String, Number> facts = Collections.synchronizedMap(new LinkedHashMap<>());
    private volatile double progress;

    void set(String name, Number value) {
        facts.put(name, value);
    }

    void setAll(Map<String, Number> values) {
        facts.putAll(values);
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
