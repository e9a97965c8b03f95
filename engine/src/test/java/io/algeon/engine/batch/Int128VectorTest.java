package io.algeon.engine.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A narrow vector is one whose upper halves are written when first asked for. */
class Int128VectorTest {
    private static Int128Vector narrow(long... values) {
        Int128Vector vector = new Int128Vector(new long[] {7, 7, 7, 7}, new long[4]);
        System.arraycopy(values, 0, vector.low(), 0, values.length);
        vector.setNarrow(values.length);
        return vector;
    }

    @Test
    void upper_halves_of_a_narrow_vector_are_signs() {
        Int128Vector vector = narrow(5, -6, 0);
        assertThat(vector.isNarrow(3)).isTrue();
        assertThat(vector.isNarrow(4)).isFalse();
        assertThat(vector.high()).startsWith(0, -1, 0);
    }

    @Test
    void what_has_upper_halves_is_no_longer_narrow() {
        Int128Vector vector = narrow(1, 2);
        vector.high()[1] = 9;
        assertThat(vector.isNarrow(2)).isFalse();
        assertThat(vector.high()).startsWith(0, 9);
    }

    @Test
    void copies_and_gathered_rows_of_narrow_vectors_are_narrow() {
        Int128Vector vector = narrow(1, -2, 3);
        assertThat(vector.copy(3).isNarrow(3)).isTrue();
        assertThat(vector.copy(2).high()).containsExactly(0, -1);
        Int128Vector gathered = vector.gather(new int[] {2, 1, 1}, 3, vector);
        assertThat(gathered.isNarrow(3)).isTrue();
        assertThat(gathered.low()).startsWith(3, -2, -2);
        Int128Vector wide = new Int128Vector(new long[] {4}, new long[] {5});
        assertThat(wide.gather(new int[] {0, 0}, 2, gathered)).isSameAs(gathered);
        assertThat(gathered.isNarrow(2)).isFalse();
        assertThat(gathered.high()).startsWith(4, 4);
    }
}
