package io.algeon.cuda.fragment;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.resident.ResidentColumns;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scan of whole columns of files in one execution: those that are on the device are taken from there, the others are read by
 * the host, morsel by morsel, and offered to the cache. One thread at a time.
 */
final class ResidentScan {
    private final PlanNode.Scan scan;
    private final ResidentColumns.Use use;
    private final List<FileIdentity> files;
    private final TableScan table;
    private final int morsels;
    /** By output column: its parts by morsel; null if the host reads it. */
    private final List<DeviceColumn @Nullable []> found = new ArrayList<>();

    private ResidentScan(PlanNode.Scan scan, ResidentColumns.Use use, List<FileIdentity> files, TableScan table) {
        this.scan = scan;
        this.use = use;
        this.files = files;
        this.table = table;
        this.morsels = table.morselCount();
    }

    /** What the cache has for an upload; null if nothing can be kept of its rows. */
    static @Nullable ResidentScan of(
            PlanNode.Upload upload,
            ResidentColumns.Use use,
            ExecutionContext execution,
            Function<TableSource, TableSnapshot> snapshots) {
        if (!(upload.input() instanceof PlanNode.Scan scan)
                || !scan.request().predicates().isEmpty()
                || scan.request().limit() >= 0
                || scan.request().columns().isEmpty()) {
            return null;
        }
        TableSnapshot snapshot = snapshots.apply(scan.table());
        List<FileIdentity> files = snapshot.files();
        if (files.isEmpty()) {
            return null;
        }
        ResidentScan resident = new ResidentScan(scan, use, files, snapshot.scan(scan.request(), execution));
        resident.find();
        return resident;
    }

    private void find() {
        boolean textIsMissing = false;
        for (int i = 0; i < scan.output().size(); i++) {
            DeviceColumn @Nullable [] parts = use.find(files, name(i), morsels);
            found.add(parts);
            textIsMissing |= parts == null && isText(scan.output().get(i));
        }
        if (textIsMissing || isPartial() && !use.hasRoomForPortion(wholeMorselBytes())) {
            // Texts may be so long that a morsel comes in portions, to which parts of other columns do not fit.
            found.replaceAll(parts -> null);
        }
    }

    /** Bytes of the largest morsel, roughly: with columns that are on the device it has to come whole. */
    private long wholeMorselBytes() {
        long rows = 0;
        for (int morsel = 0; morsel < morsels; morsel++) {
            rows = Math.max(rows, table.morselRows(morsel));
        }
        long width = scan.output().stream()
                .filter(column -> !isText(column))
                .mapToLong(column -> ValueKind.of(column.type()).bytes())
                .sum();
        return rows * width;
    }

    private static boolean isText(ColumnDef column) {
        try {
            return ValueKind.of(column.type()) == ValueKind.STRING;
        } catch (NotOnDevice other) {
            return true;
        }
    }

    /** The name of the table's column, not of the output's. */
    private String name(int output) {
        return scan.table()
                .definition()
                .columns()
                .get(scan.request().columns().get(output))
                .name();
    }

    int morsels() {
        return morsels;
    }

    /** Whether the host has nothing to read. */
    boolean isComplete() {
        return !found.contains(null);
    }

    /** Whether some columns are on the device and others are not: morsels then must come whole. */
    boolean isPartial() {
        return !isComplete() && found.stream().anyMatch(parts -> parts != null);
    }

    /** What the host has to read: the scan, of the columns that are missing. */
    PlanNode missing() {
        List<Integer> columns = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i) == null) {
                columns.add(scan.request().columns().get(i));
                output.add(scan.output().get(i));
            }
        }
        return columns.size() == found.size()
                ? scan
                : new PlanNode.Scan(
                        scan.table(), new ScanRequest(columns, List.of(), -1), output, scan.estimatedRows());
    }

    /** The rows of a morsel, if the scan is complete. */
    DeviceRelation rows(int morsel) {
        return relation(new DeviceRelation(List.of(), table.morselRows(morsel)), morsel, true);
    }

    /**
     * The rows of a portion that the host has read, with the columns that are on the device.
     *
     * @param portion the columns that were missing; becomes the result's
     * @param whole whether it is all of the morsel, in order
     */
    DeviceRelation relation(DeviceRelation portion, int morsel, boolean whole) {
        List<DeviceColumn> columns = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < found.size(); i++) {
            DeviceColumn[] parts = found.get(i);
            if (parts == null) {
                DeviceColumn uploaded = portion.columns().get(next++);
                if (whole) {
                    use.offer(files, name(i), morsels, morsel, uploaded);
                }
                columns.add(uploaded);
            } else if (whole) {
                columns.add(parts[morsel].retain());
            } else {
                throw new IllegalStateException("A portion of a morsel does not fit what is resident of it.");
            }
        }
        return new DeviceRelation(columns, portion.rows());
    }
}
