package io.algeon.cuda.launch;

/**
 * How wide a kernel is launched.
 *
 * @param blocks of the grid, at least 1
 * @param threads of a block
 * @param sharedBytes of dynamic shared memory a block
 */
public record Launch(int blocks, int threads, int sharedBytes) {
    /** Kernels walk over rows in strides of the grid: more blocks than this only cost their start. */
    private static final int MAX_BLOCKS = 65_536;

    public Launch(int blocks, int threads) {
        this(blocks, threads, 0);
    }

    /** A thread a row, up to a limit above which threads take several; rows must not be 0. */
    public static Launch forRows(long rows, int threads) {
        return new Launch((int) Math.min(MAX_BLOCKS, (rows + threads - 1) / threads), threads, 0);
    }

    /** The same with dynamic shared memory. */
    public Launch withShared(int bytes) {
        return new Launch(blocks, threads, bytes);
    }
}
