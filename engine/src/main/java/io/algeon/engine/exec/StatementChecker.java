package io.algeon.engine.exec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says whether a statement could be executed, without doing so. */
@FunctionalInterface
public interface StatementChecker {
    /** Knows of no session, and finds every statement wanting. */
    StatementChecker NONE =
            sql -> new Report(false, "internal", "No session checks statements here.", List.of(), null, 0);

    Report check(String sql);

    /**
     * What was found.
     *
     * @param errorCode null if the statement is valid
     * @param message why it is not; empty if it is
     * @param columns names and types of the result
     * @param device where it would run; null if it would not
     * @param estimatedBytes memory that its functions are expected to need
     */
    record Report(
            boolean valid,
            @Nullable String errorCode,
            String message,
            List<String> columns,
            @Nullable String device,
            long estimatedBytes) {}
}
