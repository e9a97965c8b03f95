package io.algeon.engine.source;

import org.jspecify.annotations.Nullable;

/**
 * What CREATE SEQUENCE and ALTER SEQUENCE say; null where they say nothing.
 *
 * @param largest of the sequence's type, of either sign
 * @param restart whether the sequence begins anew
 * @param restartWith where; null: at its start
 */
public record SequenceOptions(
        @Nullable Long largest,
        @Nullable Long start,
        @Nullable Long increment,
        @Nullable Long least,
        @Nullable Long most,
        @Nullable Boolean cycle,
        boolean restart,
        @Nullable Long restartWith) {}
