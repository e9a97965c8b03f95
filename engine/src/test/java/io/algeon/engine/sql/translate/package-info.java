/** Tests of the translation of row expressions. */
@NullMarked
package io.algeon.engine.sql.translate;

import org.jspecify.annotations.NullMarked;
