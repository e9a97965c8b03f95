package io.algeon.engine;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Map;

/** Opens sessions. One engine serves a process: workers, budgets and caches are its own, databases are shared by location. */
public final class Engine {
    private static final Engine SHARED = new Engine();

    private Engine() {}

    /** The engine of this class loader. */
    public static Engine shared() {
        return SHARED;
    }

    /**
     * Opens a session. The first one also sets what belongs to the process ({@code threads}, {@code memory_limit}).
     *
     * @param user name that CURRENT_USER gives; may be empty
     * @param settings of the session; absent ones have their defaults
     * @throws EngineException if the location cannot be read or a setting's value does not fit
     */
    public Session open(DatabaseLocation location, String user, Map<SessionSetting, String> settings) {
        throw new EngineException(ErrorCode.INTERNAL, "Sessions cannot be opened yet.");
    }
}
