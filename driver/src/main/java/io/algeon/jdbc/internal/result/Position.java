package io.algeon.jdbc.internal.result;

import java.time.ZoneId;

/**
 * Where a cursor stands in its batch; shared by the readers of its columns. {@code row} is negative when there is no current
 * row.
 */
final class Position {
    /** Zone in which instants are shown and zone-less values become instants. */
    final ZoneId zone;

    int row = -1;
    boolean wasNull;

    Position(ZoneId zone) {
        this.zone = zone;
    }
}
