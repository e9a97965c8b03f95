package io.algeon.engine.device;

/** Kinds of work whose cost a device knows. */
public enum DeviceOperation {
    /** A condition of one comparison. */
    FILTER,
    /** One computed column. */
    EXPRESSION,
    /** A row of either side of a hash join. */
    JOIN,
    /** GROUP BY with a sum and a count. */
    AGGREGATE,
    SORT
}
