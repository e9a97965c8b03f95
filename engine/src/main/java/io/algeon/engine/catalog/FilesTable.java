package io.algeon.engine.catalog;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.RowOrigin;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A table of files, which can be had with columns that tell where a row comes from. Such a variant is opened when a statement
 * first wants it, and kept, as plans and statistics belong to a table.
 */
final class FilesTable implements TableSource {
    private final TableSource table;
    private final Predicate<TableSource> current;
    private final Function<Set<String>, TableSource> opener;
    private final Set<String> hidden;
    private final Map<Set<String>, FilesTable> variants = new ConcurrentHashMap<>();

    /**
     * A table without hidden columns.
     *
     * @param current whether an opened table can still be read as it was defined
     * @param opener opens the files with columns of these names, behind the others
     */
    FilesTable(Predicate<TableSource> current, Function<Set<String>, TableSource> opener) {
        this(Set.of(), current, opener);
    }

    private FilesTable(Set<String> hidden, Predicate<TableSource> current, Function<Set<String>, TableSource> opener) {
        this.hidden = hidden;
        this.current = current;
        this.opener = opener;
        this.table = opener.apply(hidden);
    }

    boolean isCurrent() {
        return current.test(table);
    }

    @Override
    public TableSource withHidden(Set<String> wanted) {
        Set<String> present = definition().columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        Set<String> names = new TreeSet<>(wanted);
        names.removeIf(name -> !RowOrigin.NAMES.contains(name) || present.contains(name));
        if (names.contains(RowOrigin.FILE_ROW_NUMBER)) {
            names.remove(RowOrigin.ROW_NUMBER);
        }
        if (names.isEmpty()) {
            return this;
        }
        return variants.compute(
                names,
                (key, known) -> known != null && known.isCurrent() ? known : new FilesTable(key, current, opener));
    }

    @Override
    public boolean isHidden(String column) {
        return hidden.contains(column);
    }

    @Override
    public TableDef definition() {
        return table.definition();
    }

    @Override
    public TableStatistics statistics() {
        return table.statistics();
    }

    @Override
    public OptionalLong count(List<Expr> predicates) {
        return table.count(predicates);
    }

    @Override
    public OptionalDouble distinct(List<Integer> columns) {
        return table.distinct(columns);
    }

    @Override
    public String details() {
        return table.details();
    }

    @Override
    public long version() {
        return table.version();
    }

    @Override
    public TableSnapshot snapshot() {
        return table.snapshot();
    }
}
