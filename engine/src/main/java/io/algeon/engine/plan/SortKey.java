package io.algeon.engine.plan;

/** An order by one column. {@code nullsFirst} holds as written, whatever the direction. */
public record SortKey(int column, boolean descending, boolean nullsFirst) {}
