package io.algeon.engine.table;

import io.algeon.engine.source.TableDetails;
import io.algeon.metadata.catalog.TableDef;

/** What a schema of one's own holds under a name. */
public sealed interface StoredObject permits MemoryTable, StoredView, StoredSequence {
    String name();

    TableDef definition();

    TableDetails tableDetails();
}
