package io.algeon.engine.parquet.scan;

import io.algeon.engine.resident.Resident;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the pages of a chunk are, and how they are stored.
 *
 * @param dictionary header of the dictionary page, null if there is none
 * @param pages headers of the data pages, in order
 */
record ChunkLayout(@Nullable PageHeader dictionary, List<PageHeader> pages) implements Resident {
    private static final int HEADER_HEAP_BYTES = 72;

    ChunkLayout {
        pages = List.copyOf(pages);
    }

    @Override
    public long bytes() {
        return (pages.size() + 2L) * HEADER_HEAP_BYTES;
    }
}
