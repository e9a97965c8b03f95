package io.algeon.engine.file;

import io.algeon.engine.source.RowOrigin;
import io.algeon.metadata.file.HivePartitions;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query wants of several files beside their own columns.
 *
 * @param unionByName whether files with different columns are fitted together
 * @param hive whether {@code key=value} folders are columns
 * @param filename name of the column that holds the path of a row's file; null: there is none
 * @param rowNumber name of the column that holds the row's number in its file, from 0; null: there is none
 */
public record ExtraColumns(
        boolean unionByName,
        boolean hive,
        @Nullable String filename,
        @Nullable String rowNumber) {
    /** What a bare path means. */
    public static final ExtraColumns NONE = new ExtraColumns(false, true, null, null);

    /** Takes the options that all formats have. */
    public static ExtraColumns of(FileOptions options) {
        return new ExtraColumns(
                options.flagOr(false, "union_by_name"),
                options.flagOr(true, "hive_partitioning"),
                named(options, RowOrigin.FILENAME),
                named(options, RowOrigin.FILE_ROW_NUMBER, RowOrigin.ROW_NUMBER));
    }

    private static @Nullable String named(FileOptions options, String... names) {
        String given = names[0];
        for (String name : names) {
            given = options.has(name) ? name : given;
        }
        String text = options.text(names);
        if (text == null || text.equalsIgnoreCase("false")) {
            return null;
        }
        return text.equalsIgnoreCase("true") ? given : text;
    }

    /** The columns that folders give. */
    public HivePartitions partitions(Path root, List<Path> files) {
        return hive
                ? HivePartitions.of(root, files)
                : new HivePartitions(List.of(), Collections.nCopies(files.size(), List.of()));
    }
}
