package io.algeon.engine.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.FilePattern;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tables that statements name by a path, a folder or a glob, or by a call of a file function. Thread-safe. */
final class PathTables {
    /** Tables kept with their statistics, for texts used lately. */
    private static final int KEPT_TABLES = 256;

    private final Path base;
    private final FileTables opener;
    private final Cache<FileRead, TableSource> tables = Caffeine.newBuilder()
            .maximumSize(KEPT_TABLES)
            .executor(Runnable::run)
            .build();

    /** @param base where relative paths start */
    PathTables(Path base, FileTables opener) {
        this.base = base;
        this.opener = opener;
    }

    /**
     * The table over the files that are to be read; empty if a bare text does not look like a path.
     *
     * @throws EngineException {@code source_not_found} if it does and nothing is there, {@code source_...} if files cannot be
     *     read or do not fit together
     */
    Optional<TableSource> table(FileRead read) {
        List<String> paths =
                read.paths().stream().map(PathTables::withoutScheme).toList();
        if (read.function().isEmpty() && !looksLikePath(paths.get(0))) {
            return Optional.empty();
        }
        TableSource known = tables.getIfPresent(read);
        if (known != null && FileTables.isCurrent(known)) {
            return Optional.of(known);
        }
        FileFormat wanted = FileTables.formatOf(read);
        List<FileIdentity> found = files(paths, wanted);
        FileFormat format = wanted == null ? formatOf(found) : wanted;
        Path directory = base.toAbsolutePath().normalize();
        TableSource table = opener.open(
                new FileTables.Place("", read.title(), read.title(), directory),
                read,
                format,
                () -> files(paths, format));
        tables.put(read, table);
        return Optional.of(table);
    }

    private boolean looksLikePath(String text) {
        if (text.isBlank()) {
            return false;
        }
        if (text.indexOf('/') >= 0
                || text.indexOf('\\') >= 0
                || FilePattern.hasWildcards(text)
                || FileFormat.ofName(text) != null) {
            return true;
        }
        try {
            return Files.isRegularFile(base.resolve(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String withoutScheme(String text) {
        if (!text.regionMatches(true, 0, "file:", 0, 5)) {
            return text;
        }
        try {
            URI uri = URI.create(text);
            return uri.isOpaque() || uri.getAuthority() != null
                    ? text.substring(5)
                    : Path.of(uri).toString();
        } catch (IllegalArgumentException notAnUri) {
            // Spaces and wildcards are no part of a URI, and meant as they are.
            return text.substring(5).replaceFirst("^///*", "/");
        }
    }

    private static FileFormat formatOf(List<FileIdentity> files) {
        FileFormat named = FileFormat.ofName(files.get(0));
        FileFormat format = named == null ? FileFormat.ofContent(files.get(0).path()) : named;
        if (format == null) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNSUPPORTED,
                    "What '" + files.get(0).path()
                            + "' holds cannot be told: it ends in none of the known extensions (.parquet, .csv, .tsv, .json,"
                            + " .ndjson, .jsonl, .arrow) and starts with no known bytes. Name the format, as in read_csv('"
                            + files.get(0).path() + "').");
        }
        return format;
    }

    /**
     * The files of one format that the paths name; those of other formats are left out if the format is known by a name.
     *
     * @param wanted the format; null: that of the first file that has one by its name
     */
    private List<FileIdentity> files(List<String> paths, @Nullable FileFormat wanted) {
        List<FileIdentity> all = new ArrayList<>();
        for (String path : paths) {
            List<FileIdentity> found = FilePattern.expand(base, path);
            if (found.isEmpty()) {
                throw notFound(path);
            }
            all.addAll(found);
        }
        FileFormat format = wanted;
        for (FileFormat candidate : FileFormat.values()) {
            // Parquet files come first: what lies beside them is usually about them.
            if (format == null && all.stream().anyMatch(file -> FileFormat.ofName(file) == candidate)) {
                format = candidate;
            }
        }
        FileFormat named = format;
        List<FileIdentity> fitting = all.stream()
                .filter(file -> named != null && FileFormat.ofName(file) == named)
                .toList();
        if (!fitting.isEmpty()) {
            return fitting;
        }
        if (wanted != FileFormat.PARQUET && wanted != null) {
            return all;
        }
        List<FileIdentity> byContent = all.stream()
                .filter(file -> FileFormat.ofContent(file.path()) == (wanted == null ? FileFormat.PARQUET : wanted))
                .toList();
        if (!byContent.isEmpty() || wanted == null) {
            return byContent.isEmpty() ? all : byContent;
        }
        throw new EngineException(
                ErrorCode.SOURCE_UNSUPPORTED,
                "'" + all.get(0).path()
                        + "' is not a Parquet file: it neither ends in .parquet nor starts with the bytes PAR1. "
                        + "Read it by read_csv, read_json or read_arrow, or name a Parquet file.");
    }

    private EngineException notFound(String text) {
        Path absolute =
                FilePattern.hasWildcards(text) ? base.toAbsolutePath().normalize() : FilePattern.resolve(base, text);
        String tried = FilePattern.hasWildcards(text)
                ? "'" + text + "', starting at '" + absolute + "'"
                : "'" + absolute + "'";
        String similar = FilePattern.hasWildcards(text) ? "" : similar(absolute);
        return new EngineException(
                ErrorCode.SOURCE_NOT_FOUND,
                "No file matches " + tried + ". " + similar
                        + "Check the path; relative paths start at the database's directory, "
                        + "or at the working directory if it has none.");
    }

    /** Names in the folder that a misspelt one may have meant. */
    private static String similar(Path absolute) {
        Path parent = absolute.getParent();
        Path fileName = absolute.getFileName();
        if (parent == null || fileName == null || !Files.isDirectory(parent)) {
            return "";
        }
        String stem = FileFormat.tableName(fileName.toString());
        String names = io.algeon.metadata.file.Folder.entries(parent).stream()
                .map(io.algeon.metadata.file.Folder.Entry::name)
                .filter(name -> FileFormat.ofName(name) != null
                        && FileFormat.tableName(name).equalsIgnoreCase(stem))
                .limit(3)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "There is " + names + ". ";
    }
}
