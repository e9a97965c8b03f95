package io.algeon.tck.merrec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A workload: one statement here; with libraries, tables that DuckDB makes and a graph step in Python.
 *
 * @param name of the files
 * @param tables what DuckDB computes, by name
 * @param columns arrays that the graph step reads: name to "table.column", followed by " double" where it is no integer
 */
record MerrecWorkload(String name, Map<String, String> tables, Map<String, String> columns) {
    private static final String FANS = "SELECT DISTINCT brand_id AS brand, user_id AS \"user\" FROM merrec_events";

    /** Edges between items and users. */
    static final String ITEM_USERS =
            "SELECT item_id AS item, user_id AS \"user\", CAST(count(*) AS DOUBLE) AS weight FROM merrec_events"
                    + " WHERE event_type = 'item_view' GROUP BY item_id, user_id";

    static final List<MerrecWorkload> ALL = List.of(
            new MerrecWorkload(
                    "session-audit",
                    Map.of(
                            "a_sessions",
                            "SELECT session_id, row_number() OVER () - 1 AS session"
                                    + " FROM (SELECT DISTINCT session_id FROM merrec_events)",
                            "edges",
                            "SELECT DISTINCT e.user_id AS \"user\", s.session"
                                    + " FROM merrec_events AS e JOIN a_sessions AS s USING (session_id)"),
                    Map.of("user", "edges.user", "session", "edges.session")),
            new MerrecWorkload(
                    "brand-tie-ins",
                    Map.of("look", weights("item_view"), "likes", weights("item_like")),
                    Map.of(
                            "look_brand", "look.brand",
                            "look_user", "look.user",
                            "look_weight", "look.weight double",
                            "like_brand", "likes.brand",
                            "like_user", "likes.user",
                            "like_weight", "likes.weight double")),
            fans("brand-twins", 2000),
            fans("shopping-worlds", 5000),
            fans("world-bridges", 5000),
            new MerrecWorkload(
                    "item-user-pagerank",
                    Map.of("edges", ITEM_USERS),
                    Map.of("item", "edges.item", "user", "edges.user", "weight", "edges.weight double")));

    private static String weights(String event) {
        return "SELECT brand_id AS brand, user_id AS \"user\", CAST(count(*) AS DOUBLE) AS weight FROM merrec_events"
                + " WHERE event_type = '" + event + "' GROUP BY brand_id, user_id";
    }

    private static MerrecWorkload fans(String name, int brands) {
        return new MerrecWorkload(
                name,
                Map.of(
                        "a_fans",
                        FANS,
                        "edges",
                        "SELECT brand, \"user\" FROM a_fans WHERE brand IN (SELECT brand FROM a_fans GROUP BY brand"
                                + " ORDER BY count(*) DESC, brand LIMIT " + brands + ")"),
                Map.of("brand", "edges.brand", "user", "edges.user"));
    }

    /** The statement. */
    String sql() {
        return resource(name + ".sql");
    }

    static String resource(String file) {
        try (InputStream stream = MerrecWorkload.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + file + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
