package io.algeon.metadata.catalog;

import io.algeon.metadata.type.SqlType;
import java.util.Objects;

/** A column: its name as written by its creator, and its type. */
public record ColumnDef(String name, SqlType type) {
    public ColumnDef {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
    }
}
