package io.algeon.cuda.operator;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.plan.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of a relation's rows by keys: the host's side of {@code sort/sort_kernels.cu}, which explains the algorithm. It asks the
 * device twice a word: in which bits rows differ, so that other bytes cost no pass, and how many rows are still tied.
 *
 * <p>Takes 40 bytes of device memory a row beside the relation.
 */
final class RadixSort {
    /** Rows that a block sorts by a digit: {@code TILE} of the kernels. */
    private static final int TILE = 2048;

    /** Values of a digit, and threads of a block: {@code DIGITS} of the kernels. */
    private static final int DIGITS = 256;

    private static final int DIGIT_BITS = 8;

    /** Instead of a word's number: {@code COARSE} of the kernels. */
    private static final int COARSE = -1;

    /** So many more rows than wanted may be sorted for the first ones, rather than look at another byte. */
    private static final int SPARE_ROWS = 1024;

    private final List<SortKey> keys;
    private final Operators operators;
    private final Workspace workspace;

    // the rows in order, and which of them are tied: where they are (null: all), and the number of each one's run
    // (null: one run)
    private final DeviceRelation input;
    private Block rows;
    private long tied;
    private @Nullable Block places;
    private @Nullable Block runs;
    private long runCount = 1;

    private RadixSort(List<SortKey> keys, DeviceRelation input, Block rows, long count, Operators operators) {
        this.keys = keys;
        this.input = input;
        this.rows = rows;
        this.tied = count;
        this.operators = operators;
        this.workspace = operators.workspace();
    }

    /** Numbers of the rows in order; with {@code chosen}, which it takes, of those only. */
    static Block order(
            List<SortKey> keys, DeviceRelation input, RowMaps.@Nullable Selection chosen, Operators operators) {
        Block rows = chosen == null ? operators.maps().identity(input.rows(), 0) : chosen.rows();
        RadixSort sort = new RadixSort(keys, input, rows, chosen == null ? input.rows() : chosen.count(), operators);
        sort.sort();
        return sort.rows;
    }

    /**
     * Rows among which the first ones are, in the order of the input; null if all rows are as good. Found by the first key alone: by its
     * first bytes, until few more rows than wanted begin like the last one wanted, or before it.
     */
    static RowMaps.@Nullable Selection candidates(
            List<SortKey> keys, DeviceRelation input, long wanted, Operators operators) {
        long count = input.rows();
        if (wanted <= 0 || count < SPARE_ROWS || wanted > count / 4) {
            return null;
        }
        Workspace workspace = operators.workspace();
        Block words = workspace.allocate(8 * count);
        Block facts = workspace.allocate(16);
        SortKey key = keys.get(0);
        words(workspace, input, key, COARSE, null, null, null, count, words, null, facts);
        facts.release();
        Block counts = workspace.allocate(8 * DIGITS);
        long prefix = 0;
        long before = 0;
        long bound = -1;
        for (int shift = Long.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
            workspace.stream().fill(counts.address(), (byte) 0, 8 * DIGITS);
            long begin = prefix;
            int place = shift;
            workspace.launch(
                    KernelName.SORT_SELECT,
                    count,
                    a -> a.address(words.address())
                            .int64(count)
                            .int64(begin)
                            .int32(place)
                            .address(counts.address()));
            long[] found = workspace.read(counts, DIGITS);
            int digit = 0;
            while (before + found[digit] < wanted) {
                before += found[digit++];
            }
            prefix |= (long) digit << shift;
            if (before + found[digit] <= wanted + Math.max(wanted, SPARE_ROWS) || shift == 0) {
                bound = prefix | (1L << shift) - 1;
                break;
            }
        }
        counts.release();
        Block keep = workspace.allocate(count);
        long last = bound;
        workspace.launch(
                KernelName.SORT_WITHIN_BOUND,
                count,
                a -> a.address(words.address()).int64(count).int64(last).address(keep.address()));
        words.release();
        RowMaps.Selection selection = operators.maps().select(keep, count, null);
        keep.release();
        return selection;
    }

    private void sort() {
        for (int i = 0; i < keys.size() && tied > 1; i++) {
            SortKey key = keys.get(i);
            DeviceColumn column = input.columns().get(key.column());
            boolean isText = column.kind() == ValueKind.STRING;
            boolean lastKey = i + 1 == keys.size();
            int words = switch (column.kind()) {
                case BOOL, I32, STRING -> 1;
                case I64, F32, F64 -> 2;
                case I128 -> 3;
            };
            // the first word of the larger numbers says only whether they are NULL
            int word = words == 1 || column.mayHaveNulls() ? 0 : 1;
            boolean more = true;
            while (more && tied > 1) {
                boolean further = refine(key, word, isText, lastKey && word + 1 >= words);
                word++;
                more = isText ? further : word < words;
            }
        }
        release(places);
        release(runs);
    }

    private static void release(@Nullable Block block) {
        if (block != null) {
            block.release();
        }
    }

    private static long order(Workspace workspace, SortKey key) {
        return workspace.pass(2 * Integer.BYTES, (target, address) -> {
            target.putInt(key.descending() ? 1 : 0);
            target.putInt(key.nullsFirst() ? 1 : 0);
        });
    }

