// Variances, covariances and lines of least squares: sums in a first pass over the rows, sums of products of differences from the
// means in a second one. Doubles as they come: no overflow is an error.
#include "../common/types.cuh"
#include "numbers.cuh"

// The numbers are those of io.algeon.cuda.operator.Moments.
enum Moment {
  MOMENT_VAR_POP = 0, MOMENT_VAR_SAMP, MOMENT_STDDEV_POP, MOMENT_STDDEV_SAMP, MOMENT_COVAR_POP, MOMENT_COVAR_SAMP, MOMENT_CORR,
  MOMENT_REGR_SLOPE, MOMENT_REGR_INTERCEPT, MOMENT_REGR_R2, MOMENT_REGR_AVGX, MOMENT_REGR_AVGY, MOMENT_REGR_SXX, MOMENT_REGR_SYY,
  MOMENT_REGR_SXY
};

namespace {

constexpr int SHARED_GROUPS = 256;  // groups that a block adds up by itself
constexpr int SUMS = 3;

}  // namespace

// Adds to three sums a group, each `groups` long: the number of pairs, y and x in the first pass (means absent), else the squares of
// their differences from the means (of y, then of x) and the product of both. Rows without y or x take no part.
GPU_KERNEL(moments_update_kernel, 256, const Column* __restrict__ pair, int yScale, int xScale, const u8* __restrict__ taking,
           const int* __restrict__ groupOf, i64 count, i64 groups, const double* __restrict__ means, double* sums) {
  GPU_SHARED(double, own, SHARED_GROUPS * SUMS);
  bool shared = groups <= SHARED_GROUPS;
  if (shared) {
    for (int i = threadIdx.x; i < (int)groups * SUMS; i += blockDim.x) own[i] = 0;
    __syncthreads();  // the sums of the block are 0
  }
  double* target = shared ? own : sums;
  FOR_EACH_ROW(i, count) {
    if (taking && !taking[i]) continue;
    i128 a, b;
    if (!load(pair[0], i, &a) || !load(pair[1], i, &b)) continue;
    i64 g = groupOf ? groupOf[i] : 0;
    double y = numberOf(pair[0].kind, a, yScale), x = numberOf(pair[1].kind, b, xScale);
    if (means) {
      y -= means[g];
      x -= means[groups + g];
      atomicAdd(&target[g], y * y);
      atomicAdd(&target[groups + g], x * x);
      atomicAdd(&target[2 * groups + g], y * x);
    } else {
      atomicAdd(&target[g], 1.0);
      atomicAdd(&target[groups + g], y);
      atomicAdd(&target[2 * groups + g], x);
    }
  }
  if (shared) {
    __syncthreads();  // the block has added up all of its rows
    for (int i = threadIdx.x; i < (int)groups * SUMS; i += blockDim.x)
      if (own[i] != 0) atomicAdd(&sums[i], own[i]);
  }
}

// Means of y, then of x, from the sums of the first pass.
GPU_KERNEL(moments_means_kernel, 256, const double* __restrict__ sums, i64 groups, double* means) {
  FOR_EACH_ROW(g, groups) {
    double n = sums[g];
    means[g] = n == 0 ? 0 : sums[groups + g] / n;
    means[groups + g] = n == 0 ? 0 : sums[2 * groups + g] / n;
  }
}

// Results and whether there are any.
GPU_KERNEL(moments_finish_kernel, 256, int moment, const double* __restrict__ sums, const double* __restrict__ means,
           const double* __restrict__ products, i64 groups, double* results, u8* valid) {
  FOR_EACH_ROW(g, groups) {
    double n = sums[g], yMean = means[g], xMean = means[groups + g];
    double yy = products[g], xx = products[groups + g], xy = products[2 * groups + g];
    bool defined = n > 0;
    double r = 0;
    switch (moment) {
      case MOMENT_VAR_POP: r = yy / n; break;
      case MOMENT_VAR_SAMP: r = yy / (n - 1); defined = n > 1; break;
      case MOMENT_STDDEV_POP: r = sqrt(yy / n); break;
      case MOMENT_STDDEV_SAMP: r = sqrt(yy / (n - 1)); defined = n > 1; break;
      case MOMENT_COVAR_POP: r = xy / n; break;
      case MOMENT_COVAR_SAMP: r = xy / (n - 1); defined = n > 1; break;
      case MOMENT_CORR: r = xy / sqrt(xx * yy); defined = n > 0 && xx != 0 && yy != 0; break;
      case MOMENT_REGR_SLOPE: r = xy / xx; defined = n > 0 && xx != 0; break;
      case MOMENT_REGR_INTERCEPT: r = yMean - xy / xx * xMean; defined = n > 0 && xx != 0; break;
      case MOMENT_REGR_R2: r = yy == 0 ? 1 : xy * xy / (xx * yy); defined = n > 0 && xx != 0; break;
      case MOMENT_REGR_AVGX: r = xMean; break;
      case MOMENT_REGR_AVGY: r = yMean; break;
      case MOMENT_REGR_SXX: r = xx; break;
      case MOMENT_REGR_SYY: r = yy; break;
      default: r = xy;
    }
    results[g] = defined ? r : 0;
    valid[g] = defined;
  }
}
