package io.algeon.engine.catalog;

import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A database without tables of its own: files are read by path, relative to the working directory. */
public final class MemoryCatalog implements Catalog {
    static final String DEFAULT_SCHEMA = "main";

    private final String name;
    private final FileTables opener;
    private final PathTables files;

    public MemoryCatalog(String name, FooterCache footers) {
        this.name = name;
        this.opener = new FileTables(footers);
        this.files = new PathTables(Path.of(""), opener);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> schemas() {
        return List.of(DEFAULT_SCHEMA);
    }

    @Override
    public String defaultSchema() {
        return DEFAULT_SCHEMA;
    }

    @Override
    public List<String> tables(String schema) {
        return List.of();
    }

    @Override
    public Optional<TableSource> table(String schema, String tableName) {
        return opener.rejects().table(schema, tableName);
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return files.table(read);
    }

    @Override
    public long version() {
        return 0;
    }
}
