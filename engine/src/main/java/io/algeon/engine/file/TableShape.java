package io.algeon.engine.file;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.HivePartitions;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one schema of several files, and where each file's rows get their columns from.
 *
 * <p>Columns are those of the first file (of all files, with {@code union_by_name}), then those of the folders, then the
 * extra ones that the query asked for.
 *
 * @param columns of the table
 * @param sources for each file, for each column of the table
 */
record TableShape(List<ColumnDef> columns, List<List<Source>> sources) {
    /** Where the values of a column come from. */
    sealed interface Source {}

    /** A column of the file. */
    record Stored(int column) implements Source {}

    /** One value, in stored form, throughout the file. */
    record Constant(@Nullable Object value) implements Source {}

    /** The row's number in its file, from 0. */
    record RowNumber() implements Source {}

    static TableShape of(Path root, List<DataFile> files, DataFormat format, ExtraColumns extra) {
        HivePartitions partitions = extra.partitions(
                root, files.stream().map(file -> file.identity().path()).toList());
        Set<String> folderNames = new HashSet<>();
        partitions.columns().forEach(column -> folderNames.add(column.name()));
        Map<String, SqlType> types = new LinkedHashMap<>();
        DataFile first = files.get(0);
        for (DataFile file : files) {
            Set<String> found = new HashSet<>();
            for (ColumnDef column : file.columns()) {
                if (folderNames.contains(column.name())) {
                    continue;
                }
                found.add(column.name());
                SqlType known = types.get(column.name());
                if (known == null && file != first && !extra.unionByName()) {
                    throw mismatch(first, file, column.name(), null, column.type());
                }
                SqlType unified =
                        known == null ? column.type() : format.unified(known, column.type(), extra.unionByName());
                if (unified == null) {
                    throw mismatch(first, file, column.name(), known, column.type());
                }
                types.put(column.name(), unified);
            }
            if (!extra.unionByName() && found.size() < types.size()) {
                for (Map.Entry<String, SqlType> column : types.entrySet()) {
                    if (!found.contains(column.getKey())) {
                        throw mismatch(first, file, column.getKey(), column.getValue(), null);
                    }
                }
            }
        }
        List<ColumnDef> columns = new ArrayList<>();
        types.forEach((name, type) -> columns.add(format.settled(new ColumnDef(name, type.withNullable(true)))));
        List<List<Source>> sources = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            sources.add(sources(files.get(i), columns, partitions.values().get(i), extra));
        }
        columns.addAll(partitions.columns());
        if (extra.filename() != null) {
            columns.add(new ColumnDef(extra.filename(), SqlTypes.VARCHAR));
        }
        if (extra.rowNumber() != null) {
            columns.add(new ColumnDef(extra.rowNumber(), SqlTypes.BIGINT));
        }
        return new TableShape(List.copyOf(columns), List.copyOf(sources));
    }

    private static List<Source> sources(
            DataFile file, List<ColumnDef> columns, List<@Nullable Object> folders, ExtraColumns extra) {
        Map<String, Integer> positions = new LinkedHashMap<>();
        for (int i = 0; i < file.columns().size(); i++) {
            positions.put(file.columns().get(i).name(), i);
        }
        List<Source> sources = new ArrayList<>();
        for (ColumnDef column : columns) {
            Integer position = positions.get(column.name());
            sources.add(position == null ? new Constant(null) : new Stored(position));
        }
        for (Object value : folders) {
            sources.add(new Constant(value));
        }
        if (extra.filename() != null) {
            sources.add(new Constant(file.identity().path().toString()));
        }
        if (extra.rowNumber() != null) {
            sources.add(new RowNumber());
        }
        return sources;
    }

    private static EngineException mismatch(
            DataFile first, DataFile other, String column, @Nullable SqlType expected, @Nullable SqlType found) {
        String expectation = expected == null ? "has no such column" : "has it as " + expected;
        String finding = found == null ? "is missing" : "has type " + found;
        return new EngineException(
                ErrorCode.SOURCE_SCHEMA_MISMATCH,
                "Column '" + column + "' " + finding + " in '"
                        + other.identity().path() + "', and '"
                        + first.identity().path() + "' " + expectation
                        + ". Add union_by_name => true to fit the files together, or name a pattern that leaves one out.");
    }
}
