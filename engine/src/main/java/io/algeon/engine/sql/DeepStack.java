package io.algeon.engine.sql;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Runs planning of long or deeply nested statements on a thread with a large stack: parsing, validation and conversion
 * recurse as deep as the statement nests. Ordinary statements run on the caller's thread.
 */
final class DeepStack {
    /** Longer statements get the large stack: a chain of operators may nest once every two characters. */
    private static final int LONG_STATEMENT = 1_000;

    /** Parentheses nested deeper than this get the large stack; a level costs about 3 KiB. */
    private static final int DEEP_NESTING = 30;

    /** Reserved address space; the operating system backs what is touched. */
    private static final long STACK_BYTES = 512L << 20;

    private DeepStack() {}

    /**
     * Runs an action that plans the statement.
     *
     * @throws EngineException {@code planning_limit_exceeded} if even the large stack does not suffice
     */
    static <T> T run(String sql, Supplier<T> action) {
        return isDeep(sql) ? onLargeStack(action) : action.get();
    }

    private static boolean isDeep(String sql) {
        if (sql.length() > LONG_STATEMENT) {
            return true;
        }
        int depth = 0;
        for (int i = 0; i < sql.length(); i++) {
            char character = sql.charAt(i);
            if (character == '(' || character == '[') {
                if (++depth > DEEP_NESTING) {
                    return true;
                }
            } else if (character == ')' || character == ']') {
                depth--;
            }
        }
        return false;
    }

    private static <T> T onLargeStack(Supplier<T> action) {
        FutureTask<T> task = new FutureTask<>(action::get);
        Thread thread = new Thread(null, task, "algeon-planning", STACK_BYTES);
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // the statement's own cancellation stops planning
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw rethrow(Objects.requireNonNullElse(e.getCause(), e));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrow(Throwable cause) {
        if (cause instanceof RuntimeException exception) {
            return exception;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new EngineException(ErrorCode.INTERNAL, "The statement could not be planned.", cause);
    }
}
