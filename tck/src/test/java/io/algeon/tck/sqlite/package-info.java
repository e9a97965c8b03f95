/**
 * SQLite's logic tests (the Maven artifact net.hydromatic:sql-logic-test), which have answers that several databases agree on. The
 * records for PostgreSQL apply. Start with {@link io.algeon.tck.sqlite.SqliteCorpusTest}.
 */
@NullMarked
package io.algeon.tck.sqlite;

import org.jspecify.annotations.NullMarked;
