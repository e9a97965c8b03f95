package io.algeon.engine.plan;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where and how COPY writes rows.
 *
 * @param target absolute path of the file, or of the folder of partitions
 * @param options as they are written, names in lower case: a {@code String}, {@code Boolean}, {@code BigDecimal}, null, or
 *     a {@code List} of these
 */
public record FileWrite(Path target, Map<String, @Nullable Object> options) {
    public FileWrite {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(options);
        options = Collections.unmodifiableMap(copy);
    }
}
