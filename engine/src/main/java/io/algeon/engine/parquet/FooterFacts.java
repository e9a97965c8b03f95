package io.algeon.engine.parquet;

import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnFacts;
import io.algeon.metadata.parquet.ChunkStatistics;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.parquet.ParquetRowGroup;
import io.algeon.metadata.parquet.ValueConversion;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** What the footers of a table's files say exactly of a column: NULLs, and the smallest and the largest value. */
final class FooterFacts {
    private final SqlType type;
    private long nulls;
    private boolean hasRange;
    private @Nullable Object min;
    private @Nullable Object max;

    private FooterFacts(SqlType type) {
        this.type = type;
        // NaN and the two zeros are not told apart in statistics.
        this.hasRange = !type.kind().isFloating();
    }

    /** The facts, or empty if some row group does not say how many NULLs it has. */
    static Optional<ColumnFacts> of(SqlType type, List<ScanFile> files, int column) {
        FooterFacts facts = new FooterFacts(type);
        for (ScanFile file : files) {
            if (!(file.columns().get(column) instanceof ScanFile.Stored stored
                    && stored.node() instanceof ParquetNode.Leaf leaf)) {
                return Optional.empty();
            }
            for (ParquetRowGroup group : file.file().rowGroups()) {
                if (group.rowCount() > 0 && !facts.add(group, leaf)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(
                new ColumnFacts(facts.nulls, facts.hasRange, facts.stored(facts.min), facts.stored(facts.max)));
    }

    private boolean add(ParquetRowGroup group, ParquetNode.Leaf leaf) {
        ParquetColumn column = leaf.column();
        ChunkStatistics statistics = group.chunks().get(column.index()).statistics();
        long groupNulls = leaf.definitionLevel() == 0 ? 0 : statistics.nullCount();
        if (groupNulls < 0 || groupNulls > group.rowCount()) {
            return false;
        }
        nulls += groupNulls;
        if (groupNulls == group.rowCount()) {
            return true;
        }
        // A bound of a decimal in bytes may have been cut without saying so.
        boolean mayBeCut =
                column.physicalType() == Type.BYTE_ARRAY && column.conversion() == ValueConversion.BIG_ENDIAN;
        Object groupMin = statistics.min();
        Object groupMax = statistics.max();
        if (mayBeCut || groupMin == null || groupMax == null || !statistics.minExact() || !statistics.maxExact()) {
            hasRange = false;
            return true;
        }
        if (min == null || order(groupMin, min) < 0) {
            min = groupMin;
        }
        if (max == null || order(groupMax, max) > 0) {
            max = groupMax;
        }
        return true;
    }

    private static int order(Object left, Object right) {
        if (left instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) right);
        } else if (left instanceof BigInteger number) {
            return number.compareTo((BigInteger) right);
        } else if (left instanceof Boolean flag) {
            return flag.compareTo((Boolean) right);
        }
        return Long.compare(((Number) left).longValue(), ((Number) right).longValue());
    }

    private @Nullable Object stored(@Nullable Object bound) {
        if (!hasRange || bound == null) {
            return null;
        }
        if (bound instanceof byte[] bytes && type.physicalKind() == PhysicalKind.BYTES) {
            return type.kind().isCharacter() ? new String(bytes, StandardCharsets.UTF_8) : new Expr.Bytes(bytes);
        }
        return bound;
    }
}
