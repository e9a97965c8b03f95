package io.algeon.engine.tablefunction;

import java.util.List;
import java.util.Map;

/**
 * What a function builds from some of its relations before it runs, such as a graph. Two calls in one query that agree in
 * preparation, these relations and these options share the result.
 */
public interface Preparation {
    /** Names of the relation arguments that it uses up. */
    List<String> relations();

    /** Names of the options that it depends on. */
    List<String> options();

    /** Whether rows of a relation that equal the one before change nothing. */
    default boolean ignoresRepeatedRows(FunctionCall.RelationInput relation, Options options) {
        return false;
    }

    /**
     * Builds it. Called once, by one thread, which may use the crew of {@code work}; the relations are released afterwards.
     *
     * @param given the relations by name, those that are given
     */
    Prepared prepare(Options options, Map<String, RelationRows> given, Work work);

    /** What was built; closing gives its memory back. */
    interface Prepared extends AutoCloseable {
        /** Sizes for EXPLAIN ANALYZE, name to number, in the order in which they are shown. */
        Map<String, Number> facts();

        @Override
        void close();
    }
}
