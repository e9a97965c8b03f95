package io.algeon.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.table.TableStore;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** What the sessions on one location share: the catalog, and plans of their statements. */
final class Database {
    /** A plan is some kilobytes; applications have hundreds of statements, tools that inline values have thousands. */
    private static final int CACHED_PLANS = 1000;

    /** Its files. */
    final Catalog catalog;
    /** Tables of one's own. */
    final TableStore tables;
    /** Whether it is in memory, so that tables of one's own are as durable as itself. */
    final boolean inMemory;

    final Cache<PlanKey, CachedPlan> plans = Caffeine.newBuilder()
            .maximumSize(CACHED_PLANS)
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
    record PlanKey(String sql, List<SqlType> parameterTypes, String schema, String timeZone, long catalogVersion) {}
}
