/**
 * Translates PTX text to C++ for the emulated device, so that tests run the very text that ships. Reads what nvcc writes for
 * the kernels; anything else is refused by name, never skipped. Start with {@link io.algeon.cuda.emulator.ptx.PtxTranslator}.
 */
@NullMarked
package io.algeon.cuda.emulator.ptx;

import org.jspecify.annotations.NullMarked;
