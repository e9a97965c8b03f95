package io.algeon.engine.parquet;

import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetRowGroup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** Headers of dictionary pages, read from a sample of row groups. What cannot be read is left out: this is only for estimates. */
final class DictionaryPages {
    /** Row groups that are looked at, spread over the table. */
    private static final int SAMPLED_ROW_GROUPS = 8;

    /** Headers that are read in all, at about 3 us each. */
    private static final int MOST_HEADERS = 1000;

    /** A dictionary page's header takes about 20 bytes; with statistics that some writers add, a little more. */
    private static final int HEADER_BYTES = 128;

    /**
     * A dictionary.
     *
     * @param entries its values
     * @param bytes of the page, uncompressed
     */
    record Summary(long entries, long bytes) {}

    private record Group(ParquetFile file, ParquetRowGroup group) {}

    private DictionaryPages() {}

    /** Dictionaries of the chunks of some row groups, by chunk identity. */
    static Map<ColumnChunk, Summary> sample(List<ScanFile> files) {
        Map<ColumnChunk, Summary> summaries = new IdentityHashMap<>();
        int budget = MOST_HEADERS;
        for (Group sampled : sampledGroups(files)) {
            try (FileChannel channel = FileChannel.open(sampled.file.identity().path(), StandardOpenOption.READ)) {
                ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES);
                for (ColumnChunk chunk : sampled.group.chunks()) {
                    if (chunk.onlyDictionaryEncoded() && chunk.valueCount() > 0 && budget-- > 0) {
                        Summary summary = read(channel, chunk, buffer);
                        if (summary.entries >= 0) {
                            summaries.put(chunk, summary);
                        }
                    }
                }
            } catch (IOException | RuntimeException e) {
                // The scan will report what is wrong with the file; an estimate does not need it.
                continue;
            }
        }
        return summaries;
    }

    private static List<Group> sampledGroups(List<ScanFile> files) {
        long total =
                files.stream().mapToLong(file -> file.file().rowGroups().size()).sum();
        double step = Math.max(1, (double) total / SAMPLED_ROW_GROUPS);
        List<Group> groups = new ArrayList<>();
        double next = 0;
        long first = 0;
        for (ScanFile file : files) {
            List<ParquetRowGroup> own = file.file().rowGroups();
            while ((long) next < first + own.size()) {
                groups.add(new Group(file.file(), own.get((int) ((long) next - first))));
                next += step;
            }
            first += own.size();
        }
        return groups;
    }

    private static Summary read(FileChannel channel, ColumnChunk chunk, ByteBuffer buffer) throws IOException {
        buffer.clear();
        int length = channel.read(buffer, chunk.startOffset());
        PageHeader header = Util.readPageHeader(new ByteArrayInputStream(buffer.array(), 0, Math.max(0, length)));
        if (header.getType() != PageType.DICTIONARY_PAGE || header.getDictionary_page_header() == null) {
            return new Summary(-1, 0);
        }
        return new Summary(header.getDictionary_page_header().getNum_values(), header.getUncompressed_page_size());
    }
}
