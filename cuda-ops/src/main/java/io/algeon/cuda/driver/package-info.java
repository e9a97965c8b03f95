/**
 * The CUDA driver: found, loaded, called, every result checked. The only package that names JCuda's classes. Everything
 * above it works with addresses, streams and events of its own. Depends on nothing else here. Start with
 * {@link io.algeon.cuda.driver.CudaDriver}, then {@link io.algeon.cuda.driver.CudaContext}.
 */
@NullMarked
package io.algeon.cuda.driver;

import org.jspecify.annotations.NullMarked;
