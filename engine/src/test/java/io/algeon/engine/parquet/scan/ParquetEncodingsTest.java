package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.parquet.scan.HandmadeFile.Page;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each physical type in each of its encodings, in both page versions, with and without NULLs, in one and many pages. */
final class ParquetEncodingsTest {
    private static final long SEED = 4711;
    private static final int[] SIZES = {0, 1, 7, 8, 9, 63, 64, 65, 127, 129, 2047, 2048, 2049, 5000};

    @TempDir
    Path folder;

    private enum Column {
        BOOLEANS(Type.BOOLEAN, 0, List.of(Encoding.PLAIN, Encoding.RLE)),
        INTS(Type.INT32, 0, integers()),
        LONGS(Type.INT64, 0, integers()),
        FLOATS(Type.FLOAT, 0, List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.BYTE_STREAM_SPLIT)),
        DOUBLES(Type.DOUBLE, 0, List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.BYTE_STREAM_SPLIT)),
        STRINGS(Type.BYTE_ARRAY, 0, strings()),
        BINARY(Type.BYTE_ARRAY, 0, strings()),
        DECIMAL_STRINGS(Type.BYTE_ARRAY, 0, strings()),
        FIXED(Type.FIXED_LEN_BYTE_ARRAY, 5, fixed()),
        UUIDS(Type.FIXED_LEN_BYTE_ARRAY, 16, fixed()),
        HALVES(Type.FIXED_LEN_BYTE_ARRAY, 2, fixed()),
        SMALL_DECIMALS(Type.FIXED_LEN_BYTE_ARRAY, 7, fixed()),
        LARGE_DECIMALS(Type.FIXED_LEN_BYTE_ARRAY, 16, fixed()),
        TIMES96(Type.INT96, 0, List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY));

        final Type type;
        final int length;
        final List<Encoding> encodings;

        Column(Type type, int length, List<Encoding> encodings) {
            this.type = type;
            this.length = length;
            this.encodings = encodings;
        }

        private static List<Encoding> integers() {
            return List.of(
                    Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
        }

        private static List<Encoding> strings() {
            return List.of(
                    Encoding.PLAIN,
                    Encoding.RLE_DICTIONARY,
                    Encoding.DELTA_LENGTH_BYTE_ARRAY,
                    Encoding.DELTA_BYTE_ARRAY);
        }

        private static List<Encoding> fixed() {
            return List.of(
                    Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
        }

        SchemaElement schema(boolean optional) {
            SchemaElement element = new SchemaElement("c");
            element.setType(type);
            element.setRepetition_type(optional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
            if (length > 0) {
                element.setType_length(length);
            }
            switch (this) {
                case STRINGS -> element.setConverted_type(ConvertedType.UTF8);
                case UUIDS -> element.setLogicalType(LogicalType.UUID(new UUIDType()));
                case HALVES -> element.setLogicalType(LogicalType.FLOAT16(new Float16Type()));
                case DECIMAL_STRINGS, LARGE_DECIMALS -> decimal(element, 38, 6);
                case SMALL_DECIMALS -> decimal(element, 16, 3);
                default -> {}
            }
            return element;
        }

        private static void decimal(SchemaElement element, int precision, int scale) {
            element.setLogicalType(LogicalType.DECIMAL(new DecimalType(scale, precision)));
            element.setConverted_type(ConvertedType.DECIMAL);
            element.setPrecision(precision);
            element.setScale(scale);
        }

        Object value(Random random, boolean repeating) {
            long bits = repeating ? random.nextInt(9) - 4 : random.nextLong() >> random.nextInt(64);
            return switch (this) {
                case BOOLEANS -> random.nextInt(repeating ? 50 : 2) == 0;
                case INTS -> (int) bits;
                case LONGS -> bits;
                case FLOATS -> Float.intBitsToFloat((int) bits * 977);
                case DOUBLES -> bits / 3.0;
                case STRINGS ->
                    ("é☃" + "shared prefix".substring(0, random.nextInt(14)) + bits % 100_000
                                    + "x".repeat(random.nextInt(60)))
                            .getBytes(StandardCharsets.UTF_8);
                case BINARY ->
                    Arrays.copyOf(ByteBuffer.allocate(8).putLong(bits).array(), random.nextInt(9));
                case DECIMAL_STRINGS -> BigInteger.valueOf(bits).toByteArray();
                case FIXED -> Arrays.copyOf(ByteBuffer.allocate(8).putLong(bits).array(), 5);
                case UUIDS ->
                    ByteBuffer.allocate(16)
                            .putLong(random.nextLong())
                            .putLong(bits)
                            .array();
                case HALVES -> {
                    int half = (int) bits & 0xffff;
                    yield new byte[] {(byte) half, (byte) (half >> 8)};
                }
                case SMALL_DECIMALS -> extended(BigInteger.valueOf(bits >> 12), 7);
                case LARGE_DECIMALS -> extended(BigInteger.valueOf(bits).multiply(BigInteger.valueOf(1_000_003)), 16);
                case TIMES96 ->
                    ByteBuffer.allocate(12)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(Math.floorMod(bits, 86_400_000_000_000L))
                            .putInt(2_440_588 + (int) bits % 100_000)
                            .array();
            };
        }

        private static byte[] extended(BigInteger number, int length) {
            byte[] bytes = number.toByteArray();
            byte[] wide = new byte[length];
            Arrays.fill(wide, (byte) (number.signum() < 0 ? -1 : 0));
            System.arraycopy(bytes, 0, wide, length - bytes.length, bytes.length);
            return wide;
        }

        String text(Object value) {
            Function<Object, byte[]> bytes = byte[].class::cast;
            return switch (this) {
                case BOOLEANS, INTS, LONGS, DOUBLES -> String.valueOf(value);
                case FLOATS -> String.valueOf((double) (Float) value);
                case STRINGS -> new String(bytes.apply(value), StandardCharsets.UTF_8);
                case BINARY, FIXED -> HexFormat.of().withUpperCase().formatHex(bytes.apply(value));
                case DECIMAL_STRINGS, LARGE_DECIMALS ->
                    new BigDecimal(new BigInteger(bytes.apply(value)), 6).toPlainString();
                case SMALL_DECIMALS -> new BigDecimal(new BigInteger(bytes.apply(value)), 3).toPlainString();
                case UUIDS -> {
                    ByteBuffer buffer = ByteBuffer.wrap(bytes.apply(value));
                    yield new UUID(buffer.getLong(), buffer.getLong()).toString();
                }
                case HALVES -> String.valueOf(half(bytes.apply(value)));
                case TIMES96 -> {
                    ByteBuffer buffer = ByteBuffer.wrap(bytes.apply(value)).order(ByteOrder.LITTLE_ENDIAN);
                    long nanos = buffer.getLong();
                    long day = buffer.getInt() - 2_440_588L;
                    yield String.valueOf(day * 86_400_000_000L + nanos / 1000);
                }
            };
        }

        private static double half(byte[] bytes) {
            int bits = bytes[0] & 0xff | (bytes[1] & 0xff) << 8;
            int exponent = bits >> 10 & 31;
            double fraction = (bits & 1023) / 1024.0;
            double magnitude = exponent == 31
                    ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                    : exponent == 0 ? fraction * 0x1p-14 : (1 + fraction) * Math.pow(2, exponent - 15);
            return bits >> 15 == 0 ? magnitude : -magnitude;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyEncoding_inPagesOfEverySize_isRead(Column column) throws IOException {
        Random random = new Random(SEED);
        for (Encoding encoding : column.encodings) {
            for (int size : SIZES) {
                boolean version2 = random.nextBoolean();
                boolean optional = random.nextBoolean();
                List<Object> values = values(column, random, size, optional ? random.nextInt(4) : 0);
                check(column, optional, List.of(page(values, optional, encoding, version2)), List.of(values));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyPagesInMixedEncodings_areReadAcrossTheirBorders(Column column) throws IOException {
        Random random = new Random(SEED + 1);
        for (int round = 0; round < 12; round++) {
            boolean optional = round % 3 > 0;
            boolean onlyCodes = round % 4 == 3 && column.encodings.contains(Encoding.RLE_DICTIONARY);
            List<Page> pages = new ArrayList<>();
            List<List<Object>> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                List<Object> values = values(
                        column, random, random.nextInt(i % 3 == 0 ? 3000 : 90), optional ? random.nextInt(4) : 0);
                Encoding encoding = onlyCodes
                        ? Encoding.RLE_DICTIONARY
                        : column.encodings.get(random.nextInt(column.encodings.size()));
                pages.add(page(values, optional, encoding, random.nextBoolean()));
                all.add(values);
            }
            check(column, optional, pages, all);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowsThatPassFilter_areFoundInPagesWithOtherBorders(Column column) throws IOException {
        Random random = new Random(SEED + 2);
        for (int round = 0; round < 10; round++) {
            boolean optional = round % 2 == 0;
            boolean onlyCodes = round % 3 == 2 && column.encodings.contains(Encoding.RLE_DICTIONARY);
            int rows = 12_000;
            List<Object> keys = new ArrayList<>();
            while (keys.size() < rows) {
                // Long runs, so that whole windows and pages fail, and some single rows.
                Integer key = random.nextInt(4) == 0 ? null : random.nextInt(6);
                int run = random.nextBoolean() ? 1 + random.nextInt(4) : random.nextInt(5000);
                for (int i = 0; i < run && keys.size() < rows; i++) {
                    keys.add(key);
                }
            }
            List<Object> values = values(column, random, rows, optional ? random.nextInt(3) : 0);
            List<Encoding> keyEncodings = round % 4 < 2 ? List.of(Encoding.RLE_DICTIONARY) : Column.INTS.encodings;
            SchemaElement root = new SchemaElement("root");
            root.setNum_children(2);
            SchemaElement key = Column.INTS.schema(true);
            key.setName("k");
            Path file = new HandmadeFile(List.of(root, key, column.schema(optional)), rows)
                    .chunk(Type.INT32, 0, "k", 0, 1, split(keys, true, keyEncodings, random))
                    .chunk(
                            column.type,
                            column.length,
                            "c",
                            0,
                            optional ? 1 : 0,
                            split(
                                    values,
                                    optional,
                                    onlyCodes ? List.of(Encoding.RLE_DICTIONARY) : column.encodings,
                                    random))
                    .write(folder.resolve("two.parquet"));
            List<List<String>> expected = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                if (Integer.valueOf(3).equals(keys.get(row))) {
                    Object value = values.get(row);
                    expected.add(List.of("3", value == null ? "NULL" : column.text(value)));
                }
            }
            ScanFixture scan = new ScanFixture(file);
            Expr ref = scan.ref("k");
            List<List<String>> actual = scan.where(
                            new Expr.Call("equal", List.of(ref, new Expr.Literal(3, ref.type())), SqlTypes.BOOLEAN))
                    .rows();
            if (!actual.equals(expected)) {
                assertThat(actual)
                        .as("%s, round %d, seed %d", column, round, SEED + 2)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<Page> split(List<Object> values, boolean optional, List<Encoding> encodings, Random random) {
        List<Page> pages = new ArrayList<>();
        for (int from = 0; from < values.size(); ) {
            int to = Math.min(values.size(), from + 1 + random.nextInt(random.nextBoolean() ? 100 : 4000));
            Encoding encoding = encodings.get(random.nextInt(encodings.size()));
            pages.add(page(values.subList(from, to), optional, encoding, random.nextBoolean()));
            from = to;
        }
        return pages;
    }

    private static Page page(List<Object> values, boolean optional, Encoding encoding, boolean version2) {
        Encoding levels = values.size() % 3 == 0 ? Encoding.BIT_PACKED : Encoding.RLE;
        return HandmadeFile.flat(values, optional, encoding, version2, levels);
    }

    /** @param nulls 0: none, 1: some, 2: long runs, 3: all */
    private static List<Object> values(Column column, Random random, int size, int nulls) {
        boolean repeating = random.nextInt(3) == 0;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            boolean isNull = nulls == 3 || nulls == 2 && i / 300 % 2 == 0 || nulls == 1 && random.nextInt(3) == 0;
            values.add(isNull ? null : column.value(random, repeating));
        }
        return values;
    }

    private void check(Column column, boolean optional, List<Page> pages, List<List<Object>> values)
            throws IOException {
        int rows = pages.stream().mapToInt(Page::slots).sum();
        SchemaElement root = new SchemaElement("root");
        root.setNum_children(1);
        Path file = new HandmadeFile(List.of(root, column.schema(optional)), rows)
                .chunk(column.type, column.length, "c", 0, optional ? 1 : 0, pages)
                .write(folder.resolve("file.parquet"));
        List<String> expected = new ArrayList<>();
        for (List<Object> page : values) {
            for (Object value : page) {
                expected.add(value == null ? "NULL" : column.text(value));
            }
        }
        List<String> actual = new ArrayList<>();
        for (List<String> row : new ScanFixture(file).rows()) {
            actual.add(row.get(0));
        }
        if (!actual.equals(expected)) {
            assertThat(actual)
                    .as(
                            "%s in %s, seed %d",
                            column, pages.stream().map(Page::encoding).toList(), SEED)
                    .isEqualTo(expected);
        }
    }
}
