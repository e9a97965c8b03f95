package io.algeon.tck.merrec;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;

/** The table {@code items}. */
final class ItemColumns {
    static final List<ColumnDef> COLUMNS = List.of(
            new ColumnDef("item_id", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("brand_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("world_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("price", SqlTypes.DOUBLE.withNullable(false)));

    private ItemColumns() {}

    static double price(int item) {
        int hash = (int) (item * 0xBF58476D1CE4E5B9L >>> 35);
        return 3 + hash % 9_973 / 100.0;
    }

    static void write(Marketplace market, ParquetWriter writer) {
        long[] ids = new long[Batch.ROWS];
        int[] brands = new int[Batch.ROWS];
        int[] worlds = new int[Batch.ROWS];
        double[] prices = new double[Batch.ROWS];
        Batch batch = new Batch(
                new ColumnVector[] {
                    new LongVector(ids), new IntVector(brands), new IntVector(worlds), new DoubleVector(prices)
                },
                0);
        int rows = 0;
        for (int item = 0; item < market.items(); item++) {
            int brand = market.brandOf(item);
            ids[rows] = item;
            brands[rows] = brand;
            worlds[rows] = market.world(brand);
            prices[rows++] = price(item);
            if (rows == Batch.ROWS || item == market.items() - 1) {
                batch.setRowCount(rows);
                writer.write(batch);
                rows = 0;
            }
        }
    }
}
