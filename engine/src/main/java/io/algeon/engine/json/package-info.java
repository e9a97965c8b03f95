/**
 * Reads JSON files: values one a line, one after the other, or in one array. {@link io.algeon.engine.json.JsonShape} guesses
 * the types of keys, {@link io.algeon.engine.json.ValueBuilder} turns values into vectors, nested ones too. Depends on
 * {@code file}, {@code batch}, {@code exec} and {@code memory}. Start with {@link io.algeon.engine.json.JsonPartReader}.
 */
@NullMarked
package io.algeon.engine.json;

import org.jspecify.annotations.NullMarked;
