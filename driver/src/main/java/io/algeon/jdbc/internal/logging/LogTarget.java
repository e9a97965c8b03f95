package io.algeon.jdbc.internal.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Where the lines of one logger go. */
interface LogTarget {
    boolean isEnabled(Level level);

    void log(Level level, String message, @Nullable Throwable failure);
}
