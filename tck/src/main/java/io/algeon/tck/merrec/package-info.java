/**
 * A workload like that of the MerRec data set (events of a marketplace), on generated tables of the same shape: what its users
 * do with graphs, as SQL files, and the same with the libraries that they would take otherwise. Start with
 * {@link io.algeon.tck.merrec.MerrecBench}.
 */
@NullMarked
package io.algeon.tck.merrec;

import org.jspecify.annotations.NullMarked;
