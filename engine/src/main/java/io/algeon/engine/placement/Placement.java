package io.algeon.engine.placement;

/**
 * Where a plan's nodes run.
 *
 * @param device such as {@code cpu}
 * @param reason why there, part of a sentence
 */
public record Placement(String device, String reason) {
    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return device + " (" + reason + ")";
    }
}
