package io.algeon.engine.parquet;

import io.algeon.engine.file.ExtraColumns;
import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.file.HivePartitions;
import io.algeon.metadata.parquet.ParquetErrors;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one schema of a table's files: columns of the first file, then those of the folders. Other files must have the same
 * columns, in any order, of the same types; nullability may differ, and a column is nullable if it is in one file. A folder
 * column hides a column of the files that has its name.
 *
 * @param columns the table's
 * @param files what a scan needs of each file
 */
record FileSchema(List<ColumnDef> columns, List<ScanFile> files) {
    static FileSchema of(Path root, List<ParquetFile> files, ExtraColumns extra) {
        HivePartitions partitions = extra.partitions(
                root,
                files.stream()
                        .map(ParquetFile::identity)
                        .map(FileIdentity::path)
                        .toList());
        Set<String> folderNames =
                partitions.columns().stream().map(ColumnDef::name).collect(Collectors.toSet());
        ParquetFile first = files.get(0);
        List<ColumnDef> columns = new ArrayList<>();
        for (ParquetNode field : first.fields()) {
            if (!folderNames.contains(field.name())) {
                columns.add(new ColumnDef(field.name(), field.type()));
            }
        }
        if (extra.unionByName()) {
            addMissing(files, folderNames, columns);
        }
        List<ScanFile> scanFiles = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            List<ScanFile.Column> sources = new ArrayList<>();
            Map<String, ParquetNode> fields = byName(files.get(i));
            for (int c = 0; c < columns.size(); c++) {
                ColumnDef column = columns.get(c);
                ParquetNode field = fields.remove(column.name());
                if (field == null && extra.unionByName()) {
                    columns.set(c, new ColumnDef(column.name(), column.type().withNullable(true)));
                    sources.add(new ScanFile.Constant(null));
                    continue;
                }
                if (field == null || !isSame(column.type(), field.type())) {
                    throw mismatch(
                            first, files.get(i), column.name(), column.type(), field == null ? null : field.type());
                }
                if (!column.type().equals(field.type())) {
                    columns.set(c, new ColumnDef(column.name(), merged(column.type(), field.type())));
                }
                sources.add(new ScanFile.Stored(field));
            }
            fields.keySet().removeAll(folderNames);
            for (ParquetNode added : fields.values()) {
                throw mismatch(first, files.get(i), added.name(), null, added.type());
            }
            for (@Nullable Object value : partitions.values().get(i)) {
                sources.add(new ScanFile.Constant(value));
            }
            if (extra.filename() != null) {
                sources.add(new ScanFile.Constant(files.get(i).identity().path().toString()));
            }
            scanFiles.add(new ScanFile(files.get(i), sources));
        }
        columns.addAll(partitions.columns());
        if (extra.filename() != null) {
            columns.add(new ColumnDef(extra.filename(), SqlTypes.VARCHAR));
        }
        return new FileSchema(List.copyOf(columns), List.copyOf(scanFiles));
    }

    /** Adds the columns that files behind the first one have and the first one has not. */
    private static void addMissing(List<ParquetFile> files, Set<String> folderNames, List<ColumnDef> columns) {
        Set<String> known = columns.stream().map(ColumnDef::name).collect(Collectors.toSet());
        known.addAll(folderNames);
        for (ParquetFile file : files) {
            for (ParquetNode field : file.fields()) {
                if (known.add(field.name())) {
                    columns.add(new ColumnDef(field.name(), field.type().withNullable(true)));
                }
            }
        }
    }

    /** Whether two files could be parts of one table: the same names and types. */
    static boolean fitTogether(ParquetFile left, ParquetFile right) {
        Map<String, ParquetNode> others = byName(right);
        if (left.fields().size() != others.size()) {
            return false;
        }
        for (ParquetNode field : left.fields()) {
            ParquetNode other = others.get(field.name());
            if (other == null || !isSame(field.type(), other.type())) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, ParquetNode> byName(ParquetFile file) {
        Map<String, ParquetNode> fields = new HashMap<>();
        for (ParquetNode field : file.fields()) {
            if (fields.put(field.name(), field) != null) {
                throw ParquetErrors.unsupported(
                        file.identity().path(),
                        "it has two columns named '" + field.name() + "'. Write it with different names");
            }
        }
        return fields;
    }

    /** Equal but for nullability at any depth. */
    private static boolean isSame(SqlType left, SqlType right) {
        if (left.kind() != right.kind()
                || left.precision() != right.precision()
                || left.scale() != right.scale()
                || left.fields().size() != right.fields().size()) {
            return false;
        }
        for (int i = 0; i < left.fields().size(); i++) {
            SqlType.Field l = left.fields().get(i);
            SqlType.Field r = right.fields().get(i);
            if (!l.name().equals(r.name()) || !isSame(l.type(), r.type())) {
                return false;
            }
        }
        return true;
    }

    /** The type that is nullable wherever one of the two is. */
    private static SqlType merged(SqlType left, SqlType right) {
        List<SqlType.Field> fields = new ArrayList<>();
        for (int i = 0; i < left.fields().size(); i++) {
            SqlType.Field field = left.fields().get(i);
            fields.add(new SqlType.Field(
                    field.name(), merged(field.type(), right.fields().get(i).type())));
        }
        return new SqlType(left.kind(), left.precision(), left.scale(), left.nullable() || right.nullable(), fields);
    }

    private static EngineException mismatch(
            ParquetFile first, ParquetFile other, String column, @Nullable SqlType expected, @Nullable SqlType found) {
        String expectation = expected == null ? "has no such column" : "has it as " + expected;
        String finding = found == null ? "is missing" : "has type " + found;
        return new EngineException(
                ErrorCode.SOURCE_SCHEMA_MISMATCH,
                "Column '" + column + "' " + finding + " in '"
                        + other.identity().path() + "', and '"
                        + first.identity().path() + "' " + expectation
                        + ". Files of one table need the same columns: add union_by_name => true to fit them together, write one"
                        + " of them again, or name a pattern that leaves it out.");
    }
}
