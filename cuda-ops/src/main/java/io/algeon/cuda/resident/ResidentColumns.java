package io.algeon.cuda.resident;

import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.DeviceGrant;
import io.algeon.cuda.memory.DeviceMemory;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.engine.resident.ResidentColumn;
import io.algeon.metadata.file.FileIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decoded columns in the memory of one device.
 *
 * <p>Layout: a column of one state of a table, named by the identities of its files, is a part for each morsel of the table's
 * scan. Within a morsel rows have the order of the file, so that columns which came with different queries fit together. A
 * column serves a query when all of its parts are there.
 *
 * <p>Life of a part: a query uploads it and hands its buffers over ({@link Use#offer}); they count in the cache's grant from
 * then on. When the query's stream has been waited for, the part is published; until then only its own query sees it. Who
 * uses a part holds it, until its own stream has been waited for. What nobody holds can be evicted: the column that was used
 * longest ago first, when the cap is reached, and before the budget of the device refuses anything to a query.
 *
 * <p>Thread-safe. The lock is never held while a query's own locks are wanted.
 */
public final class ResidentColumns implements AutoCloseable {
    /** A query uses and leaves columns of up to such a fraction of the device's memory. */
    private static final int SHARE_A_QUERY = 3;

    private final DeviceMemory memory;
    private final DeviceGrant grant;
    private final String device;
    /** Orders the frees of evicted parts; it never has any other work. */
    private final CudaStream stream;

    /** By use, the longest unused first. */
    private final LinkedHashMap<Key, Column> columns = new LinkedHashMap<>(16, 0.75f, true);

    private long capBytes;
    private long bytes;

    /** A column of one state of a table. */
    private record Key(List<FileIdentity> files, String column) {}

    /** The parts of a column; null where a morsel is missing. */
    private static final class Column {
        final @Nullable Part[] parts;
        int missing;
        long bytes;
        long hits;

        Column(int morsels) {
            parts = new @Nullable Part[morsels];
            missing = morsels;
        }

        boolean isHeld() {
            for (Part part : parts) {
                if (part != null && part.holders > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A column's rows of one morsel; immutable on the device. */
    private static final class Part {
        final DeviceColumn column;
        final List<DeviceBuffer> buffers;
        final long bytes;
        int holders;

        Part(DeviceColumn column, List<DeviceBuffer> buffers) {
            this.column = column;
            this.buffers = List.copyOf(buffers);
            this.bytes = buffers.stream().mapToLong(DeviceBuffer::bytes).sum();
        }
    }

    /**
     * An empty cache.
     *
     * @param device its name, for {@code information_schema.resident_cache}
     * @param stream of the cache's own
     * @param capBytes most bytes that it keeps
     */
    public ResidentColumns(DeviceMemory memory, String device, CudaStream stream, long capBytes) {
        this.memory = memory;
        this.grant = memory.grant("resident columns", Long.MAX_VALUE);
        this.device = device;
        this.stream = stream;
        this.capBytes = capBytes;
        memory.budget().setRevoker(this::release);
    }

    /** Changes the cap; what is too much goes, 0 keeps nothing. */
    public synchronized void setCapBytes(long newCap) {
        capBytes = newCap;
        evict(bytes - capBytes);
    }

    /** Bytes of device memory that it has now. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Buffers that it has now. */
    public int buffers() {
        return grant.liveBuffers();
    }

    /** Forgets everything that no query uses. */
    public synchronized void clear() {
        evict(Long.MAX_VALUE);
    }

    /** Gives memory back; returns how much. */
    private long release(long wanted) {
        if (Thread.holdsLock(grant)) {
            // The cache itself takes something over: it does not make room for that.
            return 0;
        }
        synchronized (this) {
            return evict(wanted);
        }
    }

    private long evict(long wanted) {
        long freed = 0;
        List<Key> oldestFirst = new ArrayList<>(columns.keySet());
        for (Key key : oldestFirst) {
            if (freed >= wanted) {
                break;
            }
            // keySet() and values() do not count as uses, get() would
            Column column = peek(key);
            if (column != null && !column.isHeld()) {
                columns.remove(key);
                for (Part part : column.parts) {
                    if (part != null) {
                        part.buffers.forEach(DeviceBuffer::close);
                    }
                }
                freed += column.bytes;
                bytes -= column.bytes;
            }
        }
        if (freed > 0) {
            stream.settle();
        }
        return freed;
    }

    private @Nullable Column peek(Key key) {
        for (Map.Entry<Key, Column> entry : columns.entrySet()) {
            if (entry.getKey().equals(key)) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** Which of the columns of one state of a table are there, by their places in the list. */
    public synchronized List<Integer> present(List<FileIdentity> files, List<String> names) {
        List<Integer> present = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Column column = columns.isEmpty() ? null : peek(new Key(files, names.get(i)));
            if (column != null && column.missing == 0) {
                present.add(i);
            }
        }
        return present;
    }

    /** Whether nothing is kept. */
    public synchronized boolean isEmpty() {
        return columns.isEmpty();
    }

    /** What is kept, by table and column. */
    public synchronized List<ResidentColumn> columns() {
        List<ResidentColumn> rows = new ArrayList<>();
        for (Map.Entry<Key, Column> entry : columns.entrySet()) {
            List<FileIdentity> files = entry.getKey().files();
            String name = files.get(0).path() + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
            Column column = entry.getValue();
            rows.add(new ResidentColumn(
                    name,
                    entry.getKey().column(),
                    column.parts.length - column.missing,
                    column.bytes,
                    column.hits,
                    device));
        }
        rows.sort((one, other) -> {
            int order = one.file().compareTo(other.file());
            return order != 0 ? order : one.column().compareTo(other.column());
        });
        return rows;
    }

    /** Begins a query's use of the cache. */
    public Use use() {
        return new Use();
    }

    /** Gives everything back; nobody uses it any more. */
    @Override
    public synchronized void close() {
        memory.budget().setRevoker(null);
        columns.clear();
        bytes = 0;
        grant.close();
        stream.close();
    }

    /** What one query uses and leaves. One thread at a time. */
    public final class Use implements AutoCloseable {
        private final List<Part> held = new ArrayList<>();
        private final Map<Key, Column> offered = new HashMap<>();
        private final List<DeviceBuffer> orphans = new ArrayList<>();
        private long residentBytes;
        private int residentColumns;

        private Use() {}

        /** Columns that were found. */
        public int residentColumns() {
            return residentColumns;
        }

        /** Bytes of the cache that this query does not use: they go when memory is short. */
        public long otherBytes() {
            return Math.max(0, bytes() - residentBytes());
        }

        /** What a query finds and offers stays to its end: it must leave room for what the query makes of it. */
        private long mostBytesAQuery() {
            return memory.budget().limitBytes() / SHARE_A_QUERY;
        }

        /** Whether a portion of that size leaves room for what the query makes of it. */
        public boolean hasRoomForPortion(long portionBytes) {
            return portionBytes <= mostBytesAQuery() / SHARE_A_QUERY;
        }

        /** Bytes of parts that were found. */
        public long residentBytes() {
            return residentBytes;
        }

        /**
         * The parts of a column, in the order of the morsels, held until the use is closed; null if one is missing.
         *
         * @param morsels that the table's scan has
         */
        public DeviceColumn @Nullable [] find(List<FileIdentity> files, String name, int morsels) {
            synchronized (ResidentColumns.this) {
                Column column = columns.get(new Key(files, name));
                if (column == null || column.missing > 0 || column.parts.length != morsels) {
                    return null;
                }
                if (residentBytes + column.bytes > mostBytesAQuery()) {
                    return null;
                }
                DeviceColumn[] found = new DeviceColumn[morsels];
                for (int i = 0; i < morsels; i++) {
                    Part part = java.util.Objects.requireNonNull(column.parts[i]);
                    part.holders++;
                    held.add(part);
                    found[i] = part.column.borrowed();
                }
                column.hits++;
                residentColumns++;
                residentBytes += column.bytes;
                return found;
            }
        }

        /**
         * Offers a column that the query has uploaded, which may go on using it: takes its buffers over if there is room.
         *
         * @param morsel number of the morsel whose rows they are, all of them, in order
         */
        public void offer(List<FileIdentity> files, String name, int morsels, int morsel, DeviceColumn uploaded) {
            Key key = new Key(files, name);
            Column known = offered.get(key);
            if (known != null && known.parts[morsel] != null) {
                // a query that scans a table twice uploads it twice
                return;
            }
            long size = uploaded.bytes();
            synchronized (ResidentColumns.this) {
                long offeredBytes = offered.values().stream()
                        .mapToLong(column -> column.bytes)
                        .sum();
                long excess = bytes + offeredBytes + size - capBytes;
                boolean tooMuch = residentBytes + offeredBytes + size > mostBytesAQuery();
                if (capBytes == 0 || tooMuch || excess > 0 && evict(excess) < excess) {
                    return;
                }
            }
            List<DeviceBuffer> buffers = new ArrayList<>();
            if (!uploaded.handOver(grant, stream, buffers)) {
                // those that were taken over are used until the query is over
                orphans.addAll(buffers);
                return;
            }
            Part part = new Part(uploaded.borrowed(), buffers);
            Column column = offered.computeIfAbsent(key, any -> new Column(morsels));
            column.missing--;
            column.parts[morsel] = part;
            column.bytes += part.bytes;
        }

        /**
         * Ends the use. The query's stream has been waited for.
         *
         * @param complete whether what was offered arrived on the device
         */
        public void close(boolean complete) {
            synchronized (ResidentColumns.this) {
                held.forEach(part -> part.holders--);
                held.clear();
                boolean freed = false;
                for (Map.Entry<Key, Column> entry : offered.entrySet()) {
                    Column column = entry.getValue();
                    if (complete && column.missing == 0 && peek(entry.getKey()) == null) {
                        columns.put(entry.getKey(), column);
                        bytes += column.bytes;
                    } else {
                        freed = true;
                        for (Part part : column.parts) {
                            if (part != null) {
                                part.buffers.forEach(DeviceBuffer::close);
                            }
                        }
                    }
                }
                offered.clear();
                freed |= !orphans.isEmpty();
                orphans.forEach(DeviceBuffer::close);
                orphans.clear();
                if (freed) {
                    stream.settle();
                }
                evict(bytes - capBytes);
            }
        }

        @Override
        public void close() {
            close(false);
        }
    }
}
