package io.algeon.engine.expression;

import static io.algeon.engine.expression.Expressions.batch;
import static io.algeon.engine.expression.Expressions.call;
import static io.algeon.engine.expression.Expressions.column;
import static io.algeon.engine.expression.Expressions.integer;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Functions of coded columns stay coded, follow the dictionary from batch to batch, and never fail for unused entries. */
class DictionaryTest {
    private static final Expr X = column(0, SqlTypes.VARCHAR);

    @Test
    void functions_of_one_coded_column_stay_coded() {
        List<@Nullable String> values = Arrays.asList("13-555", null, "27-1", "13-555");
        VectorExpression prefix =
                ExpressionCompiler.compile(call("substring", X, integer(1), integer(2)), Expressions.CONTEXT);
        for (int i = 0; i < 3; i++) {
            Batch batch = batch(Expressions.coded(values));
            assertThat(prefix.evaluate(batch)).isInstanceOf(DictionaryVector.class);
            assertThat(Expressions.read(prefix.evaluate(batch), 4, SqlTypes.VARCHAR))
                    .containsExactly("13", null, "27", "13");
        }
    }

    @Test
    void conditions_follow_the_dictionary_of_each_batch() {
        VectorPredicate like =
                ExpressionCompiler.compilePredicate(call("like", X, Expressions.text("a%")), Expressions.CONTEXT);
        int[] selected = new int[3];
        assertThat(like.select(batch(Expressions.coded(List.of("ab", "b", "a"))), selected))
                .isEqualTo(2);
        assertThat(like.select(batch(Expressions.coded(List.of("b", "ab", "b"))), selected))
                .isEqualTo(1);
        assertThat(selected[0]).isEqualTo(1);
    }

    @Test
    void a_large_dictionary_is_not_computed_for_few_rows() {
        String[] entries = new String[10_000];
        Arrays.setAll(entries, i -> "entry " + i);
        Dictionary dictionary = new Dictionary(BytesVector.of(entries), entries.length);
        DictionaryVector vector = new DictionaryVector(new int[] {7, 9_999}, dictionary);
        assertThat(Expressions.evaluate(call("upper", X), batch(vector))).containsExactly("ENTRY 7", "ENTRY 9999");
        assertThat(Expressions.select(call("equal", X, Expressions.text("entry 9999")), batch(vector)))
                .containsExactly(1);
    }

    @Test
    void unused_entries_raise_no_errors() {
        // The fixture's dictionary has an entry that is no number, used by no row.
        List<@Nullable String> values = new ArrayList<>(List.of("1", "2", "3"));
        assertThat(Expressions.evaluate(Expressions.cast(X, SqlTypes.INTEGER), batch(Expressions.coded(values))))
                .containsExactly(1, 2, 3);
    }

    @Test
    void an_empty_dictionary_serves_rows_that_are_all_NULL() {
        DictionaryVector vector = new DictionaryVector(2, new Dictionary(new BytesVector(0, 0), 0));
        vector.setAllNull(2);
        assertThat(Expressions.evaluate(call("upper", X), batch(vector))).containsExactly(null, null);
        assertThat(Expressions.select(call("equal", X, Expressions.text("")), batch(vector)))
                .isEmpty();
        assertThat(Expressions.select(call("like", X, Expressions.text("%")), batch(vector)))
                .isEmpty();
        assertThat(Expressions.evaluate(
                        new Expr.Coalesce(List.of(X, Expressions.text("x")), SqlTypes.VARCHAR), batch(vector)))
                .containsExactly("x", "x");
    }

    @Test
    void fallibility_knows_what_cannot_happen() {
        assertThat(ExprProperties.isFallible(call("substring", X, integer(1), integer(2))))
                .isFalse();
        assertThat(ExprProperties.isFallible(call("divide", integer(1), integer(2))))
                .isFalse();
        assertThat(ExprProperties.isFallible(call("divide", integer(1), column(0, SqlTypes.INTEGER))))
                .isTrue();
        assertThat(ExprProperties.isFallible(Expressions.cast(X, SqlTypes.INTEGER)))
                .isTrue();
        assertThat(ExprProperties.isFallible(
                        call("multiply", column(0, SqlTypes.decimal(12, 2)), column(1, SqlTypes.decimal(12, 2)))))
                .isFalse();
        assertThat(ExprProperties.isFallible(call("sqrt", column(0, SqlTypes.DOUBLE))))
                .isTrue();
    }
}
