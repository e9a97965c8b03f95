package io.algeon.engine.function;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Character or binary values of a plain or dictionary-coded vector: row {@code r} is
 * {@code data()[start(r) .. end(r))}. A view is kept and pointed at each batch's vector.
 */
final class BytesView {
    private static final int[] EMPTY_OFFSETS = {0, 0};

    private byte[] data = new byte[0];
    private int[] offsets = EMPTY_OFFSETS;
    private int @Nullable [] codes;

    BytesView of(ColumnVector vector) {
        if (vector instanceof DictionaryVector coded) {
            BytesVector values = coded.dictionary().values();
            data = values.data();
            // Codes of an empty dictionary are 0: one empty entry stands for it.
            offsets = coded.dictionary().size() == 0 ? EMPTY_OFFSETS : values.offsets();
            codes = coded.codes();
        } else {
            BytesVector values = (BytesVector) vector;
            data = values.data();
            offsets = values.offsets();
            codes = null;
        }
        return this;
    }

    byte[] data() {
        return data;
    }

    int start(int row) {
        int[] c = codes;
        return offsets[c == null ? row : c[row]];
    }

    int end(int row) {
        int[] c = codes;
        return offsets[(c == null ? row : c[row]) + 1];
    }

    int length(int row) {
        int[] c = codes;
        int entry = c == null ? row : c[row];
        return offsets[entry + 1] - offsets[entry];
    }

    byte[] bytes(int row) {
        return Arrays.copyOfRange(data, start(row), end(row));
    }

    /** Not for loops. */
    String string(int row) {
        return new String(data, start(row), length(row), java.nio.charset.StandardCharsets.UTF_8);
    }
}
