package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Random vectors of any type, with each row as another engine shows it. */
final class RandomColumn {
    /** How values are spread. */
    enum Shape {
        /** Few values, often in runs. */
        FEW,
        /** All different, mostly. */
        MANY
    }

    private final Random random;
    private final double nullShare;
    private final Shape shape;

    RandomColumn(Random random, double nullShare, Shape shape) {
        this.random = random;
        this.nullShare = nullShare;
        this.shape = shape;
    }

    /** A vector of {@code rows} rows; {@code shown} gets their text. */
    ColumnVector make(SqlType type, int rows, List<@Nullable String> shown) {
        boolean[] nulls = new boolean[rows];
        for (int i = 0; i < rows; i++) {
            nulls[i] = type.nullable() && random.nextDouble() < nullShare;
        }
        List<String> texts = new ArrayList<>();
        ColumnVector vector = values(type, rows, texts);
        for (int i = 0; i < rows; i++) {
            if (nulls[i]) {
                vector.setNull(i, rows);
            }
            shown.add(nulls[i] ? null : texts.get(i));
        }
        return vector;
    }

    private long number(long bound) {
        long value = shape == Shape.FEW ? random.nextInt(10) * (bound / 10) : random.nextLong();
        return bound <= 0 ? value : Math.floorMod(value, bound) - bound / 2;
    }

    private ColumnVector values(SqlType type, int rows, List<String> texts) {
        return switch (type.kind()) {
            case NULL -> {
                BooleanVector vector = new BooleanVector(rows);
                vector.setAllNull(rows);
                fill(rows, texts, i -> "null");
                yield vector;
            }
            case BOOLEAN -> {
                BooleanVector vector = new BooleanVector(rows);
                fill(rows, texts, i -> {
                    vector.set(i, random.nextBoolean());
                    return String.valueOf(vector.get(i));
                });
                yield vector;
            }
            case TINYINT -> ints(rows, texts, 256, String::valueOf);
            case SMALLINT -> ints(rows, texts, 65536, String::valueOf);
            case INTEGER -> ints(rows, texts, 1L << 32, String::valueOf);
            case DATE ->
                ints(rows, texts, 100_000, days -> LocalDate.ofEpochDay(days).toString());
            case BIGINT -> longs(rows, texts, 0, String::valueOf);
            case TIME ->
                longs(
                        rows,
                        texts,
                        type.unitsPerSecond() * 86_400,
                        v -> time(v + type.unitsPerSecond() * 43_200, type),
                        type.unitsPerSecond() * 43_200);
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE ->
                longs(rows, texts, type.unitsPerSecond() * 2_000_000_000L, v -> timestamp(v, type));
            case INTERVAL_DAY_SECOND -> {
                LongVector vector = new LongVector(rows);
                fill(rows, texts, i -> {
                    vector.values()[i] = number(1_000_000_000_000L) * 1000;
                    return String.valueOf(vector.values()[i]);
                });
                yield vector;
            }
            case DECIMAL -> decimals(type, rows, texts);
            case UUID -> {
                Int128Vector vector = new Int128Vector(rows);
                fill(rows, texts, i -> {
                    vector.high()[i] = number(0);
                    vector.low()[i] = number(0);
                    return new UUID(vector.high()[i], vector.low()[i]).toString();
                });
                yield vector;
            }
            case REAL -> {
                FloatVector vector = new FloatVector(rows);
                fill(rows, texts, i -> {
                    vector.values()[i] = (float) floating();
                    return String.valueOf((double) vector.values()[i]);
                });
                yield vector;
            }
            case DOUBLE -> {
                DoubleVector vector = new DoubleVector(rows);
                fill(rows, texts, i -> {
                    vector.values()[i] = floating();
                    return String.valueOf(vector.values()[i]);
                });
                yield vector;
            }
            case CHAR, VARCHAR -> random.nextInt(3) == 0 ? codedStrings(rows, texts) : strings(rows, texts);
            case VARBINARY -> {
                BytesVector vector = new BytesVector(rows, 16);
                fill(rows, texts, i -> {
                    byte[] bytes = new byte[random.nextInt(20)];
                    random.nextBytes(bytes);
                    vector.set(i, bytes);
                    return HexFormat.of().withUpperCase().formatHex(bytes);
                });
                yield vector;
            }
            case ARRAY -> {
                int[] offsets = offsets(rows);
                List<@Nullable String> elements = new ArrayList<>();
                ColumnVector vector = make(type.fields().get(0).type(), offsets[rows], elements);
                fill(rows, texts, i -> "[" + String.join(", ", sub(elements, offsets, i)) + "]");
                yield new ListVector(offsets, vector);
            }
            case MAP -> {
                int[] offsets = offsets(rows);
                BytesVector keys = new BytesVector(offsets[rows], 16);
                for (int i = 0; i < rows; i++) {
                    for (int entry = offsets[i]; entry < offsets[i + 1]; entry++) {
                        keys.set(entry, ("k" + (entry - offsets[i])).getBytes(StandardCharsets.UTF_8));
                    }
                }
                List<@Nullable String> values = new ArrayList<>();
                ColumnVector valueVector = make(type.fields().get(1).type(), offsets[rows], values);
                fill(rows, texts, i -> {
                    List<String> entries = new ArrayList<>();
                    for (int entry = offsets[i]; entry < offsets[i + 1]; entry++) {
                        entries.add("k" + (entry - offsets[i]) + "=" + orNull(values.get(entry)));
                    }
                    return "{" + String.join(", ", entries) + "}";
                });
                yield new MapVector(offsets, keys, valueVector);
            }
            case ROW -> {
                ColumnVector[] fields = new ColumnVector[type.fields().size()];
                List<List<@Nullable String>> shown = new ArrayList<>();
                for (int f = 0; f < fields.length; f++) {
                    shown.add(new ArrayList<>());
                    fields[f] = make(type.fields().get(f).type(), rows, shown.get(f));
                }
                fill(rows, texts, i -> {
                    List<String> parts = new ArrayList<>();
                    for (int f = 0; f < fields.length; f++) {
                        parts.add("'" + type.fields().get(f).name() + "': "
                                + orNull(shown.get(f).get(i)));
                    }
                    return "{" + String.join(", ", parts) + "}";
                });
                yield new RowVector(fields, rows);
            }
            case INTERVAL_YEAR_MONTH -> throw new IllegalArgumentException("not written");
        };
    }

