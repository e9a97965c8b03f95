package io.algeon.jdbc.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class EscapeSyntaxTest {
    private static void assertBecomes(String sql, String escaped) throws SQLException {
        assertThat(EscapeSyntax.translate(escaped)).isEqualTo(sql);
    }

    @Test
    void escapes_becomeSql() throws SQLException {
        assertBecomes("DATE '2024-01-01'", "{d '2024-01-01'}");
        assertBecomes("TIME '01:02:03'", "{ t '01:02:03' }");
        assertBecomes("TIMESTAMP '2024-01-01 00:00:00'", "{ts '2024-01-01 00:00:00'}");
        assertBecomes("a LEFT OUTER JOIN b ON a.x = b.x", "{oj a LEFT OUTER JOIN b ON a.x = b.x}");
        assertBecomes("x LIKE 'a\\%' ESCAPE '\\'", "x LIKE 'a\\%' {escape '\\'}");
        assertBecomes("SELECT 1 LIMIT 5", "SELECT 1 {limit 5}");
        assertBecomes("UPPER(LOWER(x))", "{fn ucase({fn LCASE(x)})}");
        assertBecomes("CURRENT_DATE", "{fn CURDATE()}");
        assertBecomes("ABS(-1)", "{fn ABS(-1)}");
    }

    @Test
    void functionsOfJdbcThatSqlWritesOtherwise_areWrittenSo() throws SQLException {
        assertBecomes("CAST('1' AS INTEGER)", "{fn CONVERT('1', SQL_INTEGER)}");
        assertBecomes("CAST(f(a, 'x,)') AS DOUBLE)", "{fn convert(f(a, 'x,)'), SQL_FLOAT)}");
        assertBecomes("CAST(x AS DECIMAL(5,2))", "{fn CONVERT(x, DECIMAL(5,2))}");
        assertBecomes("OVERLAY('abcd' PLACING 'XX' FROM 2 FOR 1)", "{fn INSERT('abcd', 2, 1, 'XX')}");
        assertBecomes("(DAYOFWEEK(DATE '2024-01-07') + 1)", "{fn DAYOFWEEK({d '2024-01-07'})}");
        assertBecomes("CONVERT(x)", "{fn CONVERT(x)}");
    }

    @Test
    void literalsNamesAndComments_areLeftAlone() throws SQLException {
        for (String sql : new String[] {
            "SELECT '{d ''x''}'", "SELECT \"{fn a}\"", "SELECT 1 -- {call x}\n, 2", "SELECT /* {oj */ 1", "SELECT 1"
        }) {
            assertBecomes(sql, sql);
        }
        assertBecomes("DATE '}'", "{d '}'}");
    }

    @Test
    void mistakes_areSyntaxErrors() {
        assertThatThrownBy(() -> EscapeSyntax.translate("SELECT {d '2024-01-01'"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("character 8");
        assertThatThrownBy(() -> EscapeSyntax.translate("{nope x}")).hasMessageContaining("nope");
        assertThatThrownBy(() -> EscapeSyntax.translate("{? = call f(1)}")).hasMessageContaining("procedure");
    }
}
