package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.putInt;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

import io.algeon.engine.parquet.codec.XxHash64;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.Resident;
import io.algeon.engine.resident.ResidentKey;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ValueConversion;
import java.io.ByteArrayInputStream;
import org.apache.parquet.format.BloomFilterHeader;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * A chunk's split block Bloom filter (Putze, Sanders, Singler, "Cache-, Hash- and Space-Efficient Bloom Filters", 2007, as the
 * Parquet format has it): a value sets one bit in each of the eight words of one block.
 *
 * @param blocks eight little-endian words of 32 bits each
 */
@SuppressWarnings("ArrayRecordComponent")
record BloomFilter(byte[] blocks) implements Resident {
    private static final int PART = -4;
    private static final int BLOCK_BYTES = 32;

    /** The header is a few bytes of Thrift; more than this is not one. */
    private static final int MOST_HEADER_BYTES = 64;

    /** Reading more than this would cost more than it saves. */
    private static final int MOST_BYTES = 4 << 20;

    /** A smaller chunk is read about as fast as its filter. */
    private static final int LEAST_CHUNK_BYTES = 4 << 10;

    private static final int[] SALTS = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    @Override
    public long bytes() {
        return blocks.length;
    }

    /** False if no value of the chunk has the hash. */
    boolean mayContain(long hash) {
        long count = blocks.length / BLOCK_BYTES;
        int block = (int) ((hash >>> 32) * count >>> 32) * BLOCK_BYTES;
        int key = (int) hash;
        for (int i = 0; i < SALTS.length; i++) {
            int mask = 1 << (key * SALTS[i] >>> 27);
            if ((getInt(blocks, block + 4 * i) & mask) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The filter of a leaf's chunk; null if it has none, or none that can be used. */
    static @Nullable BloomFilter of(
            ParquetFile file, int rowGroup, ParquetColumn leaf, FileAccess access, ScanMemory memory, HostCache cache) {
        ColumnChunk chunk = file.rowGroups().get(rowGroup).chunks().get(leaf.index());
        if (chunk.bloomFilterOffset() < 0 || chunk.compressedBytes() < LEAST_CHUNK_BYTES) {
            return null;
        }
        ResidentKey key = new ResidentKey(file.identity(), leaf.path(), rowGroup, PART);
        if (cache.get(key) instanceof BloomFilter known) {
            return known;
        }
        long left = file.identity().size() - chunk.bloomFilterOffset();
        byte[] head = new byte[(int) Math.min(MOST_HEADER_BYTES, left)];
        access.read(file.identity(), chunk.bloomFilterOffset(), head.length, head);
        ByteArrayInputStream in = new ByteArrayInputStream(head);
        BloomFilterHeader header = new BloomFilterHeader();
        try {
            TConfiguration limits =
                    TConfiguration.custom().setMaxMessageSize(head.length).build();
            header.read(new TCompactProtocol(new TIOStreamTransport(limits, in)));
        } catch (TException damaged) {
            // The pages themselves may be sound: they are read without it.
            return null;
        }
        int headerBytes = head.length - in.available();
        int bytes = header.getNumBytes();
        boolean known = header.getAlgorithm().isSetBLOCK()
                && header.getHash().isSetXXHASH()
                && header.getCompression().isSetUNCOMPRESSED();
        if (!known || bytes <= 0 || bytes % BLOCK_BYTES != 0 || bytes > MOST_BYTES || bytes > left - headerBytes) {
            return null;
        }
        memory.count(bytes);
        try {
            byte[] blocks = new byte[bytes];
            access.read(file.identity(), chunk.bloomFilterOffset() + headerBytes, bytes, blocks);
            return (BloomFilter) cache.keep(key, new BloomFilter(blocks));
        } finally {
            memory.count(-bytes);
        }
    }

    /**
     * The hash of a value as the chunk's writer computed it: of its plain encoding, without a length.
     *
     * @param value in the form of statistics
     * @return null if the column's values are stored in a form that is not known here, or in several
     */
    static @Nullable Long hash(ParquetColumn leaf, Object value) {
        if (leaf.conversion() != ValueConversion.NONE && leaf.conversion() != ValueConversion.SIGN_EXTEND) {
            return null;
        }
        byte[] plain = null;
        switch (leaf.physicalType()) {
            case INT32 -> {
                if (value instanceof Number number && number.longValue() == number.intValue()) {
                    plain = new byte[4];
                    putInt(plain, 0, number.intValue());
                }
            }
            case INT64 -> {
                if (value instanceof Long number) {
                    plain = new byte[8];
                    putLong(plain, 0, number);
                }
            }
            case BYTE_ARRAY -> {
                if (value instanceof byte[] bytes) {
                    plain = bytes;
                }
            }
            default -> {}
        }
        return plain == null ? null : XxHash64.hash(plain, 0, plain.length);
    }
}
