package io.algeon.engine.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import io.algeon.engine.parquet.codec.Decompressor.Codec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

final class DecompressorTest {
    private static final int[] SIZES = {
        0, 1, 2, 7, 8, 15, 16, 59, 60, 61, 63, 64, 65, 79, 80, 81, 255, 256, 1000, 70_000
    };
    private static final long SEED = 20261130;

    private final Decompressor decompressor = new Decompressor();

    @AfterEach
    void close() {
        decompressor.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4", "LZ4_RAW", "UNCOMPRESSED"})
    void everyShapeOfDataComesBackAndNothingElseIsTouched(Codec codec) {
        Random random = new Random(SEED);
        for (int size : SIZES) {
            for (Shape shape : Shape.values()) {
                byte[] data = shape.make(size, random);
                byte[] compressed = compress(codec, data);
                byte[] input = new byte[compressed.length + 11];
                System.arraycopy(compressed, 0, input, 5, compressed.length);
                byte[] output = new byte[size + 20];
                Arrays.fill(output, (byte) 0x5a);
                decompressor.decompress(
                        codec, random.nextBoolean(), input, 5, 5 + compressed.length, output, 9, 9 + size);
                assertThat(Arrays.copyOfRange(output, 9, 9 + size))
                        .as("%s, %s, %d bytes, seed %d", codec, shape, size, SEED)
                        .isEqualTo(data);
                for (int i = 0; i < output.length; i++) {
                    if (i < 9 || i >= 9 + size) {
                        assertThat(output[i]).isEqualTo((byte) 0x5a);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4", "LZ4_RAW"})
    void corruptDataIsReportedAndNothingElseIsTouched(Codec codec) {
        Random random = new Random(SEED + 1);
        for (int round = 0; round < 3000; round++) {
            int size = 1 + random.nextInt(600);
            byte[] data = Shape.values()[random.nextInt(Shape.values().length)].make(size, random);
            byte[] compressed = compress(codec, data);
            if (random.nextInt(3) == 0) {
                compressed = Arrays.copyOf(compressed, random.nextInt(compressed.length));
            } else {
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    compressed[random.nextInt(compressed.length)] = (byte) random.nextInt(256);
                }
            }
            byte[] output = new byte[size + 20];
            Arrays.fill(output, (byte) 0x5a);
            try {
                decompressor.decompress(
                        codec, random.nextBoolean(), compressed, 0, compressed.length, output, 10, 10 + size);
            } catch (MalformedDataException expected) {
                assertThat(expected).hasMessageMatching("[a-z].+");
            }
            for (int i = 0; i < 10; i++) {
                assertThat(output[i]).as("round %d, seed %d", round, SEED + 1).isEqualTo((byte) 0x5a);
                assertThat(output[output.length - 1 - i]).isEqualTo((byte) 0x5a);
            }
        }
    }

    @Test
    void snappy_copyBeforeStartOfOutput_isReported() {
        byte[] reachesBack = {8, 0, 'a', 2 << 2 | 1, 9, 0, 0};
        byte[] output = new byte[100];
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> decompressor.decompress(
                        Codec.SNAPPY, false, reachesBack, 0, reachesBack.length, output, 50, 58))
                .withMessageContaining("9 bytes back");
    }

    @Test
    void snappy_hugeDeclaredLength_isReported() {
        byte[] huge = {-1, -1, -1, -1, 127, 0, 'a'};
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(
                        () -> decompressor.decompress(Codec.SNAPPY, false, huge, 0, huge.length, new byte[10], 0, 10));
    }

    @Test
    void gzip_severalMembers_areJoined() {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(compress(Codec.GZIP, new byte[] {1, 2, 3}));
        both.writeBytes(compress(Codec.GZIP, new byte[] {4, 5}));
        byte[] output = new byte[5];
        decompressor.decompress(Codec.GZIP, false, both.toByteArray(), 0, both.size(), output, 0, 5);
        assertThat(output).containsExactly(1, 2, 3, 4, 5);
    }

    private enum Shape {
        RANDOM,
        ZEROS,
        SHORT_PERIOD,
        NUMBERS,
        TEXT;

        byte[] make(int size, Random random) {
            byte[] data = new byte[size];
            int period = 1 + random.nextInt(20);
            for (int i = 0; i < size; i++) {
                data[i] = (byte)
                        switch (this) {
                            case RANDOM -> random.nextInt(256);
                            case ZEROS -> 0;
                            case SHORT_PERIOD -> i % period;
                            case NUMBERS -> i % 8 < 3 ? random.nextInt(256) : 0;
                            case TEXT -> "the quick brown fox ".charAt((i * 7 + i / 13 * random.nextInt(3)) % 20);
                        };
            }
            return data;
        }
    }

    private static byte[] compress(Codec codec, byte[] data) {
        try {
            return switch (codec) {
                case UNCOMPRESSED -> data.clone();
                case SNAPPY -> Snappy.compress(data);
                case ZSTD -> Zstd.compress(data, 3);
                case GZIP -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                        gzip.write(data);
                    }
                    yield bytes.toByteArray();
                }
                case LZ4_RAW -> Lz4TestCompressor.compress(data);
                case LZ4 -> Lz4TestCompressor.frame(data);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
