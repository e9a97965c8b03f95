package io.algeon.engine.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives the ids of an edge list numbers from 0 in the order of the ids (ranks). Ids in a narrow range are marked in a bitmap,
 * whose population counts are the numbers; others go through a hash table that all threads fill together, and a sort of the
 * distinct ones.
 */
final class VertexNumbering {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Bits of a bitmap that are worth an id. */
    private static final long BITS_AN_ID = 8;

    private static final long SMALL_BITMAP = 1 << 20;

    private final GraphWork work;
    private final EdgeList edges;
    private final List<EdgeList.Ids> columns = new ArrayList<>();
    private long[] sortedIds = {};

    VertexNumbering(EdgeList edges, GraphWork work) {
        this.edges = edges;
        this.work = work;
        for (EdgeList.Chunk chunk : edges.chunks()) {
            columns.add(new EdgeList.Ids(chunk.count(), chunk.sources()));
            columns.add(new EdgeList.Ids(chunk.count(), chunk.targets()));
        }
        columns.addAll(edges.vertices());
    }

    /** The distinct ids in order; the position of one is its rank. */
    long[] sortedIds() {
        return sortedIds;
    }

    /** The ranks of the sources and targets of each chunk, in an array of twice its length. */
    int[][] number() {
        long[] lows = new long[columns.size()];
        long[] highs = new long[columns.size()];
        work.share(0, 0.1).eachTold(columns.size(), part -> {
            EdgeList.Ids column = columns.get(part);
            long low = Long.MAX_VALUE;
            long high = Long.MIN_VALUE;
            for (int i = 0; i < column.count(); i++) {
                low = Math.min(low, column.ids()[i]);
                high = Math.max(high, column.ids()[i]);
            }
            lows[part] = low;
            highs[part] = high;
        });
        long low = Arrays.stream(lows).min().orElse(0);
        long high = Arrays.stream(highs).max().orElse(-1);
        work.memory().grow(8 * edges.edgeCount());
        if (low > high) {
            return new int[0][];
        }
        long range = high - low + 1;
        long limit = Math.max(SMALL_BITMAP, BITS_AN_ID * (2 * edges.edgeCount() + edges.vertexRows()));
        return range > 0 && range <= limit && range >>> 6 < Integer.MAX_VALUE - 16 ? byBitmap(low, range) : byTable();
    }

    private int[][] byBitmap(long low, long range) {
        int words = (int) (range + 63 >>> 6);
        long held = 12L * words;
        work.memory().grow(held);
        long[] bits = new long[words];
        work.share(0.1, 0.4).eachTold(columns.size(), part -> {
            EdgeList.Ids column = columns.get(part);
            long[] ids = column.ids();
            for (int i = 0; i < column.count(); i++) {
                long offset = ids[i] - low;
                int word = (int) (offset >>> 6);
                long bit = 1L << offset;
                if ((bits[word] & bit) == 0) {
                    LONGS.getAndBitwiseOr(bits, word, bit);
                }
            }
        });
        int[] before = new int[words + 1];
        int count = 0;
        for (int word = 0; word < words; word++) {
            before[word] = count;
            count += Long.bitCount(bits[word]);
        }
        before[words] = count;
        work.memory().grow(8L * count);
        long[] sorted = new long[count];
        work.ranges(words, 4096, (from, to) -> {
            int at = before[from];
            for (int word = from; word < to; word++) {
                for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
                    sorted[at++] = low + ((long) word << 6) + Long.numberOfTrailingZeros(rest);
                }
            }
        });
        sortedIds = sorted;
        int[][] numbers = ranks((ids, offset, amount, target, at) -> {
            for (int i = 0; i < amount; i++) {
                long bit = ids[offset + i] - low;
                int word = (int) (bit >>> 6);
                target[at + i] = before[word] + Long.bitCount(bits[word] & (1L << bit) - 1);
            }
        });
        work.memory().grow(-held);
        return numbers;
    }

    private int[][] byTable() {
        IdTable table = new IdTable(2 * edges.edgeCount() + edges.vertexRows(), work.share(0.1, 0.5));
        table.addAll(columns);
        sortedIds = table.sorted();
        int[][] numbers = ranks(table::ranks);
        table.close();
        return numbers;
    }

    /** Gives ranks of ids. */
    interface Ranking {
        void rank(long[] ids, int from, int count, int[] ranks, int at);
    }

    private int[][] ranks(Ranking ranking) {
        int[][] numbers = new int[edges.chunks().size()][];
        work.share(0.5, 1).eachTold(numbers.length, part -> {
            EdgeList.Chunk chunk = edges.chunks().get(part);
            int[] ranks = new int[2 * chunk.count()];
            ranking.rank(chunk.sources(), 0, chunk.count(), ranks, 0);
            ranking.rank(chunk.targets(), 0, chunk.count(), ranks, chunk.count());
            numbers[part] = ranks;
        });
        return numbers;
    }
}
