/**
 * What a device back end implements to be found: a {@link io.algeon.engine.device.DeviceProvider} through
 * {@code ServiceLoader}, the {@link io.algeon.engine.device.Device} that it offers, and the fragments of plans that run there.
 * Depends on {@code plan} and {@code exec}. Start there.
 */
@NullMarked
package io.algeon.engine.device;

import org.jspecify.annotations.NullMarked;
