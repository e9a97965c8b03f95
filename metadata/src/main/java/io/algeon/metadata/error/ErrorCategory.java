package io.algeon.metadata.error;

/** Who has to act on an error. */
public enum ErrorCategory {
    /** The statement, its data or its parameters are wrong. */
    USER,
    /** Valid SQL that the engine does not run. */
    UNSUPPORTED,
    /** Not enough memory, slots or time; the same statement may succeed later or with higher limits. */
    RESOURCES,
    /** A file or another source is missing, unreadable or damaged. */
    SOURCE,
    /** Stopped on request or by its time limit. */
    CANCELLED,
    /** The GPU failed. */
    DEVICE,
    /** A defect of the engine. */
    INTERNAL
}
