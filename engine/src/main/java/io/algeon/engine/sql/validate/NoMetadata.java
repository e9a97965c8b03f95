package io.algeon.engine.sql.validate;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * Answers "unknown" to all that Calcite asks about relations during conversion. Our optimizer estimates on its own, and
 * Calcite's provider would generate and compile a class for each kind of question in every new JVM.
 */
final class NoMetadata implements MetadataHandlerProvider {
    private static final NoMetadata INSTANCE = new NoMetadata();

    private final Map<Class<?>, Object> handlers = new ConcurrentHashMap<>();

    private NoMetadata() {}

    static RelMetadataQuery query() {
        return new RelMetadataQuery(INSTANCE);
    }

    @Override
    public <M extends MetadataHandler<?>> M handler(Class<M> type) {
        return type.cast(handlers.computeIfAbsent(
                type,
                key -> Proxy.newProxyInstance(
                        key.getClassLoader(), new Class<?>[] {key}, (proxy, method, arguments) -> null)));
    }
}
