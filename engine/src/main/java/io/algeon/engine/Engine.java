package io.algeon.engine;

import io.algeon.engine.catalog.DirectoryCatalog;
import io.algeon.engine.catalog.MemoryCatalog;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.parquet.codec.Decompressor;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.table.TableStore;
import io.algeon.metadata.error.EngineException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens sessions. One engine serves a process: workers, budgets and caches are its own, databases are shared by location. */
public final class Engine {
    private static final Engine SHARED = new Engine();

    private static final int PAUSE_MILLIS = 150;
    private static final int MOST_PAUSES = 20;

    /** Goes through parsing, planning and the usual operators, whose classes take some time to be loaded. */
    private static final String WARM_UP = "SELECT t.table_schema, count(*), min(c.column_name) FROM"
            + " information_schema.tables t JOIN information_schema.columns c ON c.table_name = t.table_name"
            + " WHERE c.ordinal_position < 5 GROUP BY t.table_schema ORDER BY 2 DESC LIMIT 3";

    private static final Logger LOGGER = LoggerFactory.getLogger(Engine.class);

    private final EngineRuntime runtime = new EngineRuntime();
    private final FooterCache footers = FooterCache.ofDefaultSize(runtime.hostCache);
    private final Map<DatabaseLocation, Database> databases = new HashMap<>();
    private final AtomicBoolean configured = new AtomicBoolean();
    private final AtomicBoolean warmedUp = new AtomicBoolean();

    /** An engine apart from the shared one, for tests. */
    Engine() {}

    /** The engine of this class loader. */
    public static Engine shared() {
        return SHARED;
    }

    /**
     * Opens a session. The first one also sets what belongs to the process ({@code threads}, {@code memory_limit},
     * {@code host_cache_cap_bytes}, {@code max_active_attempts}); later ones change them with SET only.
     *
     * @param user name that CURRENT_USER gives; may be empty
     * @param settings of the session; absent ones have their defaults
     * @throws EngineException if the location cannot be read or a setting's value does not fit
     */
    public Session open(DatabaseLocation location, String user, Map<SessionSetting, String> settings) {
        if (this == SHARED && warmedUp.compareAndSet(false, true)) {
            startWarmUp();
        }
        Database database;
        synchronized (this) {
            database = databases.get(location);
            if (database == null) {
                database = database(catalog(location), !(location instanceof DatabaseLocation.Directory));
                if (!(location instanceof DatabaseLocation.Private)) {
                    databases.put(location, database);
                }
            }
            database.sessions++;
        }
        runtime.monitor.sessionOpened();
        Database opened = database;
        try {
            return open(opened, user, settings, () -> release(location, opened));
        } catch (RuntimeException refused) {
            release(location, opened);
            throw refused;
        }
    }

    private Catalog catalog(DatabaseLocation location) {
        if (location instanceof DatabaseLocation.Directory directory) {
            return new DirectoryCatalog(directory.path(), footers);
        }
        return new MemoryCatalog(location instanceof DatabaseLocation.Named named ? named.name() : "memory", footers);
    }

    /** A session on a catalog of its own, for tests. */
    EngineSession open(Catalog catalog) {
        Database database = database(catalog, true);
        return open(database, "", Map.of(), database.tables::close);
    }

    private Database database(Catalog catalog, boolean inMemory) {
        return new Database(catalog, new TableStore(catalog.defaultSchema(), false, runtime.budget), inMemory);
    }

    private EngineSession open(Database database, String user, Map<SessionSetting, String> settings, Runnable onClose) {
        EngineSession session = new EngineSession(runtime, database, user, onClose);
        boolean first = !configured.get();
        settings.forEach((setting, value) -> session.initialise(setting, value, first));
        configured.set(true);
        return session;
    }

    private void startWarmUp() {
        Thread thread = new Thread(null, this::warmUp, "algeon-warm-up");
        thread.setDaemon(true);
        thread.setContextClassLoader(Engine.class.getClassLoader());
        thread.start();
    }

    /**
     * Loads beside the first connection what every statement needs; then, once no query runs, what most need, by a small query.
     * That either fails would be told by the user's own queries.
     */
    private void warmUp() {
        Catalog catalog = new MemoryCatalog("memory", footers);
        try {
            Planning.load(catalog);
            if (awaitIdleness()) {
                Decompressor.warmUp();
                try (EngineSession session = open(catalog);
                        QueryExecution execution = session.prepare(WARM_UP).execute(List.of(), Duration.ZERO, 0)) {
                    execution.next();
                }
            }
        } catch (EngineException | LinkageError unsuccessful) {
            // a linkage error means that the class loader was closed meanwhile
            LOGGER.debug("the warm-up query failed", unsuccessful);
        }
        runtime.monitor.publish();
    }

    /** Waits until no query has run for a while; false if there is hardly a pause, so that queries warm up themselves. */
    private boolean awaitIdleness() {
        long seen = -1;
        for (int i = 0; i < MOST_PAUSES; i++) {
            long begun = runtime.monitor.begunQueries();
            if (begun == seen && runtime.monitor.getOpenQueries() == 0 && configured.get()) {
                return true;
            }
            seen = begun;
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException ended) {
                return false;
            }
        }
        return false;
    }

    private void release(DatabaseLocation location, Database database) {
        synchronized (this) {
            if (--database.sessions == 0) {
                databases.remove(location, database);
                database.tables.close();
            }
        }
        runtime.monitor.sessionClosed();
    }

    EngineRuntime runtime() {
        return runtime;
    }
}
