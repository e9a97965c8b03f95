/**
 * Who may run: slots for large queries, a bounded queue before them, refusals that say how long the wait would be. Knows
 * nothing of plans. Start with {@link io.algeon.engine.admission.AdmissionController}.
 */
@NullMarked
package io.algeon.engine.admission;

import org.jspecify.annotations.NullMarked;
