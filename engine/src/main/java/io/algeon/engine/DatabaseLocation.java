package io.algeon.engine;

import java.nio.file.Path;

/** Where a database is; sessions with equal locations share one, until the last of them closes. */
public sealed interface DatabaseLocation {
    /** Files of a directory: each file, or folder of files, is a table; sub-folders are schemas. */
    record Directory(Path path) implements DatabaseLocation {
        public Directory {
            path = path.toAbsolutePath().normalize();
        }
    }

    /** An in-memory database that sessions share by name. */
    record Named(String name) implements DatabaseLocation {}

    /** An in-memory database of one session, with access to files. */
    record Private() implements DatabaseLocation {}
}
