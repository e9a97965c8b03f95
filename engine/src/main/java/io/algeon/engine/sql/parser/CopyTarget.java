package io.algeon.engine.sql.parser;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where COPY writes the rows of its query.
 *
 * @param path as it is written
 * @param options as {@code FileWrite} has them
 */
public record CopyTarget(String path, Map<String, @Nullable Object> options) {
    public CopyTarget {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(options);
        options = Collections.unmodifiableMap(copy);
    }
}