    private static void fill(int rows, List<String> texts, Function<Integer, String> row) {
        for (int i = 0; i < rows; i++) {
            texts.add(row.apply(i));
        }
    }

    private static List<String> sub(List<@Nullable String> values, int[] offsets, int row) {
        return values.subList(offsets[row], offsets[row + 1]).stream()
                .map(RandomColumn::orNull)
                .toList();
    }

    private static String orNull(@Nullable String text) {
        return text == null ? "NULL" : text;
    }

    private int[] offsets(int rows) {
        int[] offsets = new int[rows + 1];
        for (int i = 0; i < rows; i++) {
            offsets[i + 1] = offsets[i] + (random.nextInt(4) == 0 ? 0 : random.nextInt(4));
        }
        return offsets;
    }

    private IntVector ints(int rows, List<String> texts, long bound, Function<Integer, String> text) {
        IntVector vector = new IntVector(rows);
        fill(rows, texts, i -> {
            vector.values()[i] = (int) number(bound);
            return text.apply(vector.values()[i]);
        });
        return vector;
    }

    private LongVector longs(int rows, List<String> texts, long bound, Function<Long, String> text) {
        return longs(rows, texts, bound, text, 0);
    }

    private LongVector longs(int rows, List<String> texts, long bound, Function<Long, String> text, long shift) {
        LongVector vector = new LongVector(rows);
        fill(rows, texts, i -> {
            long value = number(bound);
            vector.values()[i] = value + shift;
            return text.apply(value);
        });
        return vector;
    }

    private static String time(long value, SqlType type) {
        LocalTime time = LocalTime.ofNanoOfDay(type.precision() > 6 ? value : value * 1000);
        return time.format(
                DateTimeFormatter.ofPattern(type.precision() > 6 ? "HH:mm:ss.nnnnnnnnn" : "HH:mm:ss.SSSSSS"));
    }

    private static String timestamp(long value, SqlType type) {
        ChronoUnit unit = type.precision() > 6 ? ChronoUnit.NANOS : ChronoUnit.MICROS;
        LocalDateTime time = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(value, unit);
        return time.format(DateTimeFormatter.ofPattern(
                type.precision() > 6 ? "yyyy-MM-dd HH:mm:ss.nnnnnnnnn" : "yyyy-MM-dd HH:mm:ss.SSSSSS"));
    }

    private ColumnVector decimals(SqlType type, int rows, List<String> texts) {
        BigInteger bound = BigInteger.TEN.pow(type.precision());
        LongVector narrow = new LongVector(rows);
        Int128Vector wide = new Int128Vector(rows);
        boolean isWide = type.precision() > SqlType.MAX_LONG_DECIMAL_PRECISION;
        fill(rows, texts, i -> {
            BigInteger value = shape == Shape.FEW
                    ? BigInteger.valueOf(random.nextInt(10) - 5L)
                    : new BigInteger(bound.bitLength() + 8, random).mod(bound);
            value = random.nextBoolean() ? value : value.negate();
            wide.high()[i] = value.shiftRight(64).longValue();
            wide.low()[i] = value.longValue();
            narrow.values()[i] = value.longValue();
            return new BigDecimal(value, type.scale()).toPlainString();
        });
        return isWide ? wide : narrow;
    }

    private double floating() {
        return switch (shape == Shape.FEW ? random.nextInt(7) : 99) {
            case 0 -> 0.0;
            case 1 -> -0.0;
            case 2 -> Double.NaN;
            case 3 -> Double.POSITIVE_INFINITY;
            case 4 -> -1.5;
            case 5 -> 0.25;
            case 6 -> 1e30;
            default -> random.nextGaussian() * 1e6;
        };
    }

    private String text() {
        if (shape == Shape.FEW) {
            return List.of("", "a", "größe", "日本語", "🙂 smile", "x".repeat(100)).get(random.nextInt(6));
        }
        return List.of("", "a", "ab日", "ab日🙂").get(random.nextInt(4))
                + Long.toHexString(random.nextLong())
                + "y".repeat(random.nextInt(90));
    }

    private BytesVector strings(int rows, List<String> texts) {
        BytesVector vector = new BytesVector(rows, 16);
        fill(rows, texts, i -> {
            String text = text();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            vector.set(i, bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        });
        return vector;
    }

    private DictionaryVector codedStrings(int rows, List<String> texts) {
        List<String> entries = new ArrayList<>();
        BytesVector dictionary = strings(Math.max(1, rows / 3), entries);
        DictionaryVector vector = new DictionaryVector(rows, new Dictionary(dictionary, entries.size()));
        fill(rows, texts, i -> {
            vector.codes()[i] = random.nextInt(entries.size());
            return entries.get(vector.codes()[i]);
        });
        return vector;
    }
}
