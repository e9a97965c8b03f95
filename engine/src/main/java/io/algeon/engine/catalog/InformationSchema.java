package io.algeon.engine.catalog;

import io.algeon.engine.device.DeviceStatus;
import io.algeon.engine.resident.ResidentColumn;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.table.StoredSequence;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A catalog with the schema {@code information_schema} beside those of a database: {@code schemata}, {@code tables},
 * {@code columns} as the SQL standard names their columns (those that have a meaning here), {@code settings},
 * {@code devices} and {@code resident_cache} of our own.
 */
public final class InformationSchema implements Catalog {
    /** Name of the schema. */
    public static final String NAME = "information_schema";

    private final Catalog database;
    private final Supplier<List<String>> furtherSchemas;
    private final Map<String, TableSource> tables = new TreeMap<>();

    /**
     * @param settings rows of {@code settings}: name, value, default, description
     * @param devices rows of {@code devices}
     * @param resident rows of {@code resident_cache}
     * @param sequences rows of {@code sequences}
     * @param furtherSchemas in which names are looked up after the current one
     */
    public InformationSchema(
            Catalog database,
            Supplier<List<List<String>>> settings,
            Supplier<List<DeviceStatus>> devices,
            Supplier<List<ResidentColumn>> resident,
            Supplier<List<StoredSequence>> sequences,
            Supplier<List<String>> furtherSchemas) {
        this.database = database;
        this.furtherSchemas = furtherSchemas;
        add("schemata", this::schemaRows, text("catalog_name"), text("schema_name"));
        add(
                "tables",
                this::tableRows,
                text("table_catalog"),
                text("table_schema"),
                text("table_name"),
                text("table_type"),
                text("remarks"));
        add(
                "columns",
                this::columnRows,
                text("table_catalog"),
                text("table_schema"),
                text("table_name"),
                text("column_name"),
                number("ordinal_position"),
                text("column_default"),
                text("is_nullable"),
                text("data_type"),
                number("character_maximum_length"),
                number("numeric_precision"),
                number("numeric_scale"),
                number("datetime_precision"),
                text("is_identity"),
                text("identity_generation"),
                text("is_generated"),
                text("generation_expression"));
        addConstraints();
        addRoutines();
        add(
                "sequences",
                () -> sequences.get().stream().map(this::sequenceRow).toList(),
                text("sequence_catalog"),
                text("sequence_schema"),
                text("sequence_name"),
                text("data_type"),
                number("numeric_precision"),
                number("numeric_precision_radix"),
                number("numeric_scale"),
                text("start_value"),
                text("minimum_value"),
                text("maximum_value"),
                text("increment"),
                text("cycle_option"));
        add(
                "settings",
                () -> settings.get().stream().map(InformationSchema::row).toList(),
                text("name"),
                text("value"),
                text("default_value"),
                text("description"));
        add(
                "devices",
                () -> devices.get().stream().map(InformationSchema::row).toList(),
                text("name"),
                text("kind"),
                text("status"),
                text("reason"),
                text("remedy"),
                bytes("memory_limit_bytes"),
                bytes("memory_used_bytes"));
        add(
                "resident_cache",
                () -> resident.get().stream().map(InformationSchema::row).toList(),
                text("file"),
                text("column_name"),
                count("entries"),
                count("bytes"),
                count("hits"),
                text("location"));
    }

    private List<@Nullable Object> sequenceRow(StoredSequence sequence) {
        StoredSequence.Course course = sequence.course();
        boolean wide = course.largest() > Integer.MAX_VALUE;
        boolean narrow = course.largest() <= Short.MAX_VALUE;
        return Arrays.asList(
                database.name(),
                sequence.definition().schema(),
                sequence.name(),
                wide ? "BIGINT" : narrow ? "SMALLINT" : "INTEGER",
                wide ? 64 : narrow ? 16 : 32,
                2,
                0,
                String.valueOf(course.start()),
                String.valueOf(course.least()),
                String.valueOf(course.most()),
                String.valueOf(course.increment()),
                course.cycle() ? "YES" : "NO");
    }

