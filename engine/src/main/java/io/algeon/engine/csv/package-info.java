/**
 * Reads CSV files: {@link io.algeon.engine.csv.CsvSniffer} finds out how a file is written,
 * {@link io.algeon.engine.csv.RowScanner} finds rows and fields in bytes, {@link io.algeon.engine.csv.FieldParser} turns the
 * fields of a column into values. Depends on {@code file}, {@code batch}, {@code exec} and {@code memory}. Start with
 * {@link io.algeon.engine.csv.CsvPartReader}.
 */
@NullMarked
package io.algeon.engine.csv;

import org.jspecify.annotations.NullMarked;
