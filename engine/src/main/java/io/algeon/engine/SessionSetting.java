package io.algeon.engine;

import java.util.Locale;

/**
 * Settings that SET and connection properties change: the one table from which the documentation, SHOW and
 * {@code DriverPropertyInfo} come.
 */
public enum SessionSetting {
    THREADS("0", "Worker threads of the process, set by the first connection; 0: all processors."),
    MEMORY_LIMIT(
            "60%",
            "Memory for operators, of the process: bytes with an optional unit (512MB, 4GiB) or a share of the heap."),
    HOST_CACHE_CAP_BYTES(
            "25%",
            "Memory for what stays from query to query (decompressed pages, dictionaries), of the process: as memory_limit,"
                    + " within which it counts; given back before a query is refused memory. 0 keeps nothing, and frees it."),
    QUERY_MEMORY_LIMIT("100%", "Memory for one query: as memory_limit, shares being of memory_limit."),
    EXECUTION_MODE(
            "auto",
            "Where queries run: auto, native_preferred, native_required, functions_only, cpu_only. Without a usable GPU all"
                    + " but native_required run on the CPU."),
    DEVICE_ORDINAL(
            "0",
            "Number of the GPU that queries run on, of the process. Setting it, to the same number too, tries a GPU again that"
                    + " was lost."),
    DEVICE_MEMORY_LIMIT(
            "80%",
            "Memory of the GPU for queries and resident columns, of the process: bytes with an optional unit, or a share."),
    CACHE_CAP_BYTES(
            "50%",
            "Memory of the GPU for columns that stay there from query to query, of the process: as device_memory_limit, within"
                    + " which it counts; given back before a query is refused memory. 0 keeps nothing, and frees it."),
    SCHEMA("", "Schema in which unqualified names are looked up; empty: the database's default."),
    SEARCH_PATH(
            "",
            "Schemas in which unqualified names are looked up one after the other, separated by commas; the first is schema. Empty:"
                    + " schema alone."),
    TIME_ZONE("", "Zone of the session, an id such as Europe/Berlin; empty: the JVM's."),
    MAX_ACTIVE_ATTEMPTS(
            "0",
            "Large queries that run at the same time, of the process; 0: as many as threads, at least 2, and 2 on the GPU."),
    MAX_QUEUED_ATTEMPTS("64", "Queries that may wait for admission; one more is refused."),
    MAX_QUEUE_WAIT_MS("30000", "Longest wait for admission, milliseconds.");

    private static final String ADMISSION = "admission_";

    private final String defaultValue;
    private final String description;

    SessionSetting(String defaultValue, String description) {
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /** Name in URLs, properties and SET. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of a setting in its usual spelling: {@code device.memory_limit} is {@code device_memory_limit}. */
    public static String canonicalName(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT).replace('.', '_');
        return plain.startsWith(ADMISSION) ? plain.substring(ADMISSION.length()) : plain;
    }

    public String defaultValue() {
        return defaultValue;
    }

    /** One sentence or two, with units. */
    public String description() {
        return description;
    }
}
