package io.algeon.engine.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tables of a database, for name resolution and metadata. Thread-safe. Names are compared ignoring case; where two
 * names differ only in case, the exact spelling decides.
 */
public interface Catalog {
    /** Name of the database, as {@code Connection.getCatalog} gives it. */
    String name();

    /** Schemas, sorted by name; the default one is among them. */
    List<String> schemas();

    /** Schema in which unqualified names are looked up. */
    String defaultSchema();

    /** Schema of the session's temporary tables, in which unqualified names are looked up first. */
    default Optional<String> temporarySchema() {
        return Optional.empty();
    }

    /** Schemas in which unqualified names are looked up, one after the other, where {@code currentSchema} is the present one. */
    default List<String> searchPath(String currentSchema) {
        List<String> path = new ArrayList<>();
        temporarySchema().ifPresent(path::add);
        path.add(currentSchema);
        path.add(defaultSchema());
        return path;
    }

    /** Names of the tables of a schema, sorted; empty if there is no such schema. */
    List<String> tables(String schema);

    /** Where the rows of a table come from, such as a path, in a few words; empty if nothing is known. Opens no files. */
    default String remarks(String schema, String table) {
        return "";
    }

    /**
     * The table of that name.
     *
     * @throws io.algeon.metadata.error.EngineException if its files cannot be read, or the name fits several tables that
     *     differ in case and none exactly
     */
    Optional<TableSource> table(String schema, String name);

    /**
     * What is known of a table or view beside its columns; empty if that is nothing, as for files, or there is no such table.
     * Opens no files.
     */
    default Optional<TableDetails> details(String schema, String name) {
        return Optional.empty();
    }

    /** The kind of a table that {@link #tables} lists; cheap, opens no files. */
    default TableKind kind(String schema, String name) {
        return TableKind.TABLE;
    }

    /**
     * A table over files, by path or glob, as in {@code FROM 'data/*.parquet'} or {@code FROM read_csv('a.csv')}; relative
     * paths are relative to the database's directory if it has one, else to the working directory. Empty if a bare path
     * does not look like one to files of a known format.
     *
     * @throws io.algeon.metadata.error.EngineException if there are no such files, they cannot be read, or an option is wrong
     */
    Optional<TableSource> files(FileRead read);

    /** A table over the files that a bare path names; see {@link #files(FileRead)}. */
    default Optional<TableSource> files(String path) {
        return files(FileRead.path(path));
    }

    /** Where relative paths start. */
    default Path directory() {
        return Path.of("");
    }

    /** Changes when tables appear, vanish or change their schema; part of the plan cache's key. Cheap. */
    long version();
}
