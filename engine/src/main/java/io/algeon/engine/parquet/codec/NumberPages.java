package io.algeon.engine.parquet.codec;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decompresses pages of numbers in Snappy's format: by our own code, which takes half of the native library's time, once the
 * JVM has compiled it. Until then it takes 3 to 20 times as much, which would be most of a first query's time; so the library
 * goes first, and now and then a page goes through both, until ours has been the faster one. Thread-safe.
 */
final class NumberPages {
    /** One page in so many goes through both: often enough for the JVM to find our loop hot. */
    private static final int TRIAL_PERIOD = 8;

    /** Pages of fewer bytes tell little. */
    private static final int LEAST_TRIAL_BYTES = 16 << 10;

    /** Our code has to be faster so many times, as a thread may lose its processor meanwhile. */
    private static final int TRIALS_TO_WIN = 2;

    private static final AtomicInteger LARGE_PAGES = new AtomicInteger();
    private static volatile int won;

    private static final int WARM_UP_BYTES = 64 << 10;
    private static final int WARM_UP_PAGES = 200;

    private NumberPages() {}

    /** Decompresses made-up pages, so that the JVM compiles our code before somebody waits for it; takes some 50 ms. */
    static void warmUp() {
        byte[] block = new byte[2 * WARM_UP_BYTES];
        byte[] output = new byte[WARM_UP_BYTES + 64];
        for (int page = 0; page < WARM_UP_PAGES && won < TRIALS_TO_WIN; page++) {
            Random random = new Random(page % TRIAL_PERIOD);
            int end = makeUp(block, random);
            decompress(block, 0, end, output, 0, WARM_UP_BYTES);
        }
    }

    /**
     * Writes a block as columns of numbers make them: short literals, each followed by a short copy, and now and then a
     * longer one of either. Returns its length.
     */
    private static int makeUp(byte[] block, Random random) {
        int at = 0;
        for (int length = WARM_UP_BYTES; ; length >>>= 7) {
            if (length < 0x80) {
                block[at++] = (byte) length;
                break;
            }
            block[at++] = (byte) (length | 0x80);
        }
        for (int done = 0; done < WARM_UP_BYTES; ) {
            int literal = Math.min(1 + random.nextInt(random.nextInt(16) == 0 ? 60 : 4), WARM_UP_BYTES - done);
            block[at++] = (byte) (literal - 1 << 2);
            for (int i = 0; i < literal; i++) {
                block[at++] = (byte) random.nextInt();
            }
            done += literal;
            int copy = 4 + random.nextInt(random.nextInt(16) == 0 ? 60 : 5);
            if (copy > WARM_UP_BYTES - done) {
                continue;
            }
            int distance = 1 + random.nextInt(Math.min(done, random.nextBoolean() ? 2047 : 65535));
            if (copy < 12 && distance < 2048) {
                block[at++] = (byte) (distance >>> 8 << 5 | copy - 4 << 2 | 1);
            } else {
                block[at++] = (byte) (copy - 1 << 2 | 2);
                block[at++] = (byte) distance;
                distance >>>= 8;
            }
            block[at++] = (byte) distance;
            done += copy;
        }
        return at;
    }

    /** As {@link SnappyDecoder#decompress}. */
    static void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        if (won >= TRIALS_TO_WIN || !NativeSnappy.isAvailable()) {
            SnappyDecoder.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
            return;
        }
        boolean trial =
                outputEnd - outputStart >= LEAST_TRIAL_BYTES && LARGE_PAGES.incrementAndGet() % TRIAL_PERIOD == 0;
        long start = trial ? System.nanoTime() : 0;
        try {
            NativeSnappy.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
        } catch (MalformedDataException e) {
            // our code says what is wrong
            SnappyDecoder.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
            return;
        }
        if (trial) {
            long middle = System.nanoTime();
            SnappyDecoder.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
            won = System.nanoTime() - middle < middle - start ? won + 1 : 0;
        }
    }
}
