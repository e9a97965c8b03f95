package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Variances, covariances, correlation and lines of least squares, in two passes over the rows: means first, then differences from them,
 * so that large numbers with small differences lose nothing. See {@code aggregate/moments_kernels.cu}.
 */
final class Moments {
    /** Numbers of {@code Moment} in the kernels. */
    private static final Map<String, Integer> FUNCTIONS = Map.ofEntries(
            Map.entry("var_pop", 0),
            Map.entry("var_samp", 1),
            Map.entry("variance", 1),
            Map.entry("stddev_pop", 2),
            Map.entry("stddev_samp", 3),
            Map.entry("stddev", 3),
            Map.entry("covar_pop", 4),
            Map.entry("covar_samp", 5),
            Map.entry("corr", 6),
            Map.entry("regr_slope", 7),
            Map.entry("regr_intercept", 8),
            Map.entry("regr_r2", 9),
            Map.entry("regr_avgx", 10),
            Map.entry("regr_avgy", 11),
            Map.entry("regr_sxx", 12),
            Map.entry("regr_syy", 13),
            Map.entry("regr_sxy", 14));

    private static final int SUMS = 3;

    private Moments() {}

    static boolean isFor(String function) {
        return FUNCTIONS.containsKey(function);
    }

    /** @throws NotOnDevice if the call cannot be computed */
    static void require(AggregateCall call, List<SqlType> inputTypes) {
        for (int argument : call.arguments()) {
            if (!inputTypes.get(argument).kind().isNumeric()) {
                throw new NotOnDevice("the aggregate " + call.function() + " of " + inputTypes.get(argument));
            }
        }
        if (call.type().kind() != TypeKind.DOUBLE) {
            throw new NotOnDevice("the aggregate " + call.function() + " as " + call.type());
        }
    }

    /** The result of each group. */
    static DeviceColumn compute(
            AggregateCall call,
            List<SqlType> inputTypes,
            DeviceRelation input,
            Groups groups,
            @Nullable Block taking,
            Workspace workspace) {
        int y = call.arguments().get(0);
        int x = call.arguments().get(call.arguments().size() - 1);
        long count = groups.count();
        Pass pass = new Pass(
                List.of(input.columns().get(y), input.columns().get(x)),
                inputTypes.get(y).scale(),
                inputTypes.get(x).scale(),
                input.rows(),
                groups,
                taking,
                workspace);
        Block sums = pass.run(null);
        Block means = workspace.allocate(2 * Double.BYTES * count);
        workspace.launch(
                KernelName.MOMENTS_MEANS,
                count,
                a -> a.address(sums.address()).int64(count).address(means.address()));
        Block products = pass.run(means);
        Block results = workspace.allocate(Double.BYTES * count);
        Block valid = workspace.allocate(count);
        int function = FUNCTIONS.getOrDefault(call.function(), -1);
        workspace.launch(
                KernelName.MOMENTS_FINISH,
                count,
                a -> a.int32(function)
                        .address(sums.address())
                        .address(means.address())
                        .address(products.address())
                        .int64(count)
                        .address(results.address())
                        .address(valid.address()));
        sums.release();
        means.release();
        products.release();
        return DeviceColumn.dense(ValueKind.F64, count, results, valid);
    }

    private record Pass(
            List<DeviceColumn> pair,
            int yScale,
            int xScale,
            long rows,
            Groups groups,
            @Nullable Block taking,
            Workspace workspace) {
        Block run(@Nullable Block means) {
            long count = groups.count();
            long bytes = SUMS * Double.BYTES * count;
            Block sums = workspace.allocate(bytes);
            workspace.stream().fill(sums.address(), (byte) 0, Math.max(1, bytes));
            long columns = workspace.columns(pair);
            Block groupOf = groups.groupOf();
            Block flags = taking;
            workspace.launch(
                    KernelName.MOMENTS_UPDATE,
                    rows,
                    a -> a.address(columns)
                            .int32(yScale)
                            .int32(xScale)
                            .address(flags == null ? 0 : flags.address())
                            .address(groupOf == null ? 0 : groupOf.address())
                            .int64(rows)
                            .int64(count)
                            .address(means == null ? 0 : means.address())
                            .address(sums.address()));
            return sums;
        }
    }
}
