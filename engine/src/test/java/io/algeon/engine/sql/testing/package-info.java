/** Catalogs without data, for tests of parsing, validation and planning. */
@NullMarked
package io.algeon.engine.sql.testing;

import org.jspecify.annotations.NullMarked;
