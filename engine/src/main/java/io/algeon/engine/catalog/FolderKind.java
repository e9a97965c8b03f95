package io.algeon.engine.catalog;

import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.parquet.ParquetTable;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.Folder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a sub-folder of a database is. */
enum FolderKind {
    /** One table: files of one format and schema and nothing else, {@code key=value} folders, or a folder {@code x.parquet}. */
    TABLE,
    /** Tables of its own. */
    SCHEMA,
    /** Nothing that can be read. */
    NEITHER;

    /**
     * Looks into a folder. Footers are opened only where names do not tell: of the first, the middle and the last file, as
     * files of different tables rarely agree in all three; a table whose other files differ says so when it is read.
     */
    static FolderKind of(Path folder, FooterCache footers) {
        List<FileIdentity> files;
        try {
            boolean partitioned = Folder.entries(folder).stream()
                    .anyMatch(entry -> entry.isDirectory()
                            && !Folder.isHidden(entry.name())
                            && entry.name().indexOf('=') > 0);
            if (partitioned || FileFormat.ofName(String.valueOf(folder.getFileName())) != null) {
                return TABLE;
            }
            files = Folder.files(folder);
        } catch (EngineException unreadable) {
            return NEITHER;
        }
        FileFormat format = formatOf(files);
        if (format == null) {
            return NEITHER;
        }
        List<FileIdentity> fitting =
                files.stream().filter(file -> FileFormat.ofName(file) == format).toList();
        if (fitting.size() < files.size()) {
            return SCHEMA;
        }
        FileIdentity first = fitting.get(0);
        FileIdentity middle = fitting.get(fitting.size() / 2);
        FileIdentity last = fitting.get(fitting.size() - 1);
        if (format != FileFormat.PARQUET) {
            // Without footers only names tell: parts of one table are numbered.
            return stem(first).equals(stem(middle)) && stem(first).equals(stem(last)) ? TABLE : SCHEMA;
        }
        return ParquetTable.fitTogether(List.of(first, middle, last), footers) ? TABLE : SCHEMA;
    }

    /** The format of a folder's files; null if it has none that can be read. */
    static @Nullable FileFormat formatOf(Path folder) {
        return formatOf(Folder.files(folder));
    }

    private static @Nullable FileFormat formatOf(List<FileIdentity> files) {
        return files.stream()
                .map(FileFormat::ofName)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** A file's name without extension, digits and what separates them. */
    private static String stem(FileIdentity file) {
        return FileFormat.tableName(file.path().getFileName().toString()).replaceAll("[-_.0-9]+", "");
    }
}
