package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over the rows of each group in an order: STRING_AGG, PERCENTILE_CONT and _DISC, MEDIAN, MODE. Rows with a value are sorted by
 * group and order, then every group looks at its part of them. See {@code aggregate/ordered_kernels.cu}.
 */
final class OrderedAggregate {
    private static final Set<String> FUNCTIONS =
            Set.of("string_agg", "listagg", "percentile_cont", "percentile_disc", "median", "mode");

    private final AggregateCall call;
    private final List<SqlType> inputTypes;
    private final DeviceRelation input;
    private final Groups groups;
    private final Operators operators;
    private final Workspace workspace;
    private final int valueColumn;

    private OrderedAggregate(
            AggregateCall call, List<SqlType> inputTypes, DeviceRelation input, Groups groups, Operators operators) {
        this.call = call;
        this.inputTypes = inputTypes;
        this.input = input;
        this.groups = groups;
        this.operators = operators;
        this.workspace = operators.workspace();
        this.valueColumn = valueColumn(call);
    }

    static boolean isFor(String function) {
        return FUNCTIONS.contains(function);
    }

    private static boolean isText(String function) {
        return function.equals("string_agg") || function.equals("listagg");
    }

    private static boolean isPercentile(String function) {
        return function.startsWith("percentile");
    }

    /** A percentile's fraction comes before its value; WITHIN GROUP, the value is what rows are ordered by. */
    private static int valueColumn(AggregateCall call) {
        if (!isPercentile(call.function())) {
            return call.arguments().get(0);
        }
        return call.order().isEmpty()
                ? call.arguments().get(1)
                : call.order().get(0).column();
    }

    /** @throws NotOnDevice if the call cannot be computed */
    static void require(AggregateCall call, List<SqlType> inputTypes) {
        String function = call.function();
        SqlType value = inputTypes.get(valueColumn(call));
        NotOnDevice unsupported = new NotOnDevice("the aggregate " + function + " of " + value);
        ValueKind.of(value);
        call.order().forEach(key -> ValueKind.of(inputTypes.get(key.column())));
        if (isText(function)) {
            for (int argument : call.arguments()) {
                if (ValueKind.of(inputTypes.get(argument)) != ValueKind.STRING) {
                    throw unsupported;
                }
            }
        } else if (isPercentile(function)) {
            if (call.distinct()
                    || !inputTypes.get(call.arguments().get(0)).kind().isNumeric()) {
                throw unsupported;
            }
        } else if (function.equals("mode")
                && !call.order().isEmpty()
                && call.order().get(0).column() != valueColumn(call)) {
            throw new NotOnDevice("the aggregate mode in another order than that of its values");
        }
        if ((function.equals("median") || function.equals("percentile_cont"))
                && (!value.kind().isNumeric() || call.type().kind() != TypeKind.DOUBLE)) {
            throw unsupported;
        }
    }

    /** The result of each group. */
    static DeviceColumn compute(
            AggregateCall call,
            List<SqlType> inputTypes,
            DeviceRelation input,
            Groups groups,
            @Nullable Block taking,
            Operators operators) {
        return new OrderedAggregate(call, inputTypes, input, groups, operators).compute(taking);
    }

    private DeviceColumn compute(@Nullable Block taking) {
        RowMaps.Selection present = present(taking);
        long count = present.count();
        Block rows = sorted(present);
        Block starts = starts(rows, count);
        DeviceColumn result = switch (call.function()) {
            case "median", "percentile_cont" -> interpolated(rows, starts);
            case "percentile_disc" -> picked(chosen(rows, starts));
            case "mode" -> picked(mostFrequent(rows, count));
            default -> texts(rows, starts, count);
        };
        rows.release();
        starts.release();
        return result;
    }

    private DeviceColumn value() {
        return input.columns().get(valueColumn);
    }

    private static long address(@Nullable Block block) {
        return block == null ? 0 : block.address();
    }

    private RowMaps.Selection present(@Nullable Block taking) {
        Block flags = workspace.allocate(input.rows());
        long values = workspace.columns(List.of(value()));
        workspace.launch(
                KernelName.ORDERED_PRESENT,
                input.rows(),
                a -> a.address(values)
                        .address(address(taking))
                        .int64(input.rows())
                        .address(flags.address()));
        RowMaps.Selection present = operators.maps().select(flags, input.rows(), null);
        flags.release();
        return present;
    }

    /** The rows by group and order; takes them. */
    private Block sorted(RowMaps.Selection present) {
        List<DeviceColumn> columns = new ArrayList<>();
        List<SortKey> keys = new ArrayList<>();
        Block groupOf = groups.groupOf();
        if (groupOf != null) {
            keys.add(new SortKey(0, false, false));
            columns.add(DeviceColumn.dense(ValueKind.I32, input.rows(), groupOf, null));
        }
        List<SortKey> order = call.order();
        if (order.isEmpty() && !isText(call.function())) {
            order = List.of(new SortKey(valueColumn, false, false));
        }
        for (SortKey key : order) {
            keys.add(new SortKey(columns.size(), key.descending(), key.nullsFirst()));
            columns.add(input.columns().get(key.column()));
        }
        return RadixSort.order(keys, new DeviceRelation(columns, input.rows()), present, operators);
    }