    private void addConstraints() {
        ConstraintRows rows = new ConstraintRows(this);
        add(
                "views",
                rows::views,
                text("table_catalog"),
                text("table_schema"),
                text("table_name"),
                text("view_definition"),
                text("check_option"),
                text("is_updatable"));
        add(
                "table_constraints",
                rows::constraints,
                text("constraint_catalog"),
                text("constraint_schema"),
                text("constraint_name"),
                text("table_catalog"),
                text("table_schema"),
                text("table_name"),
                text("constraint_type"),
                text("is_deferrable"),
                text("initially_deferred"));
        add(
                "key_column_usage",
                rows::keyColumns,
                text("constraint_catalog"),
                text("constraint_schema"),
                text("constraint_name"),
                text("table_catalog"),
                text("table_schema"),
                text("table_name"),
                text("column_name"),
                number("ordinal_position"),
                number("position_in_unique_constraint"));
        add(
                "referential_constraints",
                rows::references,
                text("constraint_catalog"),
                text("constraint_schema"),
                text("constraint_name"),
                text("unique_constraint_catalog"),
                text("unique_constraint_schema"),
                text("unique_constraint_name"),
                text("unique_table_name"),
                text("match_option"),
                text("update_rule"),
                text("delete_rule"));
        add(
                "check_constraints",
                rows::checks,
                text("constraint_catalog"),
                text("constraint_schema"),
                text("constraint_name"),
                text("check_clause"));
    }

    private void addRoutines() {
        RoutineRows rows = new RoutineRows(name());
        add(
                "routines",
                rows::routines,
                text("specific_catalog"),
                text("specific_schema"),
                text("specific_name"),
                text("routine_name"),
                text("routine_type"),
                text("category"),
                text("arguments"),
                text("description"),
                text("example"));
        add(
                "parameters",
                rows::parameters,
                text("specific_catalog"),
                text("specific_schema"),
                text("specific_name"),
                number("ordinal_position"),
                text("parameter_mode"),
                text("parameter_name"),
                text("data_type"),
                text("parameter_default"));
    }

    private static List<@Nullable Object> row(ResidentColumn column) {
        return List.of(
                column.file(), column.column(), column.entries(), column.bytes(), column.hits(), column.location());
    }

    private static List<@Nullable Object> row(DeviceStatus device) {
        List<@Nullable Object> row = row(List.of(
                device.name(),
                device.kind(),
                device.usable() ? "usable" : "unusable",
                device.reason(),
                device.remedy()));
        row.add(device.memoryLimitBytes() < 0 ? null : device.memoryLimitBytes());
        row.add(device.memoryUsedBytes() < 0 ? null : device.memoryUsedBytes());
        return row;
    }

    private static ColumnDef text(String name) {
        return new ColumnDef(name, SqlTypes.VARCHAR);
    }

    private static ColumnDef number(String name) {
        return new ColumnDef(name, SqlTypes.INTEGER);
    }

    private static ColumnDef count(String name) {
        return new ColumnDef(name, SqlTypes.BIGINT);
    }

    private static ColumnDef bytes(String name) {
        return new ColumnDef(name, SqlTypes.BIGINT.withNullable(true));
    }

    private static List<@Nullable Object> row(List<String> values) {
        return new ArrayList<>(values);
    }

    private void add(String name, Supplier<List<List<@Nullable Object>>> rows, ColumnDef... columns) {
        tables.put(name, new VirtualTable(new TableDef(NAME, name, List.of(columns), ""), rows));
    }

