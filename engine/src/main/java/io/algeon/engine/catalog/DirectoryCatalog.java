package io.algeon.engine.catalog;

import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.Folder;
import io.algeon.metadata.file.NaturalOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A directory as a database. A Parquet, CSV, JSON or Arrow file {@code x.parquet} is table {@code x}; a folder of such files
 * of one schema, or of {@code key=value} folders, is a table by its name; other sub-folders with files are schemas, in which the
 * same holds for files and folders, without schemas below. The directory itself is schema {@code main}.
 *
 * <p>Nothing is remembered of the directory but tables that were looked up, with what they read of their files: each call
 * looks at the directory again, one system call for each of its names, and opens files only to tell folders of parts from
 * folders of tables. Thread-safe.
 */
public final class DirectoryCatalog implements Catalog {
    /** A table's file or folder, and the folder that it is in. */
    private record Found(Path folder, Path path) {}

    private final Path directory;
    private final FileTables opener;
    private final PathTables files;
    private final Map<Path, TableSource> tables = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /** @throws EngineException {@code source_not_found} or {@code source_unreadable} if it is no directory that can be listed */
    public DirectoryCatalog(Path directory, FooterCache footers) {
        this.directory = directory.toAbsolutePath().normalize();
        this.opener = new FileTables(footers);
        this.files = new PathTables(this.directory, opener);
        requireDirectory();
    }

