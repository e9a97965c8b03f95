package io.algeon.engine.catalog;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.table.StoredObject;
import io.algeon.engine.table.TableView;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The files of a database and the tables of one's own that a session sees beside them. */
public final class TableCatalog implements Catalog {
    private final Catalog files;
    private final Supplier<TableView> view;

    /** @param view what the session sees now */
    public TableCatalog(Catalog files, Supplier<TableView> view) {
        this.files = files;
        this.view = view;
    }

    @Override
    public String name() {
        return files.name();
    }

    @Override
    public List<String> schemas() {
        TreeSet<String> names = new TreeSet<>(files.schemas());
        names.addAll(view.get().schemas());
        return List.copyOf(names);
    }

    @Override
    public String defaultSchema() {
        return files.defaultSchema();
    }

    @Override
    public Optional<String> temporarySchema() {
        return Optional.of(TableView.TEMPORARY);
    }

    @Override
    public List<String> tables(String schema) {
        List<String> own = view.get().objects(schema);
        List<String> stored = files.tables(schema);
        if (own.isEmpty() || stored.isEmpty()) {
            return own.isEmpty() ? stored : own;
        }
        TreeSet<String> names = new TreeSet<>(stored);
        names.addAll(own);
        return List.copyOf(names);
    }

    @Override
    public String remarks(String schema, String table) {
        return view.get().object(schema, table) == null ? files.remarks(schema, table) : "";
    }

    @Override
    public TableKind kind(String schema, String name) {
        TableKind own = view.get().kind(schema, name);
        return own == null ? files.kind(schema, name) : own;
    }

    @Override
    public Optional<TableSource> table(String schema, String name) {
        TableSource own = view.get().source(schema, name);
        return own == null ? files.table(schema, name) : Optional.of(own);
    }

    @Override
    public Optional<TableDetails> details(String schema, String name) {
        StoredObject own = view.get().object(schema, name);
        return own == null ? files.details(schema, name) : Optional.of(own.tableDetails());
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return files.files(read);
    }

    @Override
    public Path directory() {
        return files.directory();
    }

    @Override
    public long version() {
        return (files.version() << 32) + view.get().version();
    }
}
