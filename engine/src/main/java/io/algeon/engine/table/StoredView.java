package io.algeon.engine.table;

import io.algeon.engine.source.TableDetails;
import io.algeon.metadata.catalog.TableDef;

/**
 * A query with a name.
 *
 * @param definition the columns that it had when it was made
 * @param details with its text
 * @param querySchema schema in which its query looks up names
 */
public record StoredView(TableDef definition, TableDetails details, String querySchema) implements StoredObject {
    @Override
    public TableDetails tableDetails() {
        return details;
    }

    @Override
    public String name() {
        return definition.name();
    }
}
