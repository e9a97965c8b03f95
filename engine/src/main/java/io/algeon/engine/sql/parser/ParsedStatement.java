package io.algeon.engine.sql.parser;

import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A statement after parsing, names not looked up. */
public sealed interface ParsedStatement
        permits ParsedStatement.Query,
                ParsedStatement.Explain,
                ParsedStatement.Describe,
                ParsedStatement.Summarize,
                ParsedStatement.SetOption,
                ParsedStatement.ShowOption,
                ParsedStatement.UseSchema,
                ParsedStatement.TransactionControl,
                ChangingWith,
                CopySource,
                DataStatement,
                DefinitionStatement {
    /** The name that stands in GROUP BY for all that is selected and not aggregated. */
    String ALL_COLUMNS = "GROUP BY ALL";

    /**
     * A query with so many parameters.
     *
     * @param copy where its rows are written to; null: they are its result
     */
    record Query(SqlNode tree, int parameters, @Nullable CopyTarget copy) implements ParsedStatement {
        /** A query whose rows are its result. */
        public Query(SqlNode tree, int parameters) {
            this(tree, parameters, null);
        }
    }

    /**
     * EXPLAIN [ANALYZE] [(FORMAT JSON)].
     *
     * @param statement a query, a {@link DataStatement} or a {@link ChangingWith}
     */
    record Explain(ParsedStatement statement, boolean analyze, boolean json) implements ParsedStatement {}

    /** SET name = value; a null value is RESET or SET name = DEFAULT. */
    record SetOption(String name, @Nullable String value) implements ParsedStatement {}

    /** DESCRIBE of a query or table: its columns. */
    record Describe(Query query) implements ParsedStatement {}

    /** SUMMARIZE of a query or table: figures about its columns. The text is that of a query. */
    record Summarize(Query query, String text) implements ParsedStatement {}

    /** SHOW name. */
    record ShowOption(String name) implements ParsedStatement {}

    /** USE schema or SET SCHEMA. */
    record UseSchema(String schema) implements ParsedStatement {}

    /**
     * BEGIN, COMMIT, ROLLBACK, SAVEPOINT and their like.
     *
     * @param verb BEGIN, COMMIT, ROLLBACK, SAVEPOINT, ROLLBACK TO, RELEASE or SET TRANSACTION
     * @param savepoint its name, for the verbs that have one
     */
    record TransactionControl(String verb, @Nullable String savepoint) implements ParsedStatement {}
}
