/**
 * What a device back end implements to be found: a {@link io.algeon.engine.device.DeviceProvider} through
 * {@code ServiceLoader}. Knows nothing of plans yet. Start there.
 */
@NullMarked
package io.algeon.engine.device;

import org.jspecify.annotations.NullMarked;
