package io.algeon.engine.catalog;

import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.FooterReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells files that can be tables from others, by their names, and by their first bytes where the name says nothing. */
final class FileFormat {
    private static final List<String> EXTENSIONS = List.of(".parquet", ".parq", ".pq");

    private FileFormat() {}

    static boolean isParquetName(String name) {
        return extensionOf(name) != null;
    }

    /** The name without its extension, as tables are called. */
    static String tableName(String fileName) {
        String extension = extensionOf(fileName);
        return extension == null ? fileName : fileName.substring(0, fileName.length() - extension.length());
    }

    /** Names that the file of a table may have. */
    static List<String> fileNames(String tableName) {
        return EXTENSIONS.stream().map(extension -> tableName + extension).toList();
    }

    private static @Nullable String extensionOf(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String extension : EXTENSIONS) {
            if (lower.endsWith(extension) && lower.length() > extension.length()) {
                return name.substring(name.length() - extension.length());
            }
        }
        return null;
    }

    /** Whether the file starts as a Parquet file does. */
    static boolean isParquetContent(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            return FooterReader.isMagic(stream.readNBytes(4));
        } catch (IOException e) {
            throw FileIdentity.unreadable(file, e);
        }
    }
}
