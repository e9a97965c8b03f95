package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
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
 * {@link StringTable}) and the ranges seen so far fit, keys are {@link PackedKeys}, one {@code long} each; otherwise they are
 * {@link WideKeys}.
 *
 * <p><b>Look-up.</b> Packed keys from a range that is small compared with the number of groups are an index into
 * {@code direct} (group + 1, 0 is empty): no hashing, and sorted input walks memory in order. Other keys are hashed, packed
 * or wide, into {@code slots}: 32 bits of the hash and group + 1 in one long, so that
 * a look-up mostly touches one line, and the key's own to confirm it. Linear probing, load at most three quarters.
 *
 * <p><b>Threads.</b> One writer; when it has finished, any number of readers, each with its own {@link GroupFinder}. Memory is
 * held by a reservation of the table's own, and grown before it is needed for the batch at hand.
 */
public final class GroupTable implements Groups {
    /** Slots that {@code direct} may have in any case: 256 KiB, within a core's second-level cache. */
    private static final int FREE_DIRECT_SLOTS = 1 << 16;

    /** Slots of {@code direct} a group. */
    private static final int DIRECT_SLOTS_A_GROUP = KeyRange.NUMBERS_A_KEY;

    /** From here on estimates of the number of groups count, for tables to grow fewer times. */
    private static final int MANY_GROUPS = 1 << 16;

    /** Estimates above this are not trusted to be able to fill a table with: 16 MiB of {@code direct}. */
    private static final int MOST_TRUSTED_GROUPS = 1 << 18;

    /** How many times as large as it must be a table may become because of an estimate. */
    private static final int MOST_FORESIGHT = 8;

    /** Slots that no longer fit a second-level cache: 512 KiB. */
    private static final int LARGE_TABLE = 1 << 16;

    /** Hash bits below those that choose the slot (for tables up to 2^24 slots) become the tag. */
    static final int TAG_SHIFT = 24;

    private static final long TAG_MASK = 0xffffffff00000000L;

    final KeyColumn[] columns;
    final PackedKeys packing;
    final WideKeys wide;

    private final Reservation reservation;
    private final KeyReader[] readers;

    /** Null if some key column is no string, which has no codes. */
    private final @Nullable CodedKeys coded;

    /** Whether keys are {@link PackedKeys}, else {@link WideKeys}. */
    boolean packed;

    /** Keys of the groups: one long each if packed. */
    long[] keys = {};

    int groupCount;
    int @Nullable [] direct;
    long[] slots = {};
    int slotShift;

    private int expectedGroups;
    private int estimatedGroups;

    private long[] batchKeys = {};
    private long[] batchHashes = {};

