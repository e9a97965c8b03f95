package io.algeon.engine.table;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statistics of a state of a table, from what its groups know and a sample of some thousand rows. */
final class DataStatistics {
    private static final int SAMPLE_ROWS = 4096;
    private static final int MOST_SAMPLED_GROUPS = 8;

    private DataStatistics() {}

    static TableStatistics of(TableData data) {
        List<ColumnStatistics> columns = new ArrayList<>();
        long allRows = 0;
        for (int g = 0; g < data.groupCount(); g++) {
            allRows += data.group(g).isDead() ? 0 : data.group(g).rows;
        }
        for (int column = 0; column < data.types().size(); column++) {
            columns.add(column(data, column, Math.max(1, allRows)));
        }
        return new TableStatistics(data.liveRows(), columns);
    }

    private static ColumnStatistics column(TableData data, int column, long allRows) {
        SqlType type = data.types().get(column);
        ColumnZone zone = data.zone(column);
        OptionalLong distinct = isKey(data, column) ? OptionalLong.of(data.liveRows()) : distinct(data, column, zone);
        return new ColumnStatistics(
                distinct,
                OptionalDouble.of((double) zone.nulls() / allRows),
                bound(zone.min(), type),
                bound(zone.max(), type),
                OptionalDouble.empty(),
                false);
    }

    private static boolean isKey(TableData data, int column) {
        for (KeyIndex index : data.indexes()) {
            if (index.isUnique() && index.columns().length == 1 && index.columns()[0] == column) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object bound(@Nullable Object bound, SqlType type) {
        if (bound instanceof Integer whole) {
            return whole.longValue();
        } else if (bound instanceof Float single) {
            return single.doubleValue();
        } else if (bound instanceof byte[] bytes) {
            return type.kind() == TypeKind.VARBINARY ? null : new String(bytes, StandardCharsets.UTF_8);
        }
        return bound;
    }

    /** Distinct values by a sample: those that occur once in it are taken to occur rarely in the table. */
    private static OptionalLong distinct(TableData data, int column, ColumnZone zone) {
        Set<Integer> seen = new HashSet<>();
        Set<Integer> repeated = new HashSet<>();
        long sampled = 0;
        long coded = 0;
        int step = Math.max(1, data.groupCount() / MOST_SAMPLED_GROUPS);
        for (int g = 0; g < data.groupCount(); g += step) {
            RowGroup group = data.group(g);
            if (group.isDead() || group.blocks.length == 0) {
                continue;
            }
            Block block = group.blocks[group.blocks.length / 2];
            ColumnVector vector = block.columns()[column];
            if (vector instanceof DictionaryVector dictionary) {
                coded = Math.max(coded, dictionary.dictionary().size());
            }
            if (data.types().get(column).kind().isNested()) {
                return OptionalLong.empty();
            }
            for (int row = 0; row < block.rows() && sampled < SAMPLE_ROWS; row++) {
                if (!vector.isNull(row)) {
                    sampled++;
                    int hash = KeyHash.of(vector, row);
                    if (!seen.add(hash)) {
                        repeated.add(hash);
                    }
                }
            }
        }
        if (sampled == 0) {
            return OptionalLong.of(0);
        }
        long once = seen.size() - repeated.size();
        long values = Math.max(1, data.liveRows() - zone.nulls());
        double rare = (double) once / sampled;
        long estimate = Math.round(repeated.size() + once + rare * Math.max(0, values - sampled));
        long range = zone.min() instanceof Number low
                        && zone.max() instanceof Number high
                        && !(zone.min() instanceof Double)
                        && !(zone.min() instanceof Float)
                ? Math.max(1, high.longValue() - low.longValue() + 1)
                : Long.MAX_VALUE;
        return OptionalLong.of(Math.max(coded, Math.min(Math.min(estimate, values), range)));
    }
}
