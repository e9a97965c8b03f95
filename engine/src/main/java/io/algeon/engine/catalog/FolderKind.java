package io.algeon.engine.catalog;

import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.parquet.ParquetTable;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.Folder;
import java.nio.file.Path;
import java.util.List;

/** What a sub-folder of a database is. */
enum FolderKind {
    /** One table: Parquet files of one schema and nothing else, {@code key=value} folders, or a folder {@code x.parquet}. */
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
            if (partitioned || FileFormat.isParquetName(String.valueOf(folder.getFileName()))) {
                return TABLE;
            }
            files = Folder.files(folder);
        } catch (EngineException unreadable) {
            return NEITHER;
        }
        List<FileIdentity> parquet = files.stream()
                .filter(file ->
                        FileFormat.isParquetName(file.path().getFileName().toString()))
                .toList();
        if (parquet.isEmpty()) {
            return NEITHER;
        }
        if (parquet.size() < files.size()) {
            return SCHEMA;
        }
        FileIdentity first = parquet.get(0);
        FileIdentity middle = parquet.get(parquet.size() / 2);
        FileIdentity last = parquet.get(parquet.size() - 1);
        return ParquetTable.fitTogether(List.of(first, middle, last), footers) ? TABLE : SCHEMA;
    }
}
