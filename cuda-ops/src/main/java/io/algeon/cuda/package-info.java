/** What the engine finds of this module, through {@code ServiceLoader}: {@link io.algeon.cuda.CudaDeviceProvider}. */
@NullMarked
package io.algeon.cuda;

import org.jspecify.annotations.NullMarked;
