package io.algeon.metadata.file;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;

/**
 * Lists directories: names in natural order, without what is not data. Hidden are names that start with a dot or an
 * underscore ({@code .x.parquet.crc}, {@code _SUCCESS}, {@code _temporary}). Links are followed, so a link that leads back
 * up is cut off at a depth that no real folder reaches.
 */
public final class Folder {
    static final int MAX_DEPTH = 32;

    /** A name in a directory, with what one system call tells of it. */
    public record Entry(Path path, BasicFileAttributes attributes) {
        public String name() {
            return path.getFileName().toString();
        }

        public boolean isDirectory() {
            return attributes.isDirectory();
        }

        public boolean isFile() {
            return attributes.isRegularFile();
        }

        /** The identity of an entry that is a file. */
        public FileIdentity identity() {
            return FileIdentity.of(path, attributes);
        }
    }

    private Folder() {}

    /** Whether a name is not data by convention. */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }

    /**
     * All entries of a directory, hidden ones too, in natural order of their names. Entries that vanish meanwhile are left
     * out.
     *
     * @throws io.algeon.metadata.error.EngineException {@code source_not_found} or {@code source_unreadable}
     */
    public static List<Entry> entries(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        List<Entry> entries = new ArrayList<>();
        SimpleFileVisitor<Path> collector = new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                entries.add(new Entry(path, attributes));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
                if (path.equals(absolute)) {
                    throw failure;
                }
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(absolute, EnumSet.of(FileVisitOption.FOLLOW_LINKS), 1, collector);
        } catch (IOException e) {
            throw FileIdentity.unreadable(absolute, e);
        }
        entries.sort(Comparator.comparing(Entry::name, NaturalOrder.NAMES));
        return entries;
    }

    /** All visible files below a directory, at any depth, in natural order of their paths; errors as {@link #entries}. */
    public static List<FileIdentity> files(Path directory) {
        List<FileIdentity> files = new ArrayList<>();
        collect(directory, 0, files);
        files.sort(Comparator.comparing(FileIdentity::path, NaturalOrder.PATHS));
        return files;
    }

    private static void collect(Path directory, int depth, List<FileIdentity> files) {
        if (depth > MAX_DEPTH) {
            return;
        }
        for (Entry entry : entries(directory)) {
            if (isHidden(entry.name())) {
                continue;
            }
            if (entry.isDirectory()) {
                collect(entry.path(), depth + 1, files);
            } else if (entry.isFile()) {
                files.add(entry.identity());
            }
        }
    }
}
