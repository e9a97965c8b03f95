package io.algeon.engine.table;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.RowCounting;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableIndex;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A table of one's own. Holds no rows: those are {@link TableData}, of which each transaction sees its own. A table that is
 * altered is another object with the same slot. Thread-safe.
 */
public final class MemoryTable implements TableSource, StoredObject {
    /** Plans are made again when the row count changed by this factor. */
    private static final int ROW_COUNT_FACTOR = 10;

    /** Row counts below are all alike to a plan. */
    private static final long FEW_ROWS = 1000;

    /**
     * What an index is there for.
     *
     * @param name of the constraint or index
     */
    record IndexUse(String name, boolean unique, int[] columns) {}

    private final TableStore store;
    private final int slot;
    private final TableDef definition;
    private final TableDetails details;
    private final List<SqlType> types;
    private final List<IndexUse> indexes = new ArrayList<>();
    private final @Nullable AtomicLong[] sequences;

    private volatile TableData recent;
    private volatile long plannedRows;
    private volatile long version;
    private long statisticsRows;
    private @Nullable TableStatistics statistics;

    /** @param sequences next numbers of the identity columns, null for others */
    MemoryTable(
            TableStore store, int slot, TableDef definition, TableDetails details, @Nullable AtomicLong[] sequences) {
        this.store = store;
        this.slot = slot;
        this.definition = definition;
        this.details = details;
        this.sequences = sequences;
        this.types = definition.columns().stream().map(ColumnDef::type).toList();
        for (TableConstraint constraint : details.constraints()) {
            if (constraint instanceof TableConstraint.Key key) {
                indexes.add(new IndexUse(key.name(), true, positions(key.columns())));
            } else if (constraint instanceof TableConstraint.ForeignKey reference) {
                indexes.add(new IndexUse(reference.name(), false, positions(reference.columns())));
            }
        }
        for (TableIndex index : details.indexes()) {
            indexes.add(new IndexUse(index.name(), index.unique(), positions(index.columns())));
        }
        this.recent = TableData.empty(types, List.of());
    }

    static @Nullable AtomicLong[] newSequences(TableDetails details) {
        @Nullable AtomicLong[] made = new @Nullable AtomicLong[details.columns().size()];
        for (int i = 0; i < made.length; i++) {
            ColumnDetails.Identity identity = details.columns().get(i).identity();
            made[i] = identity == null ? null : new AtomicLong(identity.start());
        }
        return made;
    }

    private static int[] positions(List<Integer> columns) {
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }

    public TableStore store() {
        return store;
    }

    int slot() {
        return slot;
    }

    List<SqlType> types() {
        return types;
    }

    /** What the indexes of the table's data are there for, in their order. */
    List<IndexUse> indexUses() {
        return indexes;
    }

    /** Indexes of the table. */
    public int keyCount() {
        return indexes.size();
    }

    /** Columns of an index that leads to one row at most; none for others. */
    public int[] keyColumns(int index) {
        IndexUse use = indexes.get(index);
        return use.unique() ? use.columns().clone() : new int[0];
    }

    List<KeyIndex> newIndexes() {
        return indexes.stream()
                .map(use -> new KeyIndex(use.columns(), use.unique()))
                .toList();
    }

    /** Next numbers of the identity columns, null for others. */
    @Nullable
    AtomicLong[] sequences() {
        return sequences;
    }

    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableDetails tableDetails() {
        return details;
    }

    /** Notes a state for later planning; rows of transactions that nobody else sees yet count too. */
    void note(TableData data) {
        recent = data;
        long rows = data.liveRows();
        long planned = plannedRows;
        if (Math.max(rows, FEW_ROWS) / ROW_COUNT_FACTOR >= Math.max(FEW_ROWS, planned)
                || Math.max(planned, FEW_ROWS) / ROW_COUNT_FACTOR >= Math.max(FEW_ROWS, rows)) {
            synchronized (this) {
                plannedRows = rows;
                version++;
            }
        }
    }

    @Override
    public TableStatistics statistics() {
        TableData data = recent;
        synchronized (this) {
            TableStatistics known = statistics;
            if (known != null && Math.abs(statisticsRows - data.liveRows()) * 8 < statisticsRows) {
                return known;
            }
            TableStatistics made = DataStatistics.of(data);
            statistics = made;
            statisticsRows = data.liveRows();
            return made;
        }
    }

    @Override
    public OptionalLong count(List<Expr> predicates) {
        return RowCounting.count(snapshot(recent), predicates);
    }

    @Override
    public OptionalDouble distinct(List<Integer> columns) {
        return DataStatistics.distinct(recent, columns);
    }

    @Override
    public long version() {
        return version;
    }

    /** The committed state; sessions bind what their transaction sees. */
    @Override
    public TableSnapshot snapshot() {
        return snapshot(store.state().data(this));
    }

    TableSnapshot snapshot(TableData data) {
        return new MemorySnapshot(data);
    }

    /** This table with one more column at the end, {@value NumberedTable#ROW_NUMBER}, for statements that change rows. */
    public TableSource numbered() {
        return new NumberedTable(this);
    }
}
