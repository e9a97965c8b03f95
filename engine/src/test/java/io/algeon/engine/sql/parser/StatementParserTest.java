package io.algeon.engine.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementParserTest {
    @Test
    void set_inItsForms_givesNameAndValue() {
        assertThat(StatementParser.parse("SET threads = 4")).isEqualTo(new ParsedStatement.SetOption("threads", "4"));
        assertThat(StatementParser.parse("set session memory_limit to '4 GB';"))
                .isEqualTo(new ParsedStatement.SetOption("memory_limit", "4 GB"));
        assertThat(StatementParser.parse("SET memory_limit = 4GB"))
                .isEqualTo(new ParsedStatement.SetOption("memory_limit", "4GB"));
        assertThat(StatementParser.parse("SET threads = DEFAULT"))
                .isEqualTo(new ParsedStatement.SetOption("threads", null));
        assertThat(StatementParser.parse("RESET threads")).isEqualTo(new ParsedStatement.SetOption("threads", null));
        assertThat(StatementParser.parse("SET TIME ZONE 'Europe/Berlin'"))
                .isEqualTo(new ParsedStatement.SetOption("time_zone", "Europe/Berlin"));
        assertThat(StatementParser.parse("SET TIME ZONE LOCAL"))
                .isEqualTo(new ParsedStatement.SetOption("time_zone", null));
    }

    @Test
    void show_use_transaction_areRecognised() {
        assertThat(StatementParser.parse("SHOW ALL")).isEqualTo(new ParsedStatement.ShowOption("ALL"));
        assertThat(StatementParser.parse("show threads")).isEqualTo(new ParsedStatement.ShowOption("threads"));
        assertThat(StatementParser.parse("USE \"My Schema\"")).isEqualTo(new ParsedStatement.UseSchema("My Schema"));
        assertThat(StatementParser.parse("SET SCHEMA 'x'")).isEqualTo(new ParsedStatement.UseSchema("x"));
        assertThat(StatementParser.parse("BEGIN")).isEqualTo(new ParsedStatement.TransactionControl("BEGIN", null));
        assertThat(StatementParser.parse("start transaction read only"))
                .isEqualTo(new ParsedStatement.TransactionControl("BEGIN", null));
        assertThat(StatementParser.parse("COMMIT;")).isEqualTo(new ParsedStatement.TransactionControl("COMMIT", null));
    }

    @Test
    void explain_inItsForms_tellsAnalyzeAndFormat() {
        assertThat(StatementParser.parse("EXPLAIN SELECT 1"))
                .isInstanceOfSatisfying(ParsedStatement.Explain.class, e -> {
                    assertThat(e.analyze()).isFalse();
                    assertThat(e.json()).isFalse();
                });
        assertThat(StatementParser.parse("explain analyze (format json) select 1"))
                .isInstanceOfSatisfying(ParsedStatement.Explain.class, e -> {
                    assertThat(e.analyze()).isTrue();
                    assertThat(e.json()).isTrue();
                });
        assertThat(StatementParser.parse("EXPLAIN (ANALYZE, FORMAT TEXT) SELECT 1"))
                .isInstanceOfSatisfying(ParsedStatement.Explain.class, e -> {
                    assertThat(e.analyze()).isTrue();
                    assertThat(e.json()).isFalse();
                });
        assertThat(StatementParser.parse("EXPLAIN PLAN FOR SELECT 1")).isInstanceOf(ParsedStatement.Explain.class);
        assertThat(StatementParser.parse("EXPLAIN (SELECT 1)")).isInstanceOf(ParsedStatement.Explain.class);
    }

    @Test
    void query_withParameters_countsThem() {
        assertThat(StatementParser.parse("SELECT ?, '?' FROM t WHERE a = ? -- ?"))
                .isInstanceOfSatisfying(
                        ParsedStatement.Query.class,
                        q -> assertThat(q.parameters()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GRANT SELECT ON t TO joe", "vacuum t", "LOCK TABLE t", "upsert into t values (1)"})
    void unknownStatement_isRefusedByName(String sql) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> StatementParser.parse(sql))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_STATEMENT))
                .withMessageStartingWith(sql.substring(0, sql.indexOf(' ')).toUpperCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT 1 FORM t | line 1, column 15 | Did you mean FROM?",
                "SELECT a FROM t WEHRE a = 1 | line 1, column 23 | Did you mean WHERE?",
                "SELCT 1 | line 1, column 1 | Did you mean SELECT?",
                "SELECT 'abc | line 1, column 8 | no closing quote",
                "SELECT \"abc | line 1, column 8 | no closing quote",
                "SELECT a, FROM t | line 1, column 11 | expected an expression",
                "SELECT (1 + 2 | line 1, column 13 | found the end of the statement",
                "SELECT a ? b | line 1, column 10 | found '?'",
                "SELECT 1; SELECT 2 | line 1, column 9 | one statement can be run at a time",
                "EXPLAIN (FORMAT XML) SELECT 1 | line 1, column 17 | expected JSON or TEXT",
                "SET x | column 5 | expected = or TO",
                "SELECT * FROM t LIMIT | line 1, column 21 | found the end",
            })
    void wrongSyntax_isToldWithPlaceAndHint(String sql, String place, String hint) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> StatementParser.parse(sql))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SQL_PARSE))
                .withMessageContaining(place)
                .withMessageContaining(hint)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("org.apache", "Exception", "<"));
    }

    @Test
    void emptyStatement_isRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> StatementParser.parse("  -- nothing\n"))
                .withMessage("The statement is empty.");
    }
}
