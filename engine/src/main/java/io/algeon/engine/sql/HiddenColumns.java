package io.algeon.engine.sql;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.RowOrigin;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.source.TableSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A catalog whose tables have hidden columns, for statements that name them. */
record HiddenColumns(Catalog catalog, Set<String> names) implements Catalog {
    /** The hidden columns whose names are somewhere in a statement; none for one that joins by all common columns. */
    static Set<String> mentionedIn(String sql) {
        String text = sql.toLowerCase(Locale.ROOT);
        if (text.contains("natural")) {
            return Set.of();
        }
        return RowOrigin.NAMES.stream().filter(text::contains).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Optional<TableSource> table(String schema, String name) {
        return catalog.table(schema, name).map(table -> table.withHidden(names));
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return catalog.files(read).map(table -> table.withHidden(names));
    }

    @Override
    public String name() {
        return catalog.name();
    }

    @Override
    public List<String> schemas() {
        return catalog.schemas();
    }

    @Override
    public String defaultSchema() {
        return catalog.defaultSchema();
    }

    @Override
    public Optional<String> temporarySchema() {
        return catalog.temporarySchema();
    }

    @Override
    public List<String> searchPath(String currentSchema) {
        return catalog.searchPath(currentSchema);
    }

    @Override
    public List<String> tables(String schema) {
        return catalog.tables(schema);
    }

    @Override
    public String remarks(String schema, String table) {
        return catalog.remarks(schema, table);
    }

    @Override
    public Optional<TableDetails> details(String schema, String name) {
        return catalog.details(schema, name);
    }

    @Override
    public TableKind kind(String schema, String name) {
        return catalog.kind(schema, name);
    }

    @Override
    public Path directory() {
        return catalog.directory();
    }

    @Override
    public long version() {
        return catalog.version();
    }
}
