package io.algeon.engine.parquet;

import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.RowCounting;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What planning knows of the files of a table at one moment; found out when it is first asked for, then kept. Thread-safe. */
final class FileEstimates {
    /** Answers of each kind that are kept. */
    private static final int MOST_ANSWERS = 256;

    private final List<ColumnDef> columns;
    private final List<ScanFile> files;
    private final TableSample sample;
    private final Map<List<Expr>, OptionalLong> counts = new HashMap<>();
    private final Map<List<Integer>, OptionalDouble> distinct = new HashMap<>();
    private @Nullable FooterStatistics footers;

    FileEstimates(List<ColumnDef> columns, List<ScanFile> files) {
        this.columns = columns;
        this.files = files;
        this.sample = new TableSample(columns, files);
    }

    TableStatistics statistics() {
        return footers().statistics();
    }

    private synchronized FooterStatistics footers() {
        FooterStatistics known = footers;
        if (known == null) {
            known = FooterStatistics.of(columns, files);
            footers = known;
        }
        return known;
    }

    /** Rows for which predicates are true, see {@link RowCounting#count}. */
    synchronized OptionalLong count(TableSnapshot snapshot, List<Expr> predicates) {
        OptionalLong known = counts.get(predicates);
        if (known == null) {
            known = RowCounting.count(snapshot, predicates);
            keep(counts, predicates, known);
        }
        return known;
    }

    /** Distinct values of a column, or combinations of values of columns. */
    synchronized OptionalDouble distinct(List<Integer> wanted, HostCache cache) {
        OptionalDouble known = distinct.get(wanted);
        if (known == null) {
            known = wanted.size() == 1 ? ofColumn(wanted.get(0), cache) : sample.distinct(wanted, cache);
            keep(distinct, List.copyOf(wanted), known);
        }
        return known;
    }

    private OptionalDouble ofColumn(int column, HostCache cache) {
        OptionalLong most = statistics().columns().get(column).distinctCount();
        OptionalDouble sampled =
                footers().unclear().get(column) ? sample.distinct(column, cache) : OptionalDouble.empty();
        if (most.isEmpty()) {
            return sampled;
        }
        return OptionalDouble.of(Math.min(most.getAsLong(), sampled.orElse(most.getAsLong())));
    }

    private static <K, V> void keep(Map<K, V> answers, K question, V answer) {
        if (answers.size() == MOST_ANSWERS) {
            answers.clear();
        }
        answers.put(question, answer);
    }
}
