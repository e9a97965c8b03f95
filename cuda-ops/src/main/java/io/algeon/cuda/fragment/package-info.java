/**
 * Parts of plans on the device: cut into feeds, which move relations through steps into collectors. Depends on {@code operator},
 * {@code relation} and the engine's device SPI. Start with {@link io.algeon.cuda.fragment.FragmentCompiler}.
 */
@NullMarked
package io.algeon.cuda.fragment;

import org.jspecify.annotations.NullMarked;
