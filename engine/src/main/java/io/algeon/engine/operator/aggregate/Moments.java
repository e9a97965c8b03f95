package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one or two numeric arguments from counts, means and sums of products of deviations, which stay accurate where
 * sums of squares cancel. Rows are added by Welford's method, states put together by that of Chan, Golub and LeVeque
 * ("Updating formulae and a pairwise algorithm for computing sample variances", 1979). With two arguments, y is the first
 * and x the second, and rows with a NULL in either are left out.
 */
final class Moments extends Accumulator {
    private final String function;
    private final SqlType type;
    private final SqlType[] argumentTypes;
    private final double[] yValues = new double[Batch.ROWS];
    private final double[] xValues = new double[Batch.ROWS];

    private double[] counts = {};
    private double[] yMeans = {};
    private double[] xMeans = {};
    private double[] yy = {};
    private double[] xx = {};
    private double[] xy = {};

    Moments(String function, SqlType type, SqlType[] argumentTypes, Reservation reservation) {
        super(reservation);
        this.function = function;
        this.type = type;
        this.argumentTypes = argumentTypes;
    }

    @Override
    int bytesPerGroup() {
        return 48;
    }

    @Override
    void resize(int newCapacity) {
        counts = Arrays.copyOf(counts, newCapacity);
        yMeans = Arrays.copyOf(yMeans, newCapacity);
        xMeans = Arrays.copyOf(xMeans, newCapacity);
        yy = Arrays.copyOf(yy, newCapacity);
        xx = Arrays.copyOf(xx, newCapacity);
        xy = Arrays.copyOf(xy, newCapacity);
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        int count = rows.count();
        int[] groups = rows.groups();
        ColumnVector y = arguments[0];
        ColumnVector x = arguments[arguments.length - 1];
        Numbers.read(y, argumentTypes[0], count, yValues);
        Numbers.read(x, argumentTypes[arguments.length - 1], count, xValues);
        for (int i = 0; i < count; i++) {
            if (y.isNull(i) || x.isNull(i)) {
                continue;
            }
            int group = groups[i];
            double n = ++counts[group];
            double yDelta = yValues[i] - yMeans[group];
            double xDelta = xValues[i] - xMeans[group];
            yMeans[group] += yDelta / n;
            xMeans[group] += xDelta / n;
            double xRest = xValues[i] - xMeans[group];
            yy[group] += yDelta * (yValues[i] - yMeans[group]);
            xx[group] += xDelta * xRest;
            xy[group] += yDelta * xRest;
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        Moments from = (Moments) other;
        for (int i = 0; i < count; i++) {
            int source = otherGroups[i];
            int target = groups[i];
            double added = from.counts[source];
            double n = counts[target] + added;
            if (added == 0) {
                continue;
            }
            double yDelta = from.yMeans[source] - yMeans[target];
            double xDelta = from.xMeans[source] - xMeans[target];
            double weight = counts[target] * added / n;
            yy[target] += from.yy[source] + yDelta * yDelta * weight;
            xx[target] += from.xx[source] + xDelta * xDelta * weight;
            xy[target] += from.xy[source] + yDelta * xDelta * weight;
            yMeans[target] += yDelta * added / n;
            xMeans[target] += xDelta * added / n;
            counts[target] = n;
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse == null ? Vectors.create(type, Batch.ROWS) : reuse;
        target.setNoNulls();
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            if (function.equals("regr_count")) {
                ((LongVector) target).values()[i] = (long) counts[group];
            } else if (isDefined(group)) {
                Numbers.write(target, i, value(group));
            } else {
                target.setNull(i, count);
            }
        }
        return target;
    }

    private boolean isDefined(int group) {
        double n = counts[group];
        return switch (function) {
            case "stddev_samp", "stddev", "var_samp", "variance", "covar_samp" -> n > 1;
            case "corr" -> n > 0 && xx[group] != 0 && yy[group] != 0;
            case "regr_slope", "regr_intercept", "regr_r2" -> n > 0 && xx[group] != 0;
            default -> n > 0;
        };
    }

    private double value(int group) {
        double n = counts[group];
        return switch (function) {
            case "stddev_pop" -> Math.sqrt(yy[group] / n);
            case "stddev_samp", "stddev" -> Math.sqrt(yy[group] / (n - 1));
            case "var_pop" -> yy[group] / n;
            case "var_samp", "variance" -> yy[group] / (n - 1);
            case "covar_pop" -> xy[group] / n;
            case "covar_samp" -> xy[group] / (n - 1);
            case "corr" -> xy[group] / Math.sqrt(xx[group] * yy[group]);
            case "regr_slope" -> xy[group] / xx[group];
            case "regr_intercept" -> yMeans[group] - xy[group] / xx[group] * xMeans[group];
            case "regr_r2" -> yy[group] == 0 ? 1 : xy[group] * xy[group] / (xx[group] * yy[group]);
            case "regr_avgx" -> xMeans[group];
            case "regr_avgy" -> yMeans[group];
            case "regr_sxx" -> xx[group];
            case "regr_syy" -> yy[group];
            case "regr_sxy" -> xy[group];
            default -> throw new IllegalStateException(function);
        };
    }
}