    /** Computes words, and what is to know of them. */
    private static long[] words(
            Workspace workspace,
            DeviceRelation input,
            SortKey key,
            int word,
            @Nullable Block rows,
            @Nullable Block places,
            @Nullable Block runs,
            long count,
            Block words,
            @Nullable Block payload,
            Block facts) {
        workspace.stream().fill(facts.address(), (byte) 0, 16);
        long column = workspace.columns(List.of(input.columns().get(key.column())));
        long order = order(workspace, key);
        workspace.launch(
                KernelName.SORT_WORDS,
                count,
                a -> a.address(column)
                        .address(order)
                        .int32(word)
                        .address(rows == null ? 0 : rows.address())
                        .address(places == null ? 0 : places.address())
                        .address(runs == null ? 0 : runs.address())
                        .int64(count)
                        .address(words.address())
                        .address(payload == null ? 0 : payload.address())
                        .address(facts.address()));
        return payload == null ? new long[2] : workspace.read(facts, 2);
    }

    /** Sorts what is tied by one word of a key; whether a key has more words. */
    private boolean refine(SortKey key, int word, boolean isText, boolean last) {
        long count = tied;
        Block words = workspace.allocate(8 * count);
        Block payload = workspace.allocate(8 * count);
        Block facts = workspace.allocate(16);
        long[] found = words(workspace, input, key, word, rows, places, runs, count, words, payload, facts);
        facts.release();
        boolean more = found[1] != 0;
        if (found[0] == 0) {
            words.release();
            payload.release();
            return more;
        }
        Pairs pairs = new Pairs(words, payload, count);
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            if ((found[0] >>> shift & DIGITS - 1) != 0) {
                pairs.pass(false, shift);
            }
        }
        for (int shift = 0; shift < Integer.SIZE && runCount - 1 >>> shift != 0; shift += DIGIT_BITS) {
            pairs.pass(true, Integer.SIZE + shift);
        }
        Block begins = workspace.allocate(count);
        Block ties = workspace.allocate(count);
        Block old = places;
        workspace.launch(
                KernelName.SORT_RUNS,
                count,
                a -> a.address(pairs.words.address())
                        .address(pairs.payload.address())
                        .int64(count)
                        .address(old == null ? 0 : old.address())
                        .address(rows.address())
                        .address(begins.address())
                        .address(ties.address()));
        pairs.release();
        if (!last || isText && more) {
            nextRuns(begins, ties, count);
        }
        begins.release();
        ties.release();
        return more;
    }

    /** From now on only rows that are not alone in their run are looked at. */
    private void nextRuns(Block begins, Block ties, long count) {
        RowMaps.Selection chosen = operators.maps().select(ties, count, null);
        Block old = places;
        release(runs);
        runs = null;
        places = null;
        tied = chosen.count();
        if (tied > 0) {
            Block next = workspace.allocate(4 * tied);
            Block starts = workspace.allocate(4 * tied);
            workspace.launch(
                    KernelName.SORT_TIED,
                    tied,
                    a -> a.address(chosen.rows().address())
                            .address(old == null ? 0 : old.address())
                            .address(begins.address())
                            .int64(tied)
                            .address(next.address())
                            .address(starts.address()));
            RowMaps.Offsets before = operators.maps().offsets(starts, tied);
            Block numbers = workspace.allocate(4 * tied);
            workspace.launch(
                    KernelName.SORT_NUMBER,
                    tied,
                    a -> a.address(before.offsets().address())
                            .address(starts.address())
                            .int64(tied)
                            .address(numbers.address()));
            before.offsets().release();
            starts.release();
            runCount = before.total();
            places = next;
            runs = numbers;
        }
        release(old);
        chosen.rows().release();
    }

    /** Words with their payloads, sorted digit by digit. */
    private final class Pairs {
        private final long count;
        private final int tiles;
        private Block words;
        private Block payload;
        private @Nullable Block otherWords;
        private @Nullable Block otherPayload;

        Pairs(Block words, Block payload, long count) {
            this.words = words;
            this.payload = payload;
            this.count = count;
            this.tiles = Math.toIntExact((count + TILE - 1) / TILE);
        }

        void pass(boolean ofPayload, int shift) {
            Block toWords = otherWords == null ? workspace.allocate(8 * count) : otherWords;
            Block toPayload = otherPayload == null ? workspace.allocate(8 * count) : otherPayload;
            Block fromWords = words;
            Block fromPayload = payload;
            long counters = (long) DIGITS * tiles;
            Block counts = workspace.allocate(4 * counters);
            workspace.launch(
                    KernelName.SORT_HISTOGRAM,
                    new Launch(tiles, DIGITS),
                    a -> a.address(fromWords.address())
                            .address(fromPayload.address())
                            .int64(count)
                            .int32(ofPayload ? 1 : 0)
                            .int32(shift)
                            .int64(tiles)
                            .address(counts.address()));
            Block starts = operators.maps().starts(counts, counters);
            counts.release();
            workspace.launch(
                    KernelName.SORT_SCATTER,
                    new Launch(tiles, DIGITS),
                    a -> a.address(fromWords.address())
                            .address(fromPayload.address())
                            .int64(count)
                            .int32(ofPayload ? 1 : 0)
                            .int32(shift)
                            .int64(tiles)
                            .address(starts.address())
                            .address(toWords.address())
                            .address(toPayload.address()));
            starts.release();
            otherWords = fromWords;
            otherPayload = fromPayload;
            words = toWords;
            payload = toPayload;
        }

        void release() {
            words.release();
            payload.release();
            RadixSort.release(otherWords);
            RadixSort.release(otherPayload);
        }
    }
}
