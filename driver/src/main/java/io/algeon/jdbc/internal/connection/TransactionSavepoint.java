package io.algeon.jdbc.internal.connection;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import java.sql.SQLException;
import java.sql.Savepoint;

/** A savepoint: its name, or the number of one without. */
final class TransactionSavepoint implements Savepoint {
    private final String key;
    private final int id;

    private TransactionSavepoint(String key, int id) {
        this.key = key;
        this.id = id;
    }

    static TransactionSavepoint named(String name) {
        return new TransactionSavepoint(name, 0);
    }

    static TransactionSavepoint unnamed(int id) {
        return new TransactionSavepoint("\u0000savepoint" + id, id);
    }

    /** The name by which the session knows it. */
    String key() {
        return key;
    }

    /** The name of any savepoint, which must be one of this driver's. */
    static String keyOf(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof TransactionSavepoint own) {
            return own.key;
        }
        throw SqlExceptions.of(ErrorCode.SAVEPOINT_INVALID, "The savepoint was not made by this driver.");
    }

    @Override
    public int getSavepointId() throws SQLException {
        if (id == 0) {
            throw SqlExceptions.of(ErrorCode.SAVEPOINT_INVALID, "The savepoint '" + key + "' has a name, and no id.");
        }
        return id;
    }

    @Override
    public String getSavepointName() throws SQLException {
        if (id != 0) {
            throw SqlExceptions.of(ErrorCode.SAVEPOINT_INVALID, "The savepoint " + id + " has no name.");
        }
        return key;
    }
}
