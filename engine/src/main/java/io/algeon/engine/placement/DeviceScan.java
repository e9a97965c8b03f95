package io.algeon.engine.placement;

import io.algeon.engine.device.Device;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.scalar.ExprColumns;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A scan for a device: the host reads and decodes whole columns, the device applies the predicates. So the columns can stay in
 * device memory for the next query.
 */
final class DeviceScan {
    private DeviceScan() {}

    /** Predicates that the device cannot apply stay with the scan. */
    static PlanNode of(PlanNode.Scan scan, Device device) {
        List<Expr> onDevice = new ArrayList<>();
        List<Expr> onHost = new ArrayList<>();
        for (Expr predicate : scan.request().predicates()) {
            boolean supported = objection(scan, predicate, device) == null;
            (supported ? onDevice : onHost).add(predicate);
        }
        if (onDevice.isEmpty()) {
            return new PlanNode.Upload(scan);
        }
        TreeSet<Integer> read = new TreeSet<>();
        onDevice.forEach(predicate -> ExprColumns.collect(predicate, read));
        List<Integer> columns = new ArrayList<>(scan.request().columns());
        List<ColumnDef> output = new ArrayList<>(scan.output());
        for (int column : read) {
            if (!columns.contains(column)) {
                columns.add(column);
                output.add(scan.table().definition().columns().get(column));
            }
        }
        double rows = onHost.isEmpty() ? scan.table().statistics().rowCount() : scan.estimatedRows();
        PlanNode whole = new PlanNode.Upload(
                new PlanNode.Scan(scan.table(), new ScanRequest(columns, onHost, -1), output, rows));
        List<Expr> conditions = onDevice.stream()
                .map(predicate -> ExprColumns.renumber(predicate, columns::indexOf))
                .toList();
        Expr condition = conditions.size() == 1 ? conditions.get(0) : new Expr.And(conditions, SqlTypes.BOOLEAN);
        PlanNode filter = new PlanNode.Filter(whole, condition, scan.estimatedRows());
        if (output.size() == scan.output().size()) {
            return filter;
        }
        List<Expr> kept = new ArrayList<>();
        for (int i = 0; i < scan.output().size(); i++) {
            kept.add(new Expr.InputRef(i, scan.output().get(i).type()));
        }
        return new PlanNode.Project(filter, kept, scan.output());
    }

    /** Why the device cannot apply a predicate; null if it can. */
    static @org.jspecify.annotations.Nullable String objection(PlanNode.Scan scan, Expr predicate, Device device) {
        List<ColumnDef> columns = scan.table().definition().columns();
        TreeSet<Integer> read = new TreeSet<>();
        ExprColumns.collect(predicate, read);
        List<Integer> order = List.copyOf(read);
        PlanNode input =
                new PlanNode.Values(List.of(), order.stream().map(columns::get).toList());
        return device.objection(new PlanNode.Filter(input, ExprColumns.renumber(predicate, order::indexOf), 0))
                .orElse(null);
    }
}
