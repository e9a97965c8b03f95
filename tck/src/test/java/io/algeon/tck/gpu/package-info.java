/**
 * The GPU path over {@code java.sql}: each class runs against two emulated devices, in processes of their own (see the module's
 * pom). Start with {@link io.algeon.tck.gpu.GpuTpchTest}.
 */
@NullMarked
package io.algeon.tck.gpu;

import org.jspecify.annotations.NullMarked;