    /** An empty table; takes the reservation, which {@link #close()} closes. */
    public GroupTable(List<SqlType> types, Reservation reservation) {
        this.reservation = reservation;
        this.columns = new KeyColumn[types.size()];
        this.readers = new KeyReader[types.size()];
        boolean packable = true;
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new KeyColumn(types.get(i), reservation);
            readers[i] = new KeyReader(columns[i], true);
            packable &= columns[i].packable;
        }
        this.packing = new PackedKeys(columns);
        this.wide = new WideKeys(columns);
        boolean allStrings = columns.length > 0 && Arrays.stream(columns).allMatch(column -> column.strings != null);
        this.coded = allStrings ? new CodedKeys(columns.length) : null;
        this.packed = packable && columns.length <= PackedKeys.MAX_BITS;
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
        return keys.length / (packed ? 1 : wide.words);
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
            if (!packing.pack(readers, vectors, count, batchKeys)) {
                widen(vectors, count);
                reserveGroups(count);
                if (packed && !packing.pack(readers, vectors, count, batchKeys)) {
                    throw new IllegalStateException("key ranges do not hold the batch that made them");
                }
            }
        }
        if (!packed) {
            batchKeys = sized(batchKeys, count * wide.words);
            wide.write(readers, vectors, count, batchKeys);
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
    void touchWide(long[] hashes, int count, int[] groups) {
        long[] table = slots;
        if (table.length < LARGE_TABLE) {
            return;
        }
        int shift = slotShift;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) table[(int) (hashes[i] >>> shift)];
        }
        long[] stored = keys;
        int words = wide.words;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) stored[Math.max(0, groups[i] - 1) * words];
        }
    }

    /** A slot's content: 32 bits of the hash, so that most keys that differ are told apart without reading them. */
    static long entry(long hash, int group) {
        return hash << TAG_SHIFT & TAG_MASK | group + 1;
    }

    static int tag(long entry) {
        return (int) (entry >>> 32);
    }

    private void assignWide(long[] batch, int count, int[] groups) {
        int words = wide.words;
        long[] table = slots;
        int mask = table.length - 1;
        batchHashes = wide.hashes(batch, count, batchHashes);
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
                if (tag(entry) == tag(hash << TAG_SHIFT) && wide.equal(batch, i, keys, group)) {
                    groups[i] = group;
                    break;
                }
                slot = slot + 1 & mask;
            }
        }
    }

    /** Room for {@code more} groups in {@code keys} and, where it is used, {@code slots}. */
    private void reserveGroups(int more) {
        int needed = Math.addExact(groupCount, more);
        int words = packed ? 1 : wide.words;
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
            long hash = packed ? keys[group] * Hashes.GOLDEN : wide.hash(keys, group);
            int slot = (int) (hash >>> slotShift);
            while (table[slot] != 0) {
                slot = slot + 1 & mask;
            }
            table[slot] = entry(hash, group);
        }
        slots = table;
    }

    KeyReader[] newReaders() {
        KeyReader[] made = new KeyReader[columns.length];
        Arrays.setAll(made, i -> new KeyReader(columns[i], true));
        return made;
    }

    /**
     * Gets an empty table ready for {@link ConcurrentFill}: the layout holds all values, and there is room for as many keys as
     * rows, whose numbers are those of the groups.
     *
     * @param bounds a row of the smallest and one of the largest values
     */
    void prepareFill(ColumnVector[] bounds, int rows) {
        for (int c = 0; c < columns.length; c++) {
            readers[c].read(bounds[c], 2);
        }
        packed = packed && packing.widen(readers, bounds, 2, keys, 0) != PackedKeys.Widening.TOO_WIDE;
        long length = (long) rows * (packed ? 1 : wide.words);
        if (length > Integer.MAX_VALUE - 16) {
            throw new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "A table of keys cannot have " + rows + " rows of " + columns.length
                            + " columns. Filter or partition the input.");
        }
        reservation.grow(8 * length);
        keys = new long[(int) length];
        int bits = 0;
        for (KeyColumn column : columns) {
            bits += column.bits;
        }
        long most = Math.max(FREE_DIRECT_SLOTS, (long) DIRECT_SLOTS_A_GROUP * rows);
        if (packed && bits < 31 && 1L << bits <= most) {
            reservation.grow(4L << bits);
            direct = new int[1 << bits];
        } else {
            direct = null;
            rehash(rows);
        }
        groupCount = rows;
    }

    /** Makes room for the values of the batch that the readers hold, in the wide layout if need be. */
    private void widen(ColumnVector[] vectors, int count) {
        switch (packing.widen(readers, vectors, count, keys, groupCount)) {
            case NOTHING -> {}
            case RECODED -> index();
            case TOO_WIDE -> toWide();
        }
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
        int words = wide.words;
        long length = Math.max((long) keys.length, groupCount + 4096L) * words;
        length = Math.min(length, (long) (groupCount + 4096) * 2 * words);
        reservation.grow(8 * length);
        long[] unpacked = new long[Math.toIntExact(length)];
        wide.unpack(keys, groupCount, unpacked);
        reservation.grow(-8L * keys.length - 4L * directLength());
        keys = unpacked;
        direct = null;
        packed = false;
        rehash(groupCount + 4096);
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
            PackedKeys.unpack(key, keys, groups, count, target);
            return target;
        }
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            int at = group * wide.words;
            if (wide.isNull(keys, group, column)) {
                target.setNull(i, count);
            }
            key.write(target, i, keys[at + key.word], key.words() == 2 ? keys[at + key.word + 1] : 0);
        }
        return target;
    }

    @Override
    public void partitions(int bits, int[] target) {
        GroupPartitions.byHash(this, bits, target);
    }

    @Override
    public @Nullable KeyRange integerRange() {
        return !packed || !packing.hasRanges() || columns.length != 1 || !hasIntegerKeys(0)
                ? null
                : GroupPartitions.range(this);
    }

    @Override
    public Split split(KeyRange range) {
        return GroupPartitions.split(this, range);
    }

    @Override
    public void succeed(Groups finished) {
        GroupTable former = (GroupTable) finished;
        batchKeys = former.batchKeys;
        former.batchKeys = new long[0];
        for (int i = 0; i < readers.length; i++) {
            readers[i].succeed(former.readers[i]);
        }
        int[] slotsOfKeys = former.direct;
        if (slotsOfKeys != null && direct != null) {
            former.reservation.grow(-4L * slotsOfKeys.length);
            former.direct = null;
            reservation.grow(4L * slotsOfKeys.length);
            Arrays.fill(slotsOfKeys, 0);
            direct = slotsOfKeys;
        }
    }

    @Override
    public void rangePartitions(KeyRange whole, int bits, int[] target) {
        GroupPartitions.byRange(this, whole, bits, target);
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
                values[found] = keys[group * wide.words + key.word];
                found += wide.isNull(keys, group, column) ? 0 : 1;
            }
        }
        return found;
    }

    /** The strings of a key column of strings, null for other columns. */
    public @Nullable StringTable strings(int column) {
        return columns[column].strings;
    }

    /** Looks keys up without adding any; for the use of one thread. */
    public GroupFinder finder() {
        return new GroupFinder(this);
    }

    static long[] sized(long[] array, int length) {
        return array.length >= length ? array : new long[length];
    }

    @Override
    public void close() {
        reservation.close();
    }
}