    private List<List<@Nullable Object>> schemaRows() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String schema : schemas()) {
            rows.add(row(List.of(name(), schema)));
        }
        return rows;
    }

    private List<List<@Nullable Object>> tableRows() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String schema : schemas()) {
            for (String table : tables(schema)) {
                String remarks = remarks(schema, table);
                String type = switch (kind(schema, table)) {
                    case TABLE -> "BASE TABLE";
                    case TEMPORARY_TABLE -> "LOCAL TEMPORARY";
                    case VIEW, TEMPORARY_VIEW -> "VIEW";
                    case SYSTEM_TABLE -> "SYSTEM TABLE";
                };
                rows.add(row(List.of(name(), schema, table, type, remarks)));
            }
        }
        return rows;
    }

    private List<List<@Nullable Object>> columnRows() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String schema : schemas()) {
            for (String table : tables(schema)) {
                readable(schema, table).ifPresent(source -> columnRows(schema, table, source.definition(), rows));
            }
        }
        return rows;
    }

    private void columnRows(String schema, String table, TableDef definition, List<List<@Nullable Object>> rows) {
        int position = 0;
        List<ColumnDetails> details =
                details(schema, table).map(TableDetails::columns).orElse(List.of());
        for (ColumnDef column : definition.columns()) {
            ColumnDetails detail = position < details.size() ? details.get(position) : ColumnDetails.PLAIN;
            ColumnDetails.Identity identity = detail.identity();
            SqlType type = column.type();
            TypeKind kind = type.kind();
            boolean sized = kind.isCharacter() && type.precision() != SqlType.UNLIMITED;
            rows.add(Arrays.asList(
                    name(),
                    schema,
                    table,
                    column.name(),
                    ++position,
                    detail.defaultText(),
                    type.nullable() ? "YES" : "NO",
                    type.toString(),
                    sized ? (Integer) type.precision() : null,
                    numericPrecision(type),
                    kind == TypeKind.DECIMAL ? (Integer) type.scale() : kind.isInteger() ? (Integer) 0 : null,
                    kind == TypeKind.DATE ? (Integer) 0 : kind.isDateTime() ? (Integer) type.precision() : null,
                    identity == null ? "NO" : "YES",
                    identity == null ? null : identity.always() ? "ALWAYS" : "BY DEFAULT",
                    detail.generated() == null ? "NEVER" : "ALWAYS",
                    detail.generated() == null ? null : detail.generated().text()));
        }
    }

    private static @Nullable Integer numericPrecision(SqlType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> type.digits();
            default -> null;
        };
    }

    /** A table whose files cannot be read is listed, without what only its files know. */
    private Optional<TableSource> readable(String schema, String table) {
        try {
            return table(schema, table);
        } catch (EngineException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return database.name();
    }

    @Override
    public List<String> schemas() {
        TreeSet<String> all = new TreeSet<>(database.schemas());
        all.add(NAME);
        return List.copyOf(all);
    }

    @Override
    public String defaultSchema() {
        return database.defaultSchema();
    }

    @Override
    public List<String> tables(String schema) {
        return schema.equalsIgnoreCase(NAME) ? List.copyOf(tables.keySet()) : database.tables(schema);
    }

    @Override
    public String remarks(String schema, String table) {
        return schema.equalsIgnoreCase(NAME) ? "" : database.remarks(schema, table);
    }

    @Override
    public Optional<TableSource> table(String schema, String name) {
        return schema.equalsIgnoreCase(NAME)
                ? Optional.ofNullable(tables.get(name.toLowerCase(Locale.ROOT)))
                : database.table(schema, name);
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return database.files(read);
    }

    @Override
    public Path directory() {
        return database.directory();
    }

    @Override
    public Optional<String> temporarySchema() {
        return database.temporarySchema();
    }

    @Override
    public List<String> searchPath(String currentSchema) {
        List<String> path = new ArrayList<>();
        temporarySchema().ifPresent(path::add);
        path.add(currentSchema);
        path.addAll(furtherSchemas.get());
        path.add(defaultSchema());
        return path;
    }

    @Override
    public TableKind kind(String schema, String name) {
        return schema.equalsIgnoreCase(NAME) ? TableKind.SYSTEM_TABLE : database.kind(schema, name);
    }

    @Override
    public Optional<TableDetails> details(String schema, String name) {
        return schema.equalsIgnoreCase(NAME)
                ? table(schema, name)
                        .map(source -> TableDetails.plain(
                                TableKind.SYSTEM_TABLE,
                                source.definition().columns().size()))
                : database.details(schema, name);
    }

    @Override
    public long version() {
        return database.version();
    }
}
