package io.algeon.engine;

import io.algeon.engine.table.TableStore;
import io.algeon.engine.table.TableView;
import io.algeon.engine.table.Transaction;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session's tables of its own and its transaction on them: those of the database, which sessions share, and the temporary
 * ones. Reading takes a {@link TableView} and no lock; changes of one session are made one after the other.
 */
final class SessionTables implements SessionTransaction, AutoCloseable {
    /** Times that a statement outside of a transaction is tried before it keeps other writers out. */
    private static final int FREE_ATTEMPTS = 3;

    /** Two transactions, on the database's tables and on temporary ones, that are one to the session. */
    record Changes(Transaction main, Transaction temporary) {
        TableView view() {
            return TableView.of(main, temporary);
        }

        Transaction of(TableStore store) {
            return store == main.store() ? main : temporary;
        }

        private Mark mark() {
            return new Mark(main.mark(), temporary.mark());
        }

        private void rollbackTo(Mark mark) {
            main.rollbackTo(mark.main);
            temporary.rollbackTo(mark.temporary);
        }

        private void commit() {
            try {
                main.commit();
            } catch (RuntimeException refused) {
                temporary.rollback();
                throw refused;
            }
            temporary.commit();
        }

        private void rollback() {
            main.rollback();
            temporary.rollback();
        }
    }

    private record Mark(Transaction.Mark main, Transaction.Mark temporary) {}

    /** Work within a transaction. */
    interface Work<T> {
        T in(Changes changes);
    }

    private final TableStore main;
    private final TableStore temporary;
    private final Map<String, Mark> savepoints = new LinkedHashMap<>();
    private volatile @Nullable Changes open;
    private volatile boolean autoCommit = true;

    SessionTables(TableStore main, TableStore temporary) {
        this.main = main;
        this.temporary = temporary;
    }

    TableStore main() {
        return main;
    }

    TableStore temporary() {
        return temporary;
    }

    /** What a statement that begins now sees. */
    TableView view() {
        Changes changes = open;
        if (changes == null && !autoCommit) {
            synchronized (this) {
                changes = opened();
            }
        }
        return changes == null ? TableView.committed(main, temporary) : changes.view();
    }

    private Changes opened() {
        Changes changes = open;
        if (changes == null) {
            changes = new Changes(main.begin(), temporary.begin());
            open = changes;
        }
        return changes;
    }

    /**
     * Makes changes: in the open transaction, or in one of their own. What fails changes nothing; outside of a transaction it is
     * tried again if others were faster, in the end with other writers kept out.
     */
    synchronized <T> T change(Work<T> work) {
        if (open != null || !autoCommit) {
            Changes changes = opened();
            Mark mark = changes.mark();
            try {
                return work.in(changes);
            } catch (Throwable failed) {
                changes.rollbackTo(mark);
                throw failed;
            }
        }
        for (int attempt = 0; attempt < FREE_ATTEMPTS; attempt++) {
            try {
                return once(work);
            } catch (EngineException refused) {
                if (refused.code() != ErrorCode.SERIALIZATION_FAILURE) {
                    throw refused;
                }
            }
        }
        synchronized (main) {
            return once(work);
        }
    }

    private <T> T once(Work<T> work) {
        Changes changes = new Changes(main.begin(), temporary.begin());
        T result;
        try {
            result = work.in(changes);
        } catch (Throwable failed) {
            changes.rollback();
            throw failed;
        }
        changes.commit();
        return result;
    }

    synchronized void begin() {
        if (open != null && open.main().hasChanges()) {
            throw new EngineException(
                    ErrorCode.TRANSACTION_STATE, "A transaction is open already. COMMIT or ROLLBACK it first.");
        }
        end(false);
        opened();
    }

    @Override
    public synchronized void commit() {
        end(true);
    }

    @Override
    public synchronized void rollback() {
        end(false);
    }

    private void end(boolean commit) {
        Changes changes = open;
        open = null;
        savepoints.clear();
        if (changes != null) {
            if (commit) {
                changes.commit();
            } else {
                changes.rollback();
            }
        }
    }

    @Override
    public boolean isOpen() {
        return open != null;
    }

    @Override
    public boolean autoCommit() {
        return autoCommit;
    }

    @Override
    public synchronized void setAutoCommit(boolean on) {
        if (on != autoCommit) {
            end(true);
            autoCommit = on;
        }
    }

    @Override
    public synchronized void savepoint(String name) {
        if (open == null && autoCommit) {
            throw new EngineException(
                    ErrorCode.TRANSACTION_STATE,
                    "A savepoint is set within a transaction. BEGIN one, or switch auto-commit off.");
        }
        String key = name.toLowerCase(Locale.ROOT);
        savepoints.remove(key);
        savepoints.put(key, opened().mark());
    }

    @Override
    public synchronized void rollbackTo(String name) {
        Mark mark = require(name);
        opened().rollbackTo(mark);
        forgetAfter(name);
    }

    @Override
    public synchronized void release(String name) {
        require(name);
        forgetAfter(name);
        savepoints.remove(name.toLowerCase(Locale.ROOT));
    }

    private Mark require(String name) {
        Mark mark = savepoints.get(name.toLowerCase(Locale.ROOT));
        if (mark == null) {
            throw new EngineException(
                    ErrorCode.SAVEPOINT_INVALID, "There is no savepoint '" + name + "' in the present transaction.");
        }
        return mark;
    }

    private void forgetAfter(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        boolean later = false;
        for (String known : java.util.List.copyOf(savepoints.keySet())) {
            if (later) {
                savepoints.remove(known);
            }
            later |= known.equals(key);
        }
    }

    @Override
    public synchronized void close() {
        end(false);
        temporary.close();
    }
}
