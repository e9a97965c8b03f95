package io.algeon.engine.operator.function;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of one call while and after it runs: how far it is, sizes, times of its stages. Thread-safe. */
public final class FunctionStatistics {
    private final Map<String, Number> facts = Collections.synchronizedMap(new LinkedHashMap<>());
    /** Share of the whole that preparation is, as a guess. */
    private static final double PREPARATION = 0.4;

    private boolean hasPreparation;
    private double prepared;
    private double progress;

    void set(String name, Number value) {
        facts.put(name, value);
    }

    void setAll(Map<String, Number> values) {
        facts.putAll(values);
    }

    /** Takes the share that is done of what the call itself computes. Never goes back. */
    synchronized void setProgress(double share) {
        progress = Math.max(progress, Math.min(1, share));
    }

    /** Takes the share that is done of what is prepared for the call. Never goes back. */
    synchronized void setPrepared(double share) {
        hasPreparation = true;
        prepared = Math.max(prepared, Math.min(1, share));
    }

    /** Share of the work that is done, 0 to 1. */
    public synchronized double progress() {
        return hasPreparation ? PREPARATION * prepared + (1 - PREPARATION) * progress : progress;
    }

    /** Sizes, iterations and milliseconds, in the order in which they became known. */
    public Map<String, Number> facts() {
        synchronized (facts) {
            return new LinkedHashMap<>(facts);
        }
    }
}
