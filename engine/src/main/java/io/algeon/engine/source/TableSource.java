package io.algeon.engine.source;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A table that can be read. Planning holds it by reference; execution binds a {@link TableSnapshot}. Thread-safe.
 */
public interface TableSource {
    TableDef definition();

    /**
     * Statistics of the present state, cheap: from footers and caches, and from what is in memory; kept until the data changes. May be called from planning at any time.
     */
    TableStatistics statistics();

    /**
     * Rows of the present state for which predicates are true, where the table is small enough to be read for an estimate;
     * see {@link RowCounting#count}.
     */
    default OptionalLong count(List<Expr> predicates) {
        return OptionalLong.empty();
    }

    /**
     * Estimated distinct combinations of values of some columns in the present state, which are rarely independent of each
     * other; of one column, its distinct values that are not NULL, perhaps better known than by {@link #statistics}. Looks at
     * some thousand rows where nobody asked before. Empty if nothing better is known than what the statistics tell.
     *
     * @param columns positions in the definition, ascending
     */
    default OptionalDouble distinct(List<Integer> columns) {
        return OptionalDouble.empty();
    }

    /** How the rows are read, in a few words for EXPLAIN, such as what was found out about a CSV file; may be empty. */
    default String details() {
        return "";
    }

    /**
     * This table with columns that are there if they are named, and that {@code SELECT *} does not show: for files, where a
     * row comes from.
     *
     * @param names of the wanted ones, in lower case; those that there are not, or that the table has anyway, are left out
     */
    default TableSource withHidden(Set<String> names) {
        return this;
    }

    /** Whether {@code SELECT *} leaves a column out. */
    default boolean isHidden(String column) {
        return false;
    }

    /**
     * Changes whenever the definition or the statistics change so much that plans should be made again. Cheap.
     */
    long version();

    /**
     * Binds the present state for one execution: for files their identities and footers, for own tables a version. What
     * is read through it is never a mix of two states: a file replaced later gives {@code source_changed}.
     *
     * @throws io.algeon.metadata.error.EngineException if files are missing, unreadable, corrupt, or no longer have the
     *     definition's schema
     */
    TableSnapshot snapshot();
}
