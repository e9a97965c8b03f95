package io.algeon.samples.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementsTest {
    @Test
    void statementsEndAtSemicolons_theLastOneAlsoWithout() {
        assertThat(Statements.split("SELECT 1;\n SELECT 2 ;SELECT 3"))
                .containsExactly("SELECT 1", "SELECT 2", "SELECT 3");
    }

    @Test
    void semicolonsInQuotesAndCommentsAreText() {
        assertThat(Statements.split("SELECT 'a;''b', \"c;\" -- d;\n, 1 /* e; */; SELECT 2"))
                .containsExactly("SELECT 'a;''b', \"c;\" -- d;\n, 1 /* e; */", "SELECT 2");
    }

    @Test
    void whatIsEmptyIsNoStatement() {
        assertThat(Statements.split(";; -- nothing;\n/* at; all */;\n")).isEmpty();
    }

    @Test
    void anOpenQuoteGoesToTheEnd() {
        assertThat(Statements.split("SELECT 'x; SELECT 2")).containsExactly("SELECT 'x; SELECT 2");
    }
}
