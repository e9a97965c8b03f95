package io.algeon.engine.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our decoder against zstd-jni's encoder, and on broken frames against its decoder. */
class ZstdDecoderTest {
    private static final int[] SIZES = {
        0, 1, 2, 3, 7, 8, 15, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 1000, 2049, 16_383, 65_536, 131_071, 131_072,
        131_073, 300_000
    };
    private static final int PADDING = 5;

    private final ZstdDecoder decoder = new ZstdDecoder();

    /** Data of several kinds, by number. */
    private static byte[] data(int kind, int size, SplittableRandom random) {
        byte[] bytes = new byte[size];
        switch (kind) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) random.nextInt());
            case 2 -> { // words of a small vocabulary
                StringBuilder text = new StringBuilder();
                while (text.length() < size) {
                    text.append("quick brown foxes sleep above furiously ironic deposits".split(" ")[random.nextInt(8)])
                            .append(random.nextInt(9) == 0 ? ". " : " ");
                }
                System.arraycopy(text.toString().getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, size);
            }
            case 3 -> { // little-endian integers that grow
                for (int i = 0, value = 0; i + 4 <= size; i += 4, value += random.nextInt(5)) {
                    LittleEndian.putInt(bytes, i, value);
                }
            }
            case 4 -> { // a skewed alphabet, no repetitions: literals in Huffman codes
                for (int i = 0; i < size; i++) {
                    bytes[i] = (byte) (Long.numberOfTrailingZeros(random.nextLong()) * 7 + random.nextInt(3));
                }
            }
            case 5 -> { // a random block again and again: long matches from far
                byte[] block = new byte[Math.max(1, size / 7)];
                random.nextBytes(block);
                for (int i = 0; i < size; i++) {
                    bytes[i] = random.nextInt(997) == 0 ? (byte) random.nextInt() : block[i % block.length];
                }
            }
            default -> { // short patterns
                for (int i = 0; i < size; i++) {
                    bytes[i] = (byte) (i / 50 % 3 == 0 ? i % (1 + i / 300 % 9) : random.nextInt(4));
                }
            }
        }
        return bytes;
    }

    private static byte[] compress(byte[] data, int level, boolean checksum) {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            context.setLevel(level);
            context.setChecksum(checksum);
            return context.compress(data);
        }
    }

    /** Decodes between other bytes on both sides, which must stay as they are. */
    private byte[] decode(byte[] compressed, int size) {
        byte[] input = new byte[compressed.length + 2 * PADDING];
        System.arraycopy(compressed, 0, input, PADDING, compressed.length);
        byte[] output = new byte[size + 2 * PADDING];
        Arrays.fill(output, (byte) 0x5a);
        decoder.decompress(input, PADDING, PADDING + compressed.length, output, PADDING, PADDING + size);
        for (int i = 0; i < PADDING; i++) {
            assertThat(output[i]).isEqualTo((byte) 0x5a);
            assertThat(output[output.length - 1 - i]).isEqualTo((byte) 0x5a);
        }
        return Arrays.copyOfRange(output, PADDING, PADDING + size);
    }

    @ParameterizedTest
    @ValueSource(ints = {-50, -5, 1, 3, 6, 12, 19})
    void everyKindAndSize_isWhatWasCompressed(int level) {
        SplittableRandom random = new SplittableRandom(level);
        for (int kind = 0; kind <= 6; kind++) {
            for (int size : SIZES) {
                if (level == 19 && size > 131_073) {
                    continue;
                }
                byte[] data = data(kind, size, random);
                byte[] compressed = compress(data, level, (size & 1) == 0);
                assertThat(decode(compressed, size))
                        .as("kind %d, %d bytes", kind, size)
                        .isEqualTo(data);
            }
        }
    }

    @Test
    void frameAtTheVeryStartAndEndOfItsArrays_isDecoded() {
        for (int kind = 0; kind <= 6; kind++) {
            for (int size : new int[] {1, 20, 300, 5000, 140_000}) {
                byte[] data = data(kind, size, new SplittableRandom(kind));
                byte[] compressed = compress(data, 3, false);
                byte[] output = new byte[size];
                decoder.decompress(compressed, 0, compressed.length, output, 0, size);
                assertThat(output).as("kind %d, %d bytes", kind, size).isEqualTo(data);
            }
        }
    }

    @Test
    void severalFramesAndSkippableOnes_areReadInTurn() {
        byte[] first = data(2, 1000, new SplittableRandom(1));
        byte[] second = data(3, 3000, new SplittableRandom(2));
        byte[] skippable = {0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9};
        byte[] all = concatenate(compress(first, 3, true), skippable, compress(second, 3, false), skippable);
        assertThat(decode(all, 4000)).isEqualTo(concatenate(first, second));
    }

    private static byte[] concatenate(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    @Test
    void wrongSize_wrongMagic_wrongChecksum_areMalformed() {
        byte[] data = data(2, 1000, new SplittableRandom(1));
        byte[] compressed = compress(data, 3, true);
        assertThatThrownBy(() -> decode(compressed, 999)).isInstanceOf(MalformedDataException.class);
        assertThatThrownBy(() -> decode(compressed, 1001)).isInstanceOf(MalformedDataException.class);
        byte[] otherMagic = compressed.clone();
        otherMagic[0]++;
        assertThatThrownBy(() -> decode(otherMagic, 1000)).hasMessageContaining("no zstd frame");
        byte[] otherChecksum = compressed.clone();
        otherChecksum[compressed.length - 1]++;
        assertThatThrownBy(() -> decode(otherChecksum, 1000)).hasMessageContaining("checksum");
    }

    @Test
    void everyTruncation_isMalformed() {
        for (int kind = 0; kind <= 6; kind++) {
            byte[] data = data(kind, 2000, new SplittableRandom(kind));
            byte[] compressed = compress(data, 3, false);
            for (int length = 0; length < compressed.length; length++) {
                byte[] cut = Arrays.copyOf(compressed, length);
                assertThatThrownBy(() -> decode(cut, 2000))
                        .as("kind %d cut to %d", kind, length)
                        .isInstanceOf(MalformedDataException.class);
            }
        }
    }

    /** Where both decode, to the same bytes. zstd-jni lets some streams pass that are not used up; the RFC calls them corrupt. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void brokenFrames_endInAnErrorOrInZstdsBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int decodedByBoth = 0;
        for (int round = 0; round < 4_000; round++) {
            int size = 1 + random.nextInt(random.nextBoolean() ? 200 : 20_000);
            byte[] broken = compress(data(random.nextInt(7), size, random), 1 + random.nextInt(5), false);
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                // most of the interesting bytes are near the start of the block
                int at = 4 + random.nextInt(random.nextBoolean() ? broken.length - 4 : Math.min(40, broken.length - 4));
                broken[at] = (byte) random.nextInt();
            }
            byte[] decoded;
            try {
                decoded = decode(broken, size);
            } catch (MalformedDataException refused) {
                continue;
            }
            byte[] expected = new byte[size];
            try {
                if (Zstd.decompress(expected, broken) == size) {
                    assertThat(decoded).as("seed %d, round %d", seed, round).isEqualTo(expected);
                    decodedByBoth++;
                }
            } catch (ZstdException refused) {
                // stricter than the format asks for, as with windows
            }
        }
        assertThat(decodedByBoth).isGreaterThan(200);
    }
}
