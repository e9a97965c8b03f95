/**
 * The emulated device: builds the driver library of {@code src/test/emulator} and controls it from tests. Start with
 * {@link io.algeon.cuda.emulator.EmulatorBuild} and {@link io.algeon.cuda.emulator.Emulator}.
 */
@NullMarked
package io.algeon.cuda.emulator;

import org.jspecify.annotations.NullMarked;
