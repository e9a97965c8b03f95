package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinct keys of one or several columns, numbered from 0 in the order in which they came ("groups"). Serves grouping,
 * joins (groups are chains of build rows), DISTINCT and set operations. NULL is a key value like any other here.
 *
 * <p><b>Layouts.</b> While all columns are integers, dates, booleans, short decimals or strings (as numbers of their
 * {@link StringTable}) and the ranges seen so far fit in {@value #MAX_PACKED_BITS} bits together, a key is <i>packed</i> into
 * one long: per column the code {@code value - base + 1}, 0 for NULL. A value outside the ranges widens them and re-encodes
 * the keys (ranges at least double, so that happens a logarithmic number of times). Otherwise keys are <i>wide</i>: one word
 * a column (two for 128 bits) and a last word with a bit for each NULL column.
 *
 * <p><b>Look-up.</b> Packed keys from a range that is small compared with the number of groups are an index into
 * {@code direct} (group + 1, 0 is empty): no hashing, and sorted input walks memory in order. Other keys are hashed, packed
 * or wide, into {@code slots}: 32 bits of the hash and group + 1 in one long, so that
 * a look-up mostly touches one line, and the key's own to confirm it. Linear probing, load at most three quarters.
 *
 * <p><b>Threads.</b> One writer; when it has finished, any number of readers, each with its own {@link Finder}. Memory is
 * held by a reservation of the table's own, and grown before it is needed for the batch at hand.
 */
public final class GroupTable implements Groups {
    private static final int MAX_PACKED_BITS = 62;

    /** Slots that {@code direct} may have in any case: 256 KiB, within a core's second-level cache. */
    private static final int FREE_DIRECT_SLOTS = 1 << 16;

    /** Slots of {@code direct} a group: 64 bytes, about what hashing takes with its keys. */
    private static final int DIRECT_SLOTS_A_GROUP = 16;

    /** From here on estimates of the number of groups count, for tables to grow fewer times. */
    private static final int MANY_GROUPS = 1 << 16;

    /** Estimates above this are not trusted to be able to fill a table with: 16 MiB of {@code direct}. */
    private static final int MOST_TRUSTED_GROUPS = 1 << 18;

    /** How many times as large as it must be a table may become because of an estimate. */
    private static final int MOST_FORESIGHT = 8;

    /** Slots that no longer fit a second-level cache: 512 KiB. */
    private static final int LARGE_TABLE = 1 << 16;

    /** Hash bits below those that choose the slot (for tables up to 2^24 slots) become the tag. */
    private static final int TAG_SHIFT = 24;

    private static final long TAG_MASK = 0xffffffff00000000L;

    private final Reservation reservation;
    private final KeyColumn[] columns;
    private final KeyReader[] readers;
    private final int wideWords;

    /** Null if some key column is no string, which has no codes. */
    private final @Nullable CodedKeys coded;

    private boolean packed;
    private boolean hasRanges;

    /** Keys of the groups: one long each if packed, else {@code wideWords} each. */
    private long[] keys = {};

    private int groupCount;
    private int expectedGroups;
    private int estimatedGroups;

    private int @Nullable [] direct;
    private long[] slots = {};
    private int slotShift;

    private long[] batchKeys = {};
    private long[] batchHashes = {};
    private int[] runKeys = {};

    /** An empty table; takes the reservation, which {@link #close()} closes. */
    public GroupTable(List<SqlType> types, Reservation reservation) {
        this.reservation = reservation;
        this.columns = new KeyColumn[types.size()];
        this.readers = new KeyReader[types.size()];
        int words = 0;
        boolean packable = true;
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new KeyColumn(types.get(i), reservation);
            readers[i] = new KeyReader(columns[i], true);
            columns[i].word = words;
            words += columns[i].words();
            packable &= columns[i].packable;
        }
        this.wideWords = words + 1;
        boolean allStrings = columns.length > 0 && Arrays.stream(columns).allMatch(column -> column.strings != null);
        this.coded = allStrings ? new CodedKeys(columns.length) : null;
        this.packed = packable && columns.length <= MAX_PACKED_BITS;
        if (packed) {
            direct = new int[0];
        } else {
            rehash(0);
        }
    }

    /** Groups so far. */
    @Override
    public int groupCount() {
        return groupCount;
    }

    /** Key columns. */
    public int columnCount() {
        return columns.length;
    }

    /** Bytes held. */
    public long reservedBytes() {
        return reservation.bytes();
    }

    /** Says how many groups to prepare for, before any rows come. */
    @Override
    public void expect(int groups) {
        expectedGroups = groups;
    }

    /** Says about how many groups there may be in the end; believed only once there are many, and then only so far. */
    @Override
    public void estimate(double groups) {
        estimatedGroups = (int) Math.min(1 << 28, groups);
    }

    private int estimated(int needed) {
        return needed < MANY_GROUPS ? 0 : (int) Math.min(estimatedGroups, MOST_FORESIGHT * (long) needed);
    }

    /** Groups that fit without growing. */
    @Override
    public int groupCapacity() {
        return keys.length / (packed ? 1 : wideWords);
    }

    /**
     * Finds the groups of the first {@code count} rows of the key columns, adding those that are new.
     *
     * @param groups receives the group of each row
     */
    @Override
    public void assign(ColumnVector[] vectors, int count, int[] groups) {
        if (coded == null || !coded.suits(vectors, count)) {
            assignValues(vectors, count, groups);
        } else if (!coded.find(vectors, count, groups)) {
            assignValues(vectors, count, groups);
            coded.learn(vectors, count, groups);
        }
    }

    private void assignValues(ColumnVector[] vectors, int count, int[] groups) {
        for (int i = 0; i < columns.length; i++) {
            readers[i].read(vectors[i], count);
        }
        reserveGroups(count);
        if (packed) {
            batchKeys = sized(batchKeys, count);
            if (!pack(readers, vectors, count, batchKeys)) {
                widen(vectors, count);
                reserveGroups(count);
                if (packed && !pack(readers, vectors, count, batchKeys)) {
                    throw new IllegalStateException("key ranges do not hold the batch that made them");
                }
            }
        }
        if (!packed) {
            batchKeys = sized(batchKeys, count * wideWords);
            wideKeys(readers, vectors, count, batchKeys);
            assignWide(batchKeys, count, groups);
        } else if (direct != null) {
            assignDirect(batchKeys, count, groups);
        } else {
            assignHashed(batchKeys, count, groups);
        }
    }

    private void assignDirect(long[] batch, int count, int[] groups) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= batch[i];
        }
        if (bits >= directLength()) {
            long max = 0;
            for (int i = 0; i < count; i++) {
                max = Math.max(max, batch[i]);
            }
            if (max >= directLength() && !growDirect(max)) {
                direct = null;
                rehash(groupCount + count);
                assignHashed(batch, count, groups);
                return;
            }
        }
        int[] table = direct == null ? new int[0] : direct;
        if (table.length > FREE_DIRECT_SLOTS && 2 * runs(batch, count) <= count) {
            assignRuns(table, batch, count, groups);
            return;
        }
        for (int i = 0; i < count; i++) {
            int key = (int) batch[i];
            int group = table[key] - 1;
            if (group < 0) {
                group = groupCount++;
                keys[group] = key;
                table[key] = group + 1;
            }
            groups[i] = group;
        }
    }

    /** Runs of equal keys. */
    private static int runs(long[] batch, int count) {
        int runs = 1;
        for (int i = 1; i < count; i++) {
            runs += batch[i] == batch[i - 1] ? 0 : 1;
        }
        return runs;
    }

    /**
     * Looks up one key a run of equal ones. In sorted input, where a key is new at times that no processor foresees, nearly
     * every run is new, which it does foresee.
     */
    private void assignRuns(int[] table, long[] batch, int count, int[] groups) {
        if (runKeys.length < count) {
            runKeys = new int[count];
        }
        int[] found = runKeys;
        int run = 0;
        found[0] = (int) batch[0];
        groups[0] = 0;
        for (int i = 1; i < count; i++) {
            run += batch[i] == batch[i - 1] ? 0 : 1;
            found[run] = (int) batch[i];
            groups[i] = run;
        }
        for (int r = 0; r <= run; r++) {
            int key = found[r];
            int group = table[key] - 1;
            if (group < 0) {
                group = groupCount++;
                keys[group] = key;
                table[key] = group + 1;
            }
            found[r] = group;
        }
        for (int i = 0; i < count; i++) {
            groups[i] = found[groups[i]];
        }
    }

    private int directLength() {
        return direct == null ? 0 : direct.length;
    }

    /** Makes {@code direct} long enough for a key, unless that is too long for the number of groups. */
    private boolean growDirect(long maxKey) {
        long sure = Math.max(FREE_DIRECT_SLOTS, (long) DIRECT_SLOTS_A_GROUP * Math.max(groupCount, expectedGroups));
        // in the hope that there will be as many groups as estimated
        long hoped = Math.max(sure, (long) DIRECT_SLOTS_A_GROUP * Math.min(estimatedGroups, MOST_TRUSTED_GROUPS));
        long allowed = Math.min(maxKey < sure ? sure : hoped, Integer.MAX_VALUE - 16);
        if (maxKey < allowed) {
            // as far as the estimated number of groups reaches if keys stay as dense as they are
            long foreseen = groupCount == 0 ? 0 : (long) ((double) maxKey / groupCount * estimated(groupCount));
            long wanted = Math.max(foreseen, Math.max(64, maxKey + 1 + (maxKey >> 1)));
            int length = (int) Math.max(maxKey + 1, Math.min(allowed, wanted));
            long bytes = 4L * (length - directLength());
            if (maxKey < sure) {
                reservation.grow(bytes);
            } else if (!reservation.tryResize(reservation.bytes() + bytes)) {
                reservation.grow(-4L * directLength());
                return false;
            }
            direct = direct == null ? new int[length] : Arrays.copyOf(direct, length);
            return true;
        }
        reservation.grow(-4L * directLength());
        return false;
    }

    private void assignHashed(long[] batch, int count, int[] groups) {
        long[] table = slots;
        int mask = table.length - 1;
        int shift = slotShift;
        if (table.length >= LARGE_TABLE) {
            touch(batch, count, groups);
        }
        for (int i = 0; i < count; i++) {
            long key = batch[i];
            long hash = key * Hashes.GOLDEN;
            int slot = (int) (hash >>> shift);
            while (true) {
                long entry = table[slot];
                int group = (int) entry - 1;
                if (group < 0) {
                    group = groupCount++;
                    keys[group] = key;
                    table[slot] = entry(hash, group);
                    groups[i] = group;
                    break;
                }
                if (tag(entry) == tag(hash << TAG_SHIFT) && keys[group] == key) {
                    groups[i] = group;
                    break;
                }
                slot = slot + 1 & mask;
            }
        }
    }

    /**
     * Reads the first slot of every key, then the key that it refers to. These reads do not depend on each other, so that
     * the processor waits for many lines of a large table at a time; the loop that follows, whose branches it cannot
     * foresee, finds them in its caches.
     */
    private void touch(long[] batch, int count, int[] groups) {
        long[] table = slots;
        int shift = slotShift;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) table[(int) (batch[i] * Hashes.GOLDEN >>> shift)];
        }
        long[] stored = keys;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) stored[groups[i]];
        }
    }

    /** As {@link #touch}, for wide keys. */
    private void touchWide(long[] hashes, int count, int[] groups) {
        long[] table = slots;
        if (table.length < LARGE_TABLE) {
            return;
        }
        int shift = slotShift;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) table[(int) (hashes[i] >>> shift)];
        }
        long[] stored = keys;
        int words = wideWords;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) stored[Math.max(0, groups[i] - 1) * words];
        }
    }

    private long[] wideHashes(long[] batch, int count, long[] reuse) {
        long[] hashes = sized(reuse, count);
        int words = wideWords;
        for (int i = 0; i < count; i++) {
            hashes[i] = wideHash(batch, i * words, words);
        }
        return hashes;
    }

    /** A slot's content: 32 bits of the hash, so that most keys that differ are told apart without reading them. */
    private static long entry(long hash, int group) {
        return hash << TAG_SHIFT & TAG_MASK | group + 1;
    }

    private static int tag(long entry) {
        return (int) (entry >>> 32);
    }

    private void assignWide(long[] batch, int count, int[] groups) {
        int words = wideWords;
        long[] table = slots;
        int mask = table.length - 1;
        batchHashes = wideHashes(batch, count, batchHashes);
        touchWide(batchHashes, count, groups);
        for (int i = 0; i < count; i++) {
            long hash = batchHashes[i];
            int slot = (int) (hash >>> slotShift);
            while (true) {
                long entry = table[slot];
                int group = (int) entry - 1;
                if (group < 0) {
                    group = groupCount++;
                    System.arraycopy(batch, i * words, keys, group * words, words);
                    table[slot] = entry(hash, group);
                    groups[i] = group;
                    break;
                }
                if (tag(entry) == tag(hash << TAG_SHIFT) && equalWords(batch, i * words, group * words, words)) {
                    groups[i] = group;
                    break;
                }
                slot = slot + 1 & mask;
            }
        }
    }

    private boolean equalWords(long[] batch, int at, int group, int words) {
        for (int word = 0; word < words; word++) {
            if (batch[at + word] != keys[group + word]) {
                return false;
            }
        }
        return true;
    }

    private static long wideHash(long[] words, int from, int count) {
        long hash = count;
        for (int word = 0; word < count; word++) {
            hash = Hashes.mix(hash, words[from + word]);
        }
        return hash * Hashes.GOLDEN;
    }

    /** Room for {@code more} groups in {@code keys} and, where it is used, {@code slots}. */
    private void reserveGroups(int more) {
        int needed = Math.addExact(groupCount, more);
        int words = packed ? 1 : wideWords;
        if ((long) needed * words > keys.length) {
            long prepared = Math.max(needed, Math.max(expectedGroups, estimated(needed)));
            long length =
                    Math.min(Integer.MAX_VALUE - 16, Math.max(prepared * words, keys.length + (keys.length >> 1)));
            reservation.grow(8 * (length - keys.length));
            keys = Arrays.copyOf(keys, (int) length);
        }
        if (direct == null && 4L * needed > 3L * slots.length) {
            rehash(needed);
        }
    }

    /** Makes {@code slots} for {@code groups} groups and places those that exist. */
    private void rehash(int groups) {
        long wanted = Math.max(64, Math.max(groups, Math.max(Math.min(expectedGroups, 1 << 28), estimated(groups))));
        int bits = 64 - Long.numberOfLeadingZeros(wanted + wanted / 3);
        if (bits > 30) {
            throw new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "A table of keys cannot have more than " + (3 << 28) + " entries; it needs " + groups
                            + ". Filter or partition the input.");
        }
        reservation.grow(8L * ((1 << bits) - slots.length));
        long[] table = new long[1 << bits];
        int mask = table.length - 1;
        slotShift = 64 - bits;
        for (int group = 0; group < groupCount; group++) {
            long hash = packed ? keys[group] * Hashes.GOLDEN : wideHash(keys, group * wideWords, wideWords);
            int slot = (int) (hash >>> slotShift);
            while (table[slot] != 0) {
                slot = slot + 1 & mask;
            }
            table[slot] = entry(hash, group);
        }
        slots = table;
    }

    /**
     * Packs the batch that the readers hold.
     *
     * @return false if some value is out of the current ranges
     */
    private boolean pack(KeyReader[] source, ColumnVector[] vectors, int count, long[] packedKeys) {
        if (!hasRanges) {
            return false;
        }
        if (columns.length == 0) {
            Arrays.fill(packedKeys, 0, count, 0);
        }
        for (int c = 0; c < columns.length; c++) {
            KeyColumn column = columns[c];
            long[] values = source[c].values();
            long base = column.base;
            int shift = column.shift;
            long seen = 0;
            if (vectors[c].hasNulls(count)) {
                long[] validity = vectors[c].validity();
                for (int i = 0; i < count; i++) {
                    long code = 0;
                    if (Validity.get(validity, i)) {
                        long above = values[i] - base;
                        code = above + 1;
                        seen |= above | code;
                    }
                    packedKeys[i] = c == 0 ? code << shift : packedKeys[i] | code << shift;
                }
            } else if (c == 0) {
                for (int i = 0; i < count; i++) {
                    long above = values[i] - base;
                    seen |= above | above + 1;
                    packedKeys[i] = above + 1 << shift;
                }
            } else {
                for (int i = 0; i < count; i++) {
                    long above = values[i] - base;
                    seen |= above | above + 1;
                    packedKeys[i] |= above + 1 << shift;
                }
            }
            if (seen >>> column.bits != 0) {
                return false;
            }
        }
        return true;
    }

    /** Widens the ranges to the batch that the readers hold and re-encodes the keys, in the wide layout if need be. */
    private void widen(ColumnVector[] vectors, int count) {
        long[] bases = new long[columns.length];
        int[] bits = new int[columns.length];
        int total = 0;
        for (int c = 0; c < columns.length; c++) {
            KeyColumn column = columns[c];
            boolean known = hasRanges && column.bits > 0;
            long min = known ? column.base : Long.MAX_VALUE;
            long max = known ? column.largestValue() : Long.MIN_VALUE;
            long oldMin = min;
            long[] values = readers[c].values();
            for (int i = 0; i < count; i++) {
                if (!vectors[c].isNull(i)) {
                    min = Math.min(min, values[i]);
                    max = Math.max(max, values[i]);
                }
            }
            if (column.strings != null) {
                min = 0;
            }
            if (min > max) {
                continue;
            }
            long range = max - min;
            if (range < 0 || range >= 1L << MAX_PACKED_BITS - 1) {
                total = Integer.MAX_VALUE;
                break;
            }
            bits[c] = 64 - Long.numberOfLeadingZeros(range + 1);
            long slack = (1L << bits[c]) - 2 - range;
            boolean downwards = known && min < oldMin;
            bases[c] = downwards && min - slack < min ? min - slack : min;
            total += bits[c];
        }
        if (total > MAX_PACKED_BITS) {
            toWide();
            return;
        }
        repack(bases, bits);
    }

    private void repack(long[] bases, int[] bits) {
        long[] old = keys;
        int[] shifts = new int[columns.length];
        int shift = 0;
        boolean sameCodes = hasRanges;
        for (int c = 0; c < columns.length; c++) {
            shifts[c] = shift;
            shift += bits[c];
            sameCodes &= bases[c] == columns[c].base && shifts[c] == columns[c].shift;
        }
        if (sameCodes) {
            // Ranges grew upwards, and only in the column with the highest bits.
            for (int c = 0; c < columns.length; c++) {
                columns[c].bits = bits[c];
            }
            return;
        }
        for (int group = 0; group < groupCount; group++) {
            long key = old[group];
            long recoded = 0;
            for (int c = 0; c < columns.length; c++) {
                KeyColumn column = columns[c];
                long code = key >>> column.shift & column.codeMask();
                if (code != 0) {
                    recoded |= code - 1 + column.base - bases[c] + 1 << shifts[c];
                }
            }
            old[group] = recoded;
        }
        for (int c = 0; c < columns.length; c++) {
            columns[c].base = bases[c];
            columns[c].bits = bits[c];
            columns[c].shift = shifts[c];
        }
        hasRanges = true;
        index();
    }

    /** Builds the look-up structure for the keys as they are now. */
    private void index() {
        if (direct == null) {
            rehash(groupCount);
            return;
        }
        long max = 0;
        for (int group = 0; group < groupCount; group++) {
            max = Math.max(max, keys[group]);
        }
        Arrays.fill(direct, 0);
        if (max >= direct.length && !growDirect(max)) {
            direct = null;
            rehash(groupCount);
            return;
        }
        for (int group = 0; group < groupCount; group++) {
            direct[(int) keys[group]] = group + 1;
        }
    }

    private void toWide() {
        long length = Math.max((long) keys.length, groupCount + 4096L) * wideWords;
        length = Math.min(length, (long) (groupCount + 4096) * 2 * wideWords);
        reservation.grow(8 * length);
        long[] wide = new long[Math.toIntExact(length)];
        for (int group = 0; group < groupCount; group++) {
            int at = group * wideWords;
            for (int c = 0; c < columns.length; c++) {
                long code = keys[group] >>> columns[c].shift & columns[c].codeMask();
                if (code == 0) {
                    wide[at + wideWords - 1] |= 1L << c;
                } else {
                    wide[at + columns[c].word] = code - 1 + columns[c].base;
                }
            }
        }
        reservation.grow(-8L * keys.length - 4L * directLength());
        keys = wide;
        direct = null;
        packed = false;
        rehash(groupCount + 4096);
    }

    /** Lays out the batch that the readers hold, row by row. NULL values are 0 with their bit in the last word. */
    private void wideKeys(KeyReader[] source, ColumnVector[] vectors, int count, long[] target) {
        int words = wideWords;
        for (int i = 0; i < count; i++) {
            target[i * words + words - 1] = 0;
        }
        for (int c = 0; c < columns.length; c++) {
            long[] values = source[c].values();
            int word = columns[c].word;
            for (int i = 0; i < count; i++) {
                target[i * words + word] = values[i];
            }
            if (columns[c].words() == 2) {
                long[] low = source[c].low();
                for (int i = 0; i < count; i++) {
                    target[i * words + word + 1] = low[i];
                }
            }
            if (vectors[c].hasNulls(count)) {
                for (int i = 0; i < count; i++) {
                    if (vectors[c].isNull(i)) {
                        target[i * words + word] = 0;
                        if (columns[c].words() == 2) {
                            target[i * words + word + 1] = 0;
                        }
                        target[i * words + words - 1] |= 1L << c;
                    }
                }
            }
        }
    }

    /**
     * Values of a key column for the given groups.
     *
     * @param reuse a result of an earlier call for this column, overwritten and returned if it is large enough
     */
    @Override
    public ColumnVector keys(int column, int[] groups, int count, @Nullable ColumnVector reuse) {
        KeyColumn key = columns[column];
        ColumnVector target = key.target(count, reuse);
        target.setNoNulls();
        if (packed) {
            unpack(key, groups, count, target);
            return target;
        }
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            int at = group * wideWords;
            if ((keys[at + wideWords - 1] >>> column & 1) != 0) {
                target.setNull(i, count);
            }
            key.write(target, i, keys[at + key.word], key.words() == 2 ? keys[at + key.word + 1] : 0);
        }
        return target;
    }

    private void unpack(KeyColumn key, int[] groups, int count, ColumnVector target) {
        long[] stored = keys;
        int shift = key.shift;
        long mask = key.codeMask();
        long offset = key.base - 1;
        boolean nulls = false;
        if (target instanceof LongVector longs) {
            long[] to = longs.values();
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                to[i] = code + offset;
            }
        } else if (target instanceof IntVector ints) {
            int[] to = ints.values();
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                to[i] = (int) (code + offset);
            }
        } else {
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                key.write(target, i, code == 0 ? 0 : code + offset, 0);
            }
        }
        for (int i = 0; i < count && nulls; i++) {
            if ((stored[groups[i]] >>> shift & mask) == 0) {
                target.setNull(i, count);
            }
        }
    }

    /** Number between 0 and {@code 2^bits - 1} for every group; the same for equal keys of any two tables. */
    @Override
    public void partitions(int bits, int[] target) {
        if (bits == 0) {
            Arrays.fill(target, 0, groupCount, 0);
            return;
        }
        for (int group = 0; group < groupCount; group++) {
            long hash = 0;
            for (int c = 0; c < columns.length; c++) {
                hash = Hashes.mixPartition(hash, partitionWord(columns[c], c, group));
            }
            target[group] = (int) (hash * Hashes.GOLDEN >>> 64 - bits);
        }
    }

    /**
     * The range of the only key column, if that is an integer and its values are an index into {@code direct}; null
     * otherwise. Costs a pass over the keys.
     */
    @Override
    public @Nullable KeyRange denseRange() {
        if (direct == null || !hasRanges || columns.length != 1 || !hasIntegerKeys(0)) {
            return null;
        }
        long first = Long.MAX_VALUE;
        long last = 0;
        long[] stored = keys;
        for (int group = 0; group < groupCount; group++) {
            long key = stored[group];
            first = key == 0 ? first : Math.min(first, key);
            last = Math.max(last, key);
        }
        long offset = columns[0].base - 1;
        return last == 0 ? null : new KeyRange(first + offset, last + offset);
    }

    /**
     * Smallest and largest value of an integer key column.
     *
     * @param min inclusive
     * @param max inclusive
     */
    public record KeyRange(long min, long max) {
        /** The range of both. */
        public KeyRange union(KeyRange other) {
            return new KeyRange(Math.min(min, other.min), Math.max(max, other.max));
        }

        /** Whether it is small enough for direct address if it has this many keys. */
        public boolean isDense(long keyCount) {
            return max - min >= 0 && (max - min) / DIRECT_SLOTS_A_GROUP < keyCount;
        }
    }

    /**
     * As {@link #partitions}, by ranges of the key instead of its hash: groups whose keys are near are in one partition, and
     * what is merged by partitions walks memory in order.
     *
     * @param whole range that covers {@link #denseRange()}, the same for all tables that are partitioned together
     */
    @Override
    public void rangePartitions(KeyRange whole, int bits, int[] target) {
        int width = 64 - Long.numberOfLeadingZeros(whole.max - whole.min);
        int shift = Math.max(0, width - bits);
        long[] stored = keys;
        long offset = columns[0].base - 1 - whole.min;
        for (int group = 0; group < groupCount; group++) {
            long key = stored[group];
            target[group] = key == 0 ? 0 : (int) (key + offset >>> shift);
        }
    }

    private long partitionWord(KeyColumn column, int index, int group) {
        long value;
        if (packed) {
            long code = keys[group] >>> column.shift & column.codeMask();
            if (code == 0) {
                return -1;
            }
            value = code - 1 + column.base;
        } else {
            int at = group * wideWords;
            if ((keys[at + wideWords - 1] >>> index & 1) != 0) {
                return -1;
            }
            value = keys[at + column.word];
            if (column.words() == 2) {
                value = Hashes.mix(value, keys[at + column.word + 1]);
            }
        }
        return column.strings == null ? value : column.strings.hash((int) value);
    }

    /** Whether a key column's values are words of integers, as {@link #integerKeys} gives them. */
    public boolean hasIntegerKeys(int column) {
        return switch (columns[column].kind) {
            case INT32, INT64 -> true;
            case BOOLEAN, INT128, FLOAT32, FLOAT64, BYTES, LIST, ROW, MAP -> false;
        };
    }

    /**
     * Values of an integer key column for a run of groups, without NULLs.
     *
     * @param values receives them
     * @return how many there are
     */
    public int integerKeys(int column, int firstGroup, int count, long[] values) {
        KeyColumn key = columns[column];
        int end = firstGroup + count;
        int found = 0;
        if (packed) {
            for (int group = firstGroup; group < end; group++) {
                long code = keys[group] >>> key.shift & key.codeMask();
                values[found] = code - 1 + key.base;
                found += code == 0 ? 0 : 1;
            }
        } else {
            for (int group = firstGroup; group < end; group++) {
                int at = group * wideWords;
                values[found] = keys[at + key.word];
                found += (keys[at + wideWords - 1] >>> column & 1) == 0 ? 1 : 0;
            }
        }
        return found;
    }

    /** The strings of a key column of strings, null for other columns. */
    public @Nullable StringTable strings(int column) {
        return columns[column].strings;
    }

    /** Looks keys up without adding any; for the use of one thread. */
    public Finder finder() {
        return new Finder();
    }

    private static long[] sized(long[] array, int length) {
        return array.length >= length ? array : new long[length];
    }

    @Override
    public void close() {
        reservation.close();
    }

    /** One thread's view of a finished table. */
    public final class Finder {
        private final KeyReader[] probes;
        private long[] probeKeys = {};
        private long[] firstKeys = {};
        private long[] probeHashes = {};

        private Finder() {
            probes = new KeyReader[columns.length];
            Arrays.setAll(probes, i -> new KeyReader(columns[i], false));
        }

        /**
         * Finds the groups of the first {@code count} rows.
         *
         * @param groups receives the group of each row, -1 for a key that is not in the table
         */
        public void find(ColumnVector[] vectors, int count, int[] groups) {
            if (groupCount == 0) {
                Arrays.fill(groups, 0, count, -1);
                return;
            }
            for (int i = 0; i < columns.length; i++) {
                probes[i].read(vectors[i], count);
            }
            if (!packed) {
                probeKeys = sized(probeKeys, count * wideWords);
                wideKeys(probes, vectors, count, probeKeys);
                findWide(probeKeys, count, groups);
                return;
            }
            probeKeys = sized(probeKeys, count);
            packInRange(vectors, count, probeKeys);
            if (direct != null) {
                findDirect(direct, probeKeys, count, groups);
            } else {
                findHashed(probeKeys, count, groups);
            }
        }

        /** As {@code pack}, but keys with values out of range become -1, which no group has. */
        private void packInRange(ColumnVector[] vectors, int count, long[] target) {
            if (columns.length == 0) {
                Arrays.fill(target, 0, count, 0);
            }
            for (int c = 0; c < columns.length; c++) {
                KeyColumn column = columns[c];
                long[] values = probes[c].values();
                long base = column.base;
                long limit = column.codeMask();
                int shift = column.shift;
                boolean nulls = vectors[c].hasNulls(count);
                long[] validity = vectors[c].validity();
                for (int i = 0; i < count; i++) {
                    long code = 0;
                    if (!nulls || Validity.get(validity, i)) {
                        long above = values[i] - base;
                        code = above >= 0 && above < limit ? above + 1 << shift : -1;
                    }
                    target[i] = c == 0 ? code : target[i] | code;
                }
            }
        }

        private void findDirect(int[] table, long[] batch, int count, int[] groups) {
            int length = table.length;
            for (int i = 0; i < count; i++) {
                long key = batch[i];
                groups[i] = key >= 0 && key < length ? table[(int) key] - 1 : -1;
            }
        }

        private void findHashed(long[] batch, int count, int[] groups) {
            long[] table = slots;
            long[] stored = keys;
            int shift = slotShift;
            for (int i = 0; i < count; i++) {
                groups[i] = (int) table[(int) (batch[i] * Hashes.GOLDEN >>> shift)] - 1;
            }
            // the keys that first slots refer to: independent reads, see touch
            firstKeys = sized(firstKeys, count);
            long[] first = firstKeys;
            for (int i = 0; i < count; i++) {
                first[i] = stored[groups[i] & ~(groups[i] >> 31)];
            }
            for (int i = 0; i < count; i++) {
                if (groups[i] >= 0 && first[i] != batch[i]) {
                    groups[i] = findBehindFirst(table, batch[i]);
                }
            }
        }

        private int findBehindFirst(long[] table, long key) {
            int mask = table.length - 1;
            long hash = key * Hashes.GOLDEN;
            int slot = (int) (hash >>> slotShift) + 1 & mask;
            while (true) {
                long entry = table[slot];
                int group = (int) entry - 1;
                if (group < 0 || tag(entry) == tag(hash << TAG_SHIFT) && keys[group] == key) {
                    return group;
                }
                slot = slot + 1 & mask;
            }
        }

        private void findWide(long[] batch, int count, int[] groups) {
            int words = wideWords;
            long[] table = slots;
            int mask = table.length - 1;
            probeHashes = wideHashes(batch, count, probeHashes);
            touchWide(probeHashes, count, groups);
            for (int i = 0; i < count; i++) {
                long hash = probeHashes[i];
                int slot = (int) (hash >>> slotShift);
                while (true) {
                    long entry = table[slot];
                    int group = (int) entry - 1;
                    if (group < 0
                            || tag(entry) == tag(hash << TAG_SHIFT)
                                    && equalWords(batch, i * words, group * words, words)) {
                        groups[i] = group;
                        break;
                    }
                    slot = slot + 1 & mask;
                }
            }
        }
    }
}
