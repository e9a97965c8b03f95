package io.algeon.engine.graph;

/**
 * Random numbers of community detection: not drawn one after the other, but functions of what they are for, so that no answer
 * depends on who asks first. Kernels compute the same to the bit ({@code community_kernels.cu}).
 */
public final class CommunityRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    /** Between so many and one more points, quantiles of Gumbel's distribution are interpolated. */
    private static final int CELLS_BITS = 10;

    private static final int CELLS = 1 << CELLS_BITS;
    private static final double[] GUMBEL = gumbels();

    private CommunityRandom() {}

    private static double[] gumbels() {
        double[] values = new double[CELLS + 1];
        for (int i = 0; i <= CELLS; i++) {
            double share = Math.max(0.125, Math.min(CELLS - 0.125, i)) / CELLS;
            values[i] = -StrictMath.log(-StrictMath.log(share));
        }
        return values;
    }

    /** The points between which {@link #gumbel} interpolates. */
    public static double[] table() {
        return GUMBEL.clone();
    }

    /** A key made of another one and a number, from which more numbers are made; the finalizer of SplitMix64. */
    public static long key(long key, long number) {
        long mixed = key + (number + 1) * GOLDEN;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** The batch of a vertex, one of so many. */
    static int batch(long key, int vertex, int batches) {
        return (int) ((key(key, vertex) >>> 32) * batches >>> 32);
    }

    /**
     * A number after Gumbel's distribution: adding one to each of some logarithms of chances and taking the greatest draws one.
     *
     * @param key of the vertex that draws
     */
    static double gumbel(long key, int part) {
        long bits = key(key, part);
        int cell = (int) (bits >>> 64 - CELLS_BITS);
        double share = (bits << CELLS_BITS >>> 32) * 0x1p-32;
        return GUMBEL[cell] + share * (GUMBEL[cell + 1] - GUMBEL[cell]);
    }

    /** How much strength may be added to some before what is expected of it, times a factor, is more than the weight of links. */
    static long bearable(double links, double factor, long strength) {
        return (long) Math.min(links / factor, 0x1p62) - strength;
    }

    /**
     * Whether a vertex is left out, where others are more than it can bear: so many are that the rest mostly is not.
     *
     * @param others strength of the others
     * @param bearable strength of others with which its wish still makes sense
     */
    static boolean isTooMany(long key, int vertex, long others, long bearable) {
        if (others <= bearable) {
            return false;
        }
        double share = (key(key, ~vertex) >>> 11) * 0x1p-53;
        return share * others * 2 >= bearable;
    }
}
