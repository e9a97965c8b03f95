package io.algeon.engine.tablefunction;

import io.algeon.engine.exec.StatementChecker;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a function.
 *
 * @param relations the given relations that the preparation has not used up, by name
 * @param prepared what the preparation has built; null if the function has none
 * @param checker checks statements
 * @param facts takes numbers for EXPLAIN ANALYZE, such as iterations
 */
public record Invocation(
        FunctionCall call,
        Options options,
        Map<String, RelationRows> relations,
        Preparation.@Nullable Prepared prepared,
        Work work,
        StatementChecker checker,
        Map<String, Number> facts) {}
