/**
 * Where the nodes of a plan run, and why. Depends on {@code plan} and {@code device}. Start with
 * {@link io.algeon.engine.placement.PlacementPass}.
 */
@NullMarked
package io.algeon.engine.placement;

import org.jspecify.annotations.NullMarked;
