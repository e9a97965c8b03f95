/**
 * Error codes and the one exception that crosses package borders inside the product.
 * {@code io.algeon.jdbc} turns it into the {@code java.sql} hierarchy, in one place.
 */
@NullMarked
package io.algeon.metadata.error;

import org.jspecify.annotations.NullMarked;
