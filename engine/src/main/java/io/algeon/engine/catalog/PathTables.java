package io.algeon.engine.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.parquet.ParquetTable;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.FilePattern;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tables that statements name by a path, a folder or a glob. Thread-safe. */
final class PathTables {
    /** Tables kept with their statistics, for texts used lately. */
    private static final int KEPT_TABLES = 256;

    private final Path base;
    private final FooterCache footers;
    private final Cache<String, ParquetTable> tables = Caffeine.newBuilder()
            .maximumSize(KEPT_TABLES)
            .executor(Runnable::run)
            .build();

    /** @param base where relative paths start */
    PathTables(Path base, FooterCache footers) {
        this.base = base;
        this.footers = footers;
    }

    /**
     * The table over the files that {@code text} names; empty if it does not look like a path.
     *
     * @throws EngineException {@code source_not_found} if it does and nothing is there, {@code source_...} if files cannot be
     *     read or do not fit together
     */
    Optional<TableSource> table(String text) {
        String path = withoutScheme(text);
        if (!looksLikePath(path)) {
            return Optional.empty();
        }
        ParquetTable known = tables.getIfPresent(path);
        if (known != null && known.isCurrent()) {
            return Optional.of(known);
        }
        Path directory = base.toAbsolutePath().normalize();
        ParquetTable table = ParquetTable.open("", text, text, directory, () -> files(path), footers);
        tables.put(path, table);
        return Optional.of(table);
    }

    private boolean looksLikePath(String text) {
        if (text.isBlank()) {
            return false;
        }
        if (text.indexOf('/') >= 0
                || text.indexOf('\\') >= 0
                || FilePattern.hasWildcards(text)
                || FileFormat.isParquetName(text)) {
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

    private List<FileIdentity> files(String text) {
        List<FileIdentity> found = FilePattern.expand(base, text);
        List<FileIdentity> parquet = found.stream()
                .filter(file ->
                        FileFormat.isParquetName(file.path().getFileName().toString()))
                .toList();
        if (!parquet.isEmpty()) {
            return parquet;
        }
        List<FileIdentity> byContent = found.stream()
                .filter(file -> FileFormat.isParquetContent(file.path()))
                .toList();
        if (!byContent.isEmpty()) {
            return byContent;
        }
        if (found.isEmpty()) {
            Path absolute = FilePattern.hasWildcards(text)
                    ? base.toAbsolutePath().normalize()
                    : FilePattern.resolve(base, text);
            String tried = FilePattern.hasWildcards(text)
                    ? "'" + text + "', starting at '" + absolute + "'"
                    : "'" + absolute + "'";
            throw new EngineException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "No file matches " + tried + ". Check the path; relative paths start at the database's directory, "
                            + "or at the working directory if it has none.");
        }
        throw new EngineException(
                ErrorCode.SOURCE_UNSUPPORTED,
                "'" + found.get(0).path()
                        + "' is not a Parquet file: it neither ends in .parquet nor starts with the bytes "
                        + "PAR1. Only Parquet files can be read.");
    }
}
