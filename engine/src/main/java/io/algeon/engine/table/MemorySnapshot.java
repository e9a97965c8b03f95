package io.algeon.engine.table;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnFacts;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A state of a table, bound to an execution. */
record MemorySnapshot(TableData data) implements TableSnapshot {
    @Override
    public long rowCount() {
        return data.liveRows();
    }

    /** Exact only while no row of a group is deleted: bounds and NULL counts are never taken back. */
    @Override
    public Optional<ColumnFacts> facts(int column) {
        if (data.hasDeletedRows() || column >= data.types().size()) {
            return Optional.empty();
        }
        ColumnZone zone = data.zone(column);
        boolean ranged = zone.hasRange() && !zone.hasNan();
        return Optional.of(new ColumnFacts(
                zone.nulls(),
                ranged,
                ranged ? stored(zone.min(), data.types().get(column)) : null,
                ranged ? stored(zone.max(), data.types().get(column)) : null));
    }

    private static @Nullable Object stored(@Nullable Object bound, SqlType type) {
        if (bound instanceof byte[] bytes) {
            return type.kind().isCharacter() ? new String(bytes, StandardCharsets.UTF_8) : new Expr.Bytes(bytes);
        }
        return bound;
    }

    @Override
    public TableScan scan(ScanRequest request, ExecutionContext context) {
        return scan(request, List.of(), context);
    }

    @Override
    public TableScan scan(ScanRequest request, List<DynamicFilter> filters, ExecutionContext context) {
        long[] rows = KeyLookup.rows(data, request.predicates(), context);
        return rows == null ? MemoryScan.prepare(data, request, filters, context) : new LookupScan(data, request, rows);
    }
}
