package io.algeon.tck.merrec;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Generates {@code merrec_events} and {@code items} as Parquet files: users with favourite worlds, sessions, and funnels from a
 * view to a purchase, between May and October 2023. The same scale gives the same rows.
 */
public final class MerrecData {
    private static final String[] EVENTS = {
        "item_view", "item_like", "item_add_to_cart_tap", "offer_make", "buy_start", "buy_comp"
    };
    private static final String[] COLORS = {
        "black", "white", "gray", "red", "blue", "green", "yellow", "pink", "purple", "brown", "beige", "gold"
    };
    private static final long FIRST_MICROS =
            LocalDateTime.of(2023, 5, 1, 0, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    private static final long MICROS = 184L * 86_400 * 1_000_000;

    private static final List<ColumnDef> EVENT_COLUMNS = List.of(
            new ColumnDef("user_id", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("session_id", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("sequence_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("event_type", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("stime", SqlTypes.TIMESTAMP.withNullable(false)),
            new ColumnDef("item_id", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("price", SqlTypes.DOUBLE.withNullable(false)),
            new ColumnDef("c0_name", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("c1_name", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("c2_name", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("brand_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("brand_name", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("shipper_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("item_condition_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("size_id", SqlTypes.INTEGER.withNullable(false)),
            new ColumnDef("color", SqlTypes.VARCHAR.withNullable(false)));

    private final Marketplace market;
    private final ParquetWriter writer;
    private final long[] users = new long[Batch.ROWS];
    private final int[] sequences = new int[Batch.ROWS];
    private final int[] events = new int[Batch.ROWS];
    private final long[] times = new long[Batch.ROWS];
    private final long[] items = new long[Batch.ROWS];
    private final double[] prices = new double[Batch.ROWS];
    private final int[] worlds = new int[Batch.ROWS];
    private final int[] kinds = new int[Batch.ROWS];
    private final int[] leaves = new int[Batch.ROWS];
    private final int[] brands = new int[Batch.ROWS];
    private final int[] shippers = new int[Batch.ROWS];
    private final int[] conditions = new int[Batch.ROWS];
    private final int[] sizes = new int[Batch.ROWS];
    private final int[] colors = new int[Batch.ROWS];
    private final BytesVector sessions = new BytesVector(Batch.ROWS, 1 << 16);
    private final Batch batch;
    private int rows;

    private MerrecData(Marketplace market, ParquetWriter writer) {
        this.market = market;
        this.writer = writer;
        Dictionary brandNames = dictionary(market.brands, brand -> "brand " + brand);
        batch = new Batch(
                new ColumnVector[] {
                    new LongVector(users),
                    sessions,
                    new IntVector(sequences),
                    new DictionaryVector(events, dictionary(EVENTS.length, i -> EVENTS[i])),
                    new LongVector(times),
                    new LongVector(items),
                    new DoubleVector(prices),
                    new DictionaryVector(worlds, dictionary(Marketplace.WORLDS, i -> "world " + i)),
                    new DictionaryVector(kinds, dictionary(Marketplace.WORLDS * 8, i -> "kind " + i)),
                    new DictionaryVector(leaves, dictionary(Marketplace.WORLDS * 64, i -> "leaf " + i)),
                    new IntVector(brands),
                    new DictionaryVector(brands, brandNames),
                    new IntVector(shippers),
                    new IntVector(conditions),
                    new IntVector(sizes),
                    new DictionaryVector(colors, dictionary(COLORS.length, i -> COLORS[i]))
                },
                0);
    }

    private static Dictionary dictionary(int size, IntFunction<String> name) {
        BytesVector values = new BytesVector(size, 16 * size);
        for (int i = 0; i < size; i++) {
            values.set(i, name.apply(i).getBytes(StandardCharsets.UTF_8));
        }
        return new Dictionary(values, size);
    }

    /** Writes the tables that a directory does not hold yet; tells which. */
    public static void generate(Path directory, double scale, Consumer<String> progress) throws IOException {
        Files.createDirectories(directory);
        Path events = directory.resolve("merrec_events.parquet");
        Path items = directory.resolve("items.parquet");
        Marketplace market = new Marketplace(scale);
        MemoryBudget budget = MemoryBudget.root("generator", Long.MAX_VALUE, "-Xmx");
        if (!Files.exists(items)) {
            try (ParquetWriter writer = ParquetWriter.create(
                    items, ItemColumns.COLUMNS, ParquetWriteOptions.DEFAULT, budget.reservation("writer"))) {
                ItemColumns.write(market, writer);
                writer.finish();
            }
            progress.accept("items");
        }
        if (!Files.exists(events)) {
            try (ParquetWriter writer = ParquetWriter.create(
                    events, EVENT_COLUMNS, ParquetWriteOptions.DEFAULT, budget.reservation("writer"))) {
                MerrecData data = new MerrecData(market, writer);
                for (int user = 0; user < market.users; user++) {
                    data.user(user);
                }
                data.flush();
                writer.finish();
            }
            progress.accept("merrec_events");
        }
    }

    /** Writes the tables into a directory: the first argument; the second is the scale. */
    public static void main(String[] arguments) throws IOException {
        generate(
                Path.of(arguments[0]),
                Double.parseDouble(arguments[1]),
                table -> System.err.println("  generated " + table));
    }

    private void user(int user) {
        SplittableRandom random = market.random(user);
        int favourite = random.nextInt(Marketplace.WORLDS);
        int second = random.nextInt(Marketplace.WORLDS);
        // few users are here every day
        int sessionCount = 1 + (int) Math.min(400, 2.6 * (1 / Math.pow(1 - random.nextDouble(), 0.7) - 1));
        for (int session = 0; session < sessionCount; session++) {
            byte[] name = ("s" + user + "-" + session).getBytes(StandardCharsets.US_ASCII);
            if (session == 0 && user % 97 == 96) {
                // two people at one device
                name = ("s" + (user - 1) + "-0").getBytes(StandardCharsets.US_ASCII);
            }
            long time = FIRST_MICROS + (long) (random.nextDouble() * MICROS);
            int views = 1 + (int) Math.min(40, 1.6 / Math.pow(1 - random.nextDouble(), 0.6));
            int sequence = 0;
            for (int view = 0; view < views; view++) {
                double mood = random.nextDouble();
                int world = mood < 0.72 ? favourite : mood < 0.92 ? second : random.nextInt(Marketplace.WORLDS);
                int item = market.draw(world, random);
                double interest = random.nextDouble();
                int last = interest < 0.006
                        ? 5
                        : interest < 0.009 ? 4 : interest < 0.018 ? 3 : interest < 0.04 ? 2 : interest < 0.16 ? 1 : 0;
                for (int event = 0; event <= last; event++) {
                    time += 1_000_000 + random.nextInt(90_000_000);
                    add(user, name, sequence++, event, time, item);
                }
            }
        }
    }

    private void add(int user, byte[] session, int sequence, int event, long time, int item) {
        int brand = market.brandOf(item);
        int row = rows++;
        int hash = (int) (item * 0x9E3779B97F4A7C15L >>> 33);
        users[row] = user;
        sessions.set(row, session);
        sequences[row] = sequence;
        events[row] = event;
        times[row] = time;
        items[row] = item;
        prices[row] = ItemColumns.price(item);
        worlds[row] = market.world(brand);
        kinds[row] = market.world(brand) * 8 + (hash & 7);
        leaves[row] = market.world(brand) * 64 + (hash & 63);
        brands[row] = brand;
        shippers[row] = hash >>> 6 & 3;
        conditions[row] = 1 + (hash >>> 8) % 5;
        sizes[row] = (hash >>> 11) % 12;
        colors[row] = (hash >>> 15) % COLORS.length;
        if (rows == Batch.ROWS) {
            flush();
        }
    }

    private void flush() {
        if (rows > 0) {
            batch.setRowCount(rows);
            writer.write(batch);
            rows = 0;
        }
    }
}
