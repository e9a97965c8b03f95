package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.parquet.codec.XxHash64;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bloom filters that another engine wrote rule row groups out, and never one that has the value. */
final class BloomFilterTest {
    @TempDir
    Path folder;

    @Test
    void hash_isThatOfTheSpecification() {
        // Digests of the reference implementation, seed 0.
        assertThat(hash("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(hash("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(hash("abc")).isEqualTo(0x44BC2CF5AD770999L);
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return XxHash64.hash(bytes, 0, bytes.length);
    }

    private static Expr equal(Expr column, Object value) {
        return new Expr.Call("equal", List.of(column, new Expr.Literal(value, column.type())), SqlTypes.BOOLEAN);
    }

    @Test
    void rowGroupsWithoutTheValue_areNotRead() throws SQLException {
        Path file = folder.resolve("bloom.parquet");
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            // Each row group has a tenth of the values, from the whole range.
            duckDb.write(
                    "SELECT i % 1000 * 10 + i // 10000 AS n, (i % 1000 * 10 + i // 10000)::INTEGER AS small,"
                            + " 'a value of more than thirty-two bytes: ' || (i % 1000 * 10 + i // 10000) AS text"
                            + " FROM range(100000) r(i)",
                    file, "ROW_GROUP_SIZE 10000, COMPRESSION snappy");
        }
        assertThat(new ScanFixture(file).file.rowGroups().get(0).chunks().get(0).bloomFilterOffset())
                .isPositive();
        long all = read(file, null, 0);
        long read = 0;
        int scans = 0;
        for (int value : new int[] {0, 5, 4321, 9999}) {
            for (String column : List.of("n", "small", "text")) {
                read += read(file, column, value);
                scans++;
            }
        }
        // The row group that has the value, now and then another one, and the filters themselves.
        assertThat(read / scans).isLessThan(all / 2);
    }

    private static long read(Path file, String column, int value) {
        ScanFixture scan = new ScanFixture(file);
        if (column != null) {
            Object constant = switch (column) {
                case "n" -> (long) value;
                case "small" -> value;
                default -> "a value of more than thirty-two bytes: " + value;
            };
            scan.where(equal(scan.ref(column), constant));
        }
        assertThat(scan.rows()).hasSize(column == null ? 100_000 : 10);
        return scan.statistics.bytesRead;
    }
}
