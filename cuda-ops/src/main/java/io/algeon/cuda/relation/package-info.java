/**
 * Relations in device memory: columns of blocks, and what moves rows between them and between host and device. Depends on
 * {@code device}, {@code launch}, {@code memory} and {@code expression}. Start with {@link io.algeon.cuda.relation.DeviceRelation}, then
 * {@link io.algeon.cuda.relation.Workspace}.
 */
@NullMarked
package io.algeon.cuda.relation;

import org.jspecify.annotations.NullMarked;
