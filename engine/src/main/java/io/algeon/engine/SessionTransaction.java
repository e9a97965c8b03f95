package io.algeon.engine;

/**
 * A session's transaction on tables of one's own. With auto-commit every statement is one; without, or after BEGIN, a
 * transaction ends by commit or rollback. It reads the state at its beginning with its own changes. Thread-safe.
 */
public interface SessionTransaction {
    boolean autoCommit();

    /** Switches; a transaction that is open is committed. */
    void setAutoCommit(boolean on);

    /** Whether a transaction is open. */
    boolean isOpen();

    /**
     * Makes the transaction's changes visible to all; does nothing if none is open.
     *
     * @throws io.algeon.metadata.error.EngineException {@code serialization_failure} if others have changed the same; the
     *     transaction is rolled back then
     */
    void commit();

    /** Undoes the transaction's changes; does nothing if none is open. */
    void rollback();

    /**
     * Sets a savepoint; one of the same name is forgotten.
     *
     * @throws io.algeon.metadata.error.EngineException {@code transaction_state} outside of a transaction
     */
    void savepoint(String name);

    /**
     * Undoes what was changed since a savepoint, which stays.
     *
     * @throws io.algeon.metadata.error.EngineException {@code savepoint_invalid} if there is none
     */
    void rollbackTo(String name);

    /**
     * Forgets a savepoint and those after it.
     *
     * @throws io.algeon.metadata.error.EngineException {@code savepoint_invalid} if there is none
     */
    void release(String name);
}
