package io.algeon.engine.sql.validate;

import io.algeon.engine.catalog.SeriesTable;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.source.ViewSource;
import io.algeon.engine.sql.parser.SeriesForms;
import io.algeon.metadata.catalog.TableDef;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as the planner's tree of schemas, looked up on demand: {@code schema.table}, {@code database.schema.table},
 * and files by name under {@value #FILES}.
 */
final class CatalogSchema {
    /**
     * Schema whose tables are paths and globs, or text forms of {@link FileRead}; {@code read_parquet('x')} becomes
     * {@code read_parquet."x"}.
     */
    static final String FILES = "read_parquet";

    /** Schema of the tables that a statement brings along. */
    static final String TARGETS = "\u0000target";

    private CatalogSchema() {}

    /** A root with the schemas of the catalog and, under its name, the catalog itself. */
    static CalciteSchema root(Catalog catalog, Map<String, TableSource> targets, Consumer<TableDef> resolved) {
        Schema schemas = schemas(catalog, targets, resolved, true);
        return CalciteSchema.createRootSchema(false, false, "", schemas);
    }

    private static Schema schemas(
            Catalog catalog, Map<String, TableSource> targets, Consumer<TableDef> resolved, boolean root) {
        Names<Schema> lookup = new Names<>(
                () -> {
                    List<String> names = new ArrayList<>(catalog.schemas());
                    if (root) {
                        names.add(FILES);
                        names.add(catalog.name());
                    }
                    return names;
                },
                (name, exact) -> {
                    if (name.equals(TARGETS)) {
                        return new Named<>(TARGETS, targets(targets, resolved));
                    }
                    if (catalog.temporarySchema().filter(name::equalsIgnoreCase).isPresent()) {
                        return new Named<>(name, tables(catalog, resolved, name));
                    }
                    String schema = match(catalog.schemas(), name, exact);
                    if (schema != null) {
                        return new Named<>(schema, tables(catalog, resolved, schema));
                    }
                    if (root && name.equals(SeriesForms.SCHEMA)) {
                        return new Named<>(SeriesForms.SCHEMA, series());
                    }
                    if (root && name.equalsIgnoreCase(FILES)) {
                        return new Named<>(FILES, files(catalog, resolved));
                    }
                    if (root && name.equalsIgnoreCase(catalog.name())) {
                        return new Named<>(catalog.name(), schemas(catalog, Map.of(), resolved, false));
                    }
                    return null;
                });
        return new LookupSchema(Lookup.empty(), lookup);
    }

    private static Schema tables(Catalog catalog, Consumer<TableDef> resolved, String schema) {
        return new LookupSchema(
                new Names<>(
                        () -> catalog.tables(schema), (name, exact) -> named(catalog.table(schema, name), resolved)),
                Lookup.empty());
    }

    private static Schema targets(Map<String, TableSource> targets, Consumer<TableDef> resolved) {
        return new LookupSchema(
                new Names<>(List::of, (name, exact) -> {
                    TableSource target = targets.get(name);
                    if (target == null) {
                        return null;
                    }
                    resolved.accept(target.definition());
                    return new Named<>(name, new CatalogTable(target));
                }),
                Lookup.empty());
    }

    /** Tables of numbers by the text that describes them. */
    private static Schema series() {
        return new LookupSchema(
                new Names<>(List::of, (name, exact) -> new Named<>(name, new CatalogTable(SeriesTable.parse(name)))),
                Lookup.empty());
    }

    private static Schema files(Catalog catalog, Consumer<TableDef> resolved) {
        return new LookupSchema(
                new Names<>(List::of, (name, exact) -> {
                    Named<Table> found = named(catalog.files(FileRead.parse(name)), resolved);
                    // planning looks the table up again, by the name that it is given here
                    return found == null ? null : new Named<>(name, found.entity());
                }),
                Lookup.empty());
    }

    private static @Nullable Named<Table> named(Optional<TableSource> source, Consumer<TableDef> resolved) {
        if (source.isEmpty()) {
            return null;
        }
        TableDef definition = source.get().definition();
        resolved.accept(definition);
        Table table = source.get() instanceof ViewSource view ? new CatalogView(view) : new CatalogTable(source.get());
        return new Named<>(definition.name(), table);
    }

    private static @Nullable String match(List<String> names, String name, boolean exact) {
        String similar = null;
        for (String candidate : names) {
            if (candidate.equals(name)) {
                return candidate;
            }
            if (!exact && candidate.equalsIgnoreCase(name)) {
                similar = candidate;
            }
        }
        return similar;
    }

    /** A schema over two look-ups. */
    private static final class LookupSchema extends AbstractSchema {
        private final Lookup<Table> tables;
        private final Lookup<? extends Schema> schemas;

        LookupSchema(Lookup<Table> tables, Lookup<? extends Schema> schemas) {
            this.tables = tables;
            this.schemas = schemas;
        }

        @Override
        public Lookup<Table> tables() {
            return tables;
        }

        @Override
        public Lookup<? extends Schema> subSchemas() {
            return schemas;
        }
    }

    /** A look-up by functions: all names, and the entity of a name (exactly, or whatever the case). */
    private record Names<T>(Supplier<List<String>> names, BiFunction<String, Boolean, @Nullable Named<T>> entity)
            implements Lookup<T> {
        @Override
        public @Nullable T get(String name) {
            return Named.entityOrNull(entity.apply(name, true));
        }

        @Override
        public @Nullable Named<T> getIgnoreCase(String name) {
            return entity.apply(name, false);
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            Set<String> matching = new LinkedHashSet<>(names.get());
            Function<String, Boolean> matches = pattern.matcher()::apply;
            matching.removeIf(name -> !matches.apply(name));
            return matching;
        }
    }
}
