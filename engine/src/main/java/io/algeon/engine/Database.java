package io.algeon.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.table.TableStore;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** What the sessions on one location share: the catalog, and plans of their statements. */
final class Database {
    /**
     * Characters of SQL whose plans are kept, of which each takes some tens of bytes: applications have hundreds of statements,
     * tools that inline values have thousands; a script's INSERT of thousands of rows is run once.
     */
    private static final long CACHED_CHARACTERS = 1_000_000;

    /** What a plan costs beside its text, in characters: at most 2,000 are kept. */
    private static final int PLAN_CHARACTERS = 500;

    /** Its files. */
    final Catalog catalog;
    /** Tables of one's own. */
    final TableStore tables;
    /** Whether it is in memory, so that tables of one's own are as durable as itself. */
    final boolean inMemory;

    final Cache<PlanKey, CachedPlan> plans = Caffeine.newBuilder()
            .maximumWeight(CACHED_CHARACTERS)
            .weigher((PlanKey key, CachedPlan plan) ->
                    PLAN_CHARACTERS + key.sql().length())
            .executor(Runnable::run)
            .build();
    /** Sessions on it; guarded by the engine's map of databases. */
    int sessions;

    Database(Catalog catalog, TableStore tables, boolean inMemory) {
        this.catalog = catalog;
        this.tables = tables;
        this.inMemory = inMemory;
    }

    /**
     * What a plan depends on, apart from the versions of its tables.
     *
     * @param parameterTypes types given for parameters; empty when nothing is known of them
     */
    record PlanKey(
            String sql,
            List<SqlType> parameterTypes,
            String schema,
            String searchPath,
            String timeZone,
            long catalogVersion) {}
}
