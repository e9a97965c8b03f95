package io.algeon.engine.catalog;

import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.FooterReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells files that can be tables from others, by their names, and by their first bytes where the name says nothing. */
enum FileFormat {
    PARQUET("Parquet", ".parquet", ".parq", ".pq"),
    CSV("CSV", ".csv", ".tsv", ".csv.gz", ".tsv.gz"),
    JSON("JSON", ".json", ".ndjson", ".jsonl", ".json.gz", ".ndjson.gz", ".jsonl.gz"),
    ARROW("Arrow", ".arrow", ".arrows", ".feather", ".ipc");

    private static final byte[] ARROW_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    private final String title;
    private final List<String> extensions;

    FileFormat(String title, String... extensions) {
        this.title = title;
        this.extensions = List.of(extensions);
    }

    /** The format's name as users write it. */
    String title() {
        return title;
    }

    /** The format that a file's name tells; null if it tells none. */
    static @Nullable FileFormat ofName(String name) {
        for (FileFormat format : values()) {
            if (format.extensionOf(name) != null) {
                return format;
            }
        }
        return null;
    }

    static @Nullable FileFormat ofName(FileIdentity file) {
        return ofName(file.path().getFileName().toString());
    }

    /** The name without its extension, as tables are called. */
    static String tableName(String fileName) {
        FileFormat format = ofName(fileName);
        String extension = format == null ? null : format.extensionOf(fileName);
        return extension == null ? fileName : fileName.substring(0, fileName.length() - extension.length());
    }

    /** Names that the file of a table may have. */
    static List<String> fileNames(String tableName) {
        return Arrays.stream(values())
                .flatMap(format -> format.extensions.stream())
                .map(extension -> tableName + extension)
                .toList();
    }

    private @Nullable String extensionOf(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String longest = null;
        for (String extension : extensions) {
            boolean fits = lower.endsWith(extension) && lower.length() > extension.length();
            if (fits && (longest == null || extension.length() > longest.length())) {
                longest = extension;
            }
        }
        return longest == null ? null : name.substring(name.length() - longest.length());
    }

    /** The format that the file's first bytes tell; null if they tell none. */
    static @Nullable FileFormat ofContent(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] start = stream.readNBytes(ARROW_MAGIC.length);
            if (FooterReader.isMagic(Arrays.copyOf(start, 4))) {
                return PARQUET;
            }
            return Arrays.equals(start, ARROW_MAGIC) ? ARROW : null;
        } catch (IOException e) {
            throw FileIdentity.unreadable(file, e);
        }
    }
}
