package io.algeon.engine.sql.parser;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * COPY table FROM files.
 *
 * @param table parts of the table's name
 * @param columns that are filled, as they are written; empty: all
 * @param path as it is written
 * @param options as those of {@link CopyTarget}
 */
public record CopySource(List<String> table, List<String> columns, String path, Map<String, @Nullable Object> options)
        implements ParsedStatement {
    public CopySource {
        table = List.copyOf(table);
        columns = List.copyOf(columns);
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(options);
        options = Collections.unmodifiableMap(copy);
    }
}
