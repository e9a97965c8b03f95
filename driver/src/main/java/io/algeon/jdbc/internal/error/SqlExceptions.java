package io.algeon.jdbc.internal.error;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link SQLException}s: SQLState, vendor code and subclass come from the {@link ErrorCode}, the cause is kept. Whatever
 * is thrown to a user of the driver is made here.
 */
public final class SqlExceptions {
    private SqlExceptions() {}

    /** The exception for a failure of the engine; anything unexpected becomes {@code internal}. */
    public static SQLException of(Throwable failure) {
        if (failure instanceof EngineException known) {
            String message = known.getMessage();
            return create(known.code(), message == null ? known.code().code() : message, known);
        }
        if (failure instanceof StackOverflowError) {
            return create(
                    ErrorCode.PLANNING_LIMIT_EXCEEDED,
                    "The statement is nested too deeply to be planned. Split it, or give the calling thread a larger stack.",
                    failure);
        }
        return create(
                ErrorCode.INTERNAL,
                "Internal error: " + failure + ". This is a defect of the driver, not of the query.",
                failure);
    }

    /** An exception of the driver's own. */
    public static SQLException of(ErrorCode code, String message) {
        return create(code, message, null);
    }

    /** An exception of the driver's own with its cause. */
    public static SQLException of(ErrorCode code, String message, Throwable cause) {
        return create(code, message, cause);
    }

    /** Refuses an optional JDBC feature. */
    public static SQLFeatureNotSupportedException unsupported(String feature) {
        ErrorCode code = ErrorCode.UNSUPPORTED_FEATURE;
        return new SQLFeatureNotSupportedException(feature + " is not supported.", code.sqlState(), code.number());
    }

    /** A value that does not fit the Java type asked for: 22003. */
    public static SQLException outOfRange(Object value, String column, String target) {
        return of(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "Value " + value + " of " + column + " is out of range for " + target + ".");
    }

    /** The error for {@code unwrap} of something that an object does not wrap. */
    public static SQLException notAWrapper(Object wrapper, Class<?> wanted) {
        return of(
                ErrorCode.ARGUMENT_INVALID,
                "This object does not wrap a " + wanted.getName() + ". Ask isWrapperFor first; it is a "
                        + wrapper.getClass().getSimpleName() + ".");
    }

    private static SQLException create(ErrorCode code, String message, @Nullable Throwable cause) {
        String state = code.sqlState();
        int number = code.number();
        return switch (code.category()) {
            case USER -> user(state, number, message, cause);
            case UNSUPPORTED -> new SQLFeatureNotSupportedException(message, state, number, cause);
            case RESOURCES -> new SQLTransientException(message, state, number, cause);
            case SOURCE ->
                state.startsWith("0A")
                        ? new SQLFeatureNotSupportedException(message, state, number, cause)
                        : new SQLNonTransientException(message, state, number, cause);
            case CANCELLED ->
                code == ErrorCode.TIMEOUT
                        ? new SQLTimeoutException(message, state, number, cause)
                        : new SQLTransientException(message, state, number, cause);
            case DEVICE ->
                code == ErrorCode.DEVICE_OUT_OF_MEMORY
                        ? new SQLTransientException(message, state, number, cause)
                        : new SQLNonTransientException(message, state, number, cause);
            case INTERNAL -> new SQLNonTransientException(message, state, number, cause);
        };
    }

    private static SQLException user(String state, int number, String message, @Nullable Throwable cause) {
        return switch (state.substring(0, 2)) {
            case "07", "3F", "42" -> new SQLSyntaxErrorException(message, state, number, cause);
            case "08" -> new SQLNonTransientConnectionException(message, state, number, cause);
            case "21", "22" -> new SQLDataException(message, state, number, cause);
            case "23" -> new SQLIntegrityConstraintViolationException(message, state, number, cause);
            case "40" -> new SQLTransactionRollbackException(message, state, number, cause);
            default -> new SQLNonTransientException(message, state, number, cause);
        };
    }
}
