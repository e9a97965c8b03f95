package io.algeon.metadata.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HivePartitionsTest {
    private static HivePartitions of(String... files) {
        return HivePartitions.of(
                Path.of("/data/run=9"),
                Stream.of(files).map(name -> Path.of("/data/run=9", name)).toList());
    }

    @Test
    void foldersBelowTheRootAreTypedColumns() {
        HivePartitions partitions =
                of("year=2024/day=2024-02-29/c=a%20b/1.parquet", "year=-7/day=2023-01-01/c=7/1.parquet");
        assertThat(partitions.columns())
                .containsExactly(
                        new ColumnDef("year", SqlTypes.BIGINT),
                        new ColumnDef("day", SqlTypes.DATE),
                        new ColumnDef("c", SqlTypes.VARCHAR));
        assertThat(partitions.values().get(0))
                .containsExactly(2024L, (int) LocalDate.of(2024, 2, 29).toEpochDay(), "a b");
        assertThat(partitions.values().get(1).get(2)).isEqualTo("7");
    }

    @Test
    void theDefaultPartitionIsNullAndDoesNotSpoilTheType() {
        HivePartitions partitions = of("k=1/a.parquet", "k=__HIVE_DEFAULT_PARTITION__/a.parquet");
        assertThat(partitions.columns()).containsExactly(new ColumnDef("k", SqlTypes.BIGINT));
        assertThat(partitions.values().get(1).get(0)).isNull();
    }

    @Test
    void invalidDatesAndBigNumbersAreText() {
        assertThat(of("d=2024-02-30/a").columns().get(0).type()).isEqualTo(SqlTypes.VARCHAR);
        assertThat(of("d=9999999999999999999/a").columns().get(0).type()).isEqualTo(SqlTypes.VARCHAR);
        assertThat(of("d=100%/a").values().get(0)).containsExactly("100%");
        assertThat(of("d=/a").values().get(0)).containsExactly("");
    }

    @Test
    void filesWithDifferentKeysAreNotPartitioned() {
        assertThat(of("k=1/a", "b").columns()).isEmpty();
        assertThat(of("k=1/a", "b").values()).hasSize(2);
        assertThat(of("k=1/j=2/a", "j=2/k=1/a").columns()).isEmpty();
        assertThat(of().columns()).isEmpty();
    }
}
