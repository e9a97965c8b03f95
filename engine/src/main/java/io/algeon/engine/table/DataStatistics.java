package io.algeon.engine.table;

import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.source.ColumnSample;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Statistics of a state of a table, from what its groups know and a sample of some thousand rows. */
final class DataStatistics {
    private static final int SAMPLE_ROWS = 4096;
    private static final int SAMPLED_BLOCKS = 8;

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

    /** Distinct values by a sample. */
    private static OptionalLong distinct(TableData data, int column, ColumnZone zone) {
        if (data.types().get(column).kind().isNested()) {
            return OptionalLong.empty();
        }
        long coded = 0;
        for (Block block : sampledBlocks(data)) {
            if (block.columns()[column] instanceof DictionaryVector dictionary) {
                coded = Math.max(coded, dictionary.dictionary().size());
            }
        }
        long estimate = Math.round(sample(data, column).distinct());
        long values = Math.max(1, data.liveRows() - zone.nulls());
        long range = zone.min() instanceof Number low
                        && zone.max() instanceof Number high
                        && !(zone.min() instanceof Double)
                        && !(zone.min() instanceof Float)
                ? Math.max(1, high.longValue() - low.longValue() + 1)
                : Long.MAX_VALUE;
        return OptionalLong.of(Math.max(coded, Math.min(Math.min(estimate, values), range)));
    }

    /** Estimated distinct combinations of the values of some columns; empty if one is nested. */
    static OptionalDouble distinct(TableData data, List<Integer> columns) {
        List<ColumnSample> samples = new ArrayList<>();
        for (int column : columns) {
            if (data.types().get(column).kind().isNested()) {
                return OptionalDouble.empty();
            }
            samples.add(sample(data, column));
        }
        return OptionalDouble.of(ColumnSample.distinct(samples));
    }

    private static ColumnSample sample(TableData data, int column) {
        ColumnSample.Builder sample = new ColumnSample.Builder();
        List<Block> blocks = sampledBlocks(data);
        for (Block block : blocks) {
            sample.startRun();
            sample.add(block.columns()[column], Math.min(block.rows(), SAMPLE_ROWS / blocks.size()));
        }
        return sample.build(data.liveRows());
    }

    /** Some blocks, spread evenly over the table. */
    private static List<Block> sampledBlocks(TableData data) {
        List<Block> blocks = new ArrayList<>();
        for (int g = 0; g < data.groupCount(); g++) {
            RowGroup group = data.group(g);
            if (!group.isDead()) {
                blocks.addAll(Arrays.asList(group.blocks));
            }
        }
        List<Block> sampled = new ArrayList<>();
        int count = Math.min(blocks.size(), SAMPLED_BLOCKS);
        for (int i = 0; i < count; i++) {
            sampled.add(blocks.get((int) ((2L * i + 1) * blocks.size() / (2L * count))));
        }
        return sampled;
    }
}