    private void requireDirectory() {
        if (!Files.exists(directory)) {
            throw FileIdentity.unreadable(directory, new NoSuchFileException(directory.toString()));
        }
        if (!Files.isDirectory(directory)) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNREADABLE,
                    "'" + directory + "' is a file, and a database is a directory. Connect to its folder, '"
                            + directory.getParent() + "', or read it by path from 'jdbc:algeon:'.");
        }
        try {
            Files.newDirectoryStream(directory).close();
        } catch (IOException e) {
            throw FileIdentity.unreadable(directory, e);
        }
    }

    @Override
    public String name() {
        Path fileName = directory.getFileName();
        return fileName == null ? directory.toString() : fileName.toString();
    }

    @Override
    public List<String> schemas() {
        TreeSet<String> names = new TreeSet<>();
        names.add(defaultSchema());
        for (Folder.Entry entry : visible(directory)) {
            if (entry.isDirectory() && kind(entry) == FolderKind.SCHEMA) {
                names.add(entry.name());
            }
        }
        return List.copyOf(names);
    }

    @Override
    public String defaultSchema() {
        return MemoryCatalog.DEFAULT_SCHEMA;
    }

    @Override
    public List<String> tables(String schema) {
        TreeSet<String> names = new TreeSet<>(NaturalOrder.NAMES);
        for (Path folder : folders(schema)) {
            names.addAll(tablesOf(folder).keySet());
        }
        return List.copyOf(names);
    }

    @Override
    public String remarks(String schema, String table) {
        for (Path folder : folders(schema)) {
            Path path = exactPath(folder, table);
            if (path != null) {
                return path.toString();
            }
        }
        return "";
    }

    @Override
    public Optional<TableSource> table(String schema, String name) {
        for (Path folder : folders(schema)) {
            Path exact = exactPath(folder, name);
            if (exact != null) {
                return Optional.of(open(schemaName(folder), exact));
            }
        }
        List<Found> similar = new ArrayList<>();
        for (Path folder : folders(schema)) {
            Map<String, Path> found = tablesOf(folder);
            Path exact = found.get(name);
            if (exact != null) {
                return Optional.of(open(schemaName(folder), exact));
            }
            found.forEach((tableName, path) -> {
                if (tableName.equalsIgnoreCase(name)) {
                    similar.add(new Found(folder, path));
                }
            });
        }
        if (similar.size() > 1) {
            throw new EngineException(
                    ErrorCode.OBJECT_AMBIGUOUS,
                    "Table name '" + name + "' fits '" + similar.get(0).path + "' and '" + similar.get(1).path
                            + "'. Write it in double quotes exactly as the file is called.");
        }
        return similar.isEmpty()
                ? opener.rejects().table(schema, name)
                : Optional.of(open(schemaName(similar.get(0).folder), similar.get(0).path));
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return files.table(read);
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public long version() {
        return version.get();
    }

    /** The folders that make up a schema: the directory and a sub-folder {@code main} for the default one. */
    private List<Path> folders(String schema) {
        List<Path> exact = new ArrayList<>();
        List<Path> similar = new ArrayList<>();
        if (schema.equalsIgnoreCase(defaultSchema())) {
            exact.add(directory);
        }
        Path direct = child(directory, schema);
        if (direct != null && Files.isDirectory(direct)) {
            exact.add(direct);
        } else if (exact.isEmpty()) {
            for (Folder.Entry entry : visible(directory)) {
                if (entry.isDirectory() && entry.name().equalsIgnoreCase(schema)) {
                    similar.add(entry.path());
                }
            }
        }
        if (similar.size() > 1) {
            throw new EngineException(
                    ErrorCode.OBJECT_AMBIGUOUS,
                    "Schema name '" + schema + "' fits '" + similar.get(0) + "' and '" + similar.get(1)
                            + "'. Write it in double quotes exactly as the folder is called.");
        }
        exact.addAll(similar);
        return exact;
    }

    private String schemaName(Path folder) {
        return folder.equals(directory) ? defaultSchema() : folder.getFileName().toString();
    }

    /** Tables of a folder by name; of two files with one name, the first in natural order counts. */
    private Map<String, Path> tablesOf(Path folder) {
        Map<String, Path> found = new LinkedHashMap<>();
        for (Folder.Entry entry : visible(folder)) {
            boolean file = entry.isFile() && FileFormat.ofName(entry.name()) != null;
            boolean table = file || entry.isDirectory() && isTable(kind(entry), folder);
            if (table) {
                found.putIfAbsent(FileFormat.tableName(entry.name()), entry.path());
            }
        }
        return found;
    }

    private FolderKind kind(Folder.Entry entry) {
        return FolderKind.of(entry.path(), opener.footers());
    }

    private static List<Folder.Entry> visible(Path folder) {
        return Folder.entries(folder).stream()
                .filter(entry -> !Folder.isHidden(entry.name()))
                .toList();
    }

    /** The file or folder of exactly that table name, found without listing the folder that it is in. */
    private @Nullable Path exactPath(Path folder, String name) {
        if (Folder.isHidden(name)) {
            return null;
        }
        for (String fileName : FileFormat.fileNames(name)) {
            Path path = child(folder, fileName);
            if (path != null && Files.isRegularFile(path)) {
                return path;
            }
        }
        Path path = child(folder, name);
        boolean table =
                path != null && Files.isDirectory(path) && isTable(FolderKind.of(path, opener.footers()), folder);
        return table ? path : null;
    }

    /** Whether a folder of that kind is a table: below a schema there are no other schemas. */
    private boolean isTable(FolderKind kind, Path parent) {
        return parent.equals(directory) ? kind == FolderKind.TABLE : kind != FolderKind.NEITHER;
    }

    /** The path of a name in a folder; null if the name is none, such as one with a separator. */
    private static @Nullable Path child(Path folder, String name) {
        try {
            Path path = folder.resolve(name).normalize();
            return folder.equals(path.getParent()) && !Folder.isHidden(name) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private TableSource open(String schema, Path path) {
        TableSource known = tables.get(path);
        if (known != null && FileTables.isCurrent(known)) {
            return known;
        }
        if (known != null) {
            // a table that was not known yet is in no plan
            version.incrementAndGet();
            tables.remove(path);
        }
        String fileName = path.getFileName().toString();
        FileTables.Place place = new FileTables.Place(schema, FileFormat.tableName(fileName), path.toString(), path);
        boolean folder = Files.isDirectory(path);
        FileFormat format = folder ? FolderKind.formatOf(path) : FileFormat.ofName(fileName);
        if (format == null) {
            throw vanished(path);
        }
        TableSource table = opener.open(
                place,
                FileRead.path(path.toString()),
                format,
                folder ? () -> filesBelow(path, format) : () -> List.of(FileIdentity.of(path)));
        tables.put(path, table);
        return table;
    }

    private static List<FileIdentity> filesBelow(Path folder, FileFormat format) {
        List<FileIdentity> fitting = Folder.files(folder).stream()
                .filter(file -> FileFormat.ofName(file) == format)
                .toList();
        if (fitting.isEmpty()) {
            throw vanished(folder);
        }
        return fitting;
    }

    private static EngineException vanished(Path folder) {
        return new EngineException(
                ErrorCode.SOURCE_NOT_FOUND,
                "Folder '" + folder
                        + "' holds no file any more that can be read. Put its files back, or leave the table out.");
    }
}