    private Block starts(Block rows, long count) {
        Block counts = workspace.allocate(4 * groups.count());
        workspace.stream().fill(counts.address(), (byte) 0, Math.max(1, 4 * groups.count()));
        workspace.launch(
                KernelName.ORDERED_COUNT,
                count,
                a -> a.address(rows.address())
                        .address(address(groups.groupOf()))
                        .int64(count)
                        .address(counts.address()));
        Block starts = operators.maps().offsets(counts, groups.count()).offsets();
        counts.release();
        return starts;
    }

    private DeviceColumn interpolated(Block rows, Block starts) {
        long count = groups.count();
        Block results = workspace.allocate(Double.BYTES * count);
        Block valid = workspace.allocate(count);
        long values = workspace.columns(List.of(value()));
        boolean median = call.function().equals("median");
        int fraction = call.arguments().get(0);
        long fractions = median ? 0 : workspace.columns(List.of(input.columns().get(fraction)));
        int fractionScale = inputTypes.get(fraction).scale();
        workspace.launch(
                KernelName.ORDERED_INTERPOLATE,
                count,
                a -> a.address(values)
                        .int32(inputTypes.get(valueColumn).scale())
                        .address(fractions)
                        .int32(fractionScale)
                        .address(rows.address())
                        .address(starts.address())
                        .int64(count)
                        .address(results.address())
                        .address(valid.address()));
        return DeviceColumn.dense(ValueKind.F64, count, results, valid);
    }

    private Block chosen(Block rows, Block starts) {
        long count = groups.count();
        Block chosen = workspace.allocate(4 * count);
        int fraction = call.arguments().get(0);
        long fractions = workspace.columns(List.of(input.columns().get(fraction)));
        workspace.launch(
                KernelName.ORDERED_CHOOSE,
                count,
                a -> a.address(fractions)
                        .int32(inputTypes.get(fraction).scale())
                        .address(rows.address())
                        .address(starts.address())
                        .int64(count)
                        .address(chosen.address()));
        return chosen;
    }

    private Block mostFrequent(Block rows, long count) {
        Block groupOf = groups.groupOf();
        Block begins = workspace.allocate(count);
        long values = workspace.columns(List.of(value()));
        workspace.launch(
                KernelName.ORDERED_RUNS,
                count,
                a -> a.address(values)
                        .address(rows.address())
                        .address(address(groupOf))
                        .int64(count)
                        .address(begins.address()));
        RowMaps.Selection runs = operators.maps().select(begins, count, null);
        begins.release();
        Block best = workspace.allocate(8 * groups.count());
        workspace.stream().fill(best.address(), (byte) 0, Math.max(1, 8 * groups.count()));
        workspace.launch(
                KernelName.ORDERED_LONGEST,
                runs.count(),
                a -> a.address(runs.rows().address())
                        .int64(runs.count())
                        .address(rows.address())
                        .address(address(groupOf))
                        .int64(count)
                        .address(best.address()));
        runs.rows().release();
        Block chosen = workspace.allocate(4 * groups.count());
        workspace.launch(
                KernelName.ORDERED_BEST,
                groups.count(),
                a -> a.address(best.address())
                        .address(rows.address())
                        .int64(groups.count())
                        .address(chosen.address()));
        best.release();
        return chosen;
    }

    /** The values of rows, which it takes; -1 for none. */
    private DeviceColumn picked(Block rows) {
        DeviceColumn picked =
                operators.maps().pick(List.of(value()), rows, groups.count()).get(0);
        rows.release();
        return picked;
    }

    private DeviceColumn texts(Block rows, Block starts, long count) {
        long groupCount = groups.count();
        boolean separated = call.arguments().size() > 1;
        List<DeviceColumn> columns = separated
                ? List.of(value(), input.columns().get(call.arguments().get(1)))
                : List.of(value());
        Block lengths = workspace.allocate(4 * count);
        long values = workspace.columns(columns);
        workspace.launch(
                KernelName.ORDERED_LENGTHS,
                count,
                a -> a.address(values)
                        .address(separated ? values + DeviceColumn.BYTES : 0)
                        .address(rows.address())
                        .address(address(groups.groupOf()))
                        .address(starts.address())
                        .int64(count)
                        .address(lengths.address()));
        RowMaps.Offsets offsets = operators.maps().offsets(lengths, count);
        lengths.release();
        Block bytes = workspace.allocate(offsets.total());
        long again = workspace.columns(columns);
        workspace.launch(
                KernelName.ORDERED_WRITE,
                count,
                a -> a.address(again)
                        .address(separated ? again + DeviceColumn.BYTES : 0)
                        .address(rows.address())
                        .address(address(groups.groupOf()))
                        .address(starts.address())
                        .int64(count)
                        .address(offsets.offsets().address())
                        .address(bytes.address()));
        Block views = workspace.allocate((long) ValueKind.STRING.bytes() * groupCount);
        Block valid = workspace.allocate(groupCount);
        workspace.launch(
                KernelName.ORDERED_VIEWS,
                groupCount,
                a -> a.address(starts.address())
                        .address(offsets.offsets().address())
                        .address(bytes.address())
                        .int64(groupCount)
                        .address(views.address())
                        .address(valid.address()));
        offsets.offsets().release();
        return new DeviceColumn(ValueKind.STRING, groupCount, views, valid, null, List.of(bytes));
    }
}
