/**
 * Tables over files of formats that are read from front to back: CSV, JSON and Arrow share here how files are found, looked
 * at again, given one schema, cut into morsels, filtered and given their extra columns. Depends on {@code batch},
 * {@code source}, {@code exec}, {@code memory} and {@code expression}; formats depend on it. Start with
 * {@link io.algeon.engine.file.FileTable}.
 */
@NullMarked
package io.algeon.engine.file;

import org.jspecify.annotations.NullMarked;
