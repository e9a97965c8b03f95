package io.algeon.engine.expression;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what was computed for each entry of the dictionary seen last. A large dictionary is computed only when enough
 * rows have used it.
 */
final class DictionaryMemo<T> {
    /** Entries that may be computed for each row seen: evaluating an entry costs about what evaluating a row does. */
    private static final long ENTRIES_PER_ROW = 2;

    private @Nullable Dictionary dictionary;
    private long rowsSeen;
    private @Nullable T result;

    /** Counts rows of the dictionary; true if what it gives for each entry is known or worth computing. */
    boolean worthwhile(Dictionary current, int rows) {
        if (current != dictionary) {
            dictionary = current;
            rowsSeen = 0;
            result = null;
        }
        rowsSeen += rows;
        return result != null || current.size() <= ENTRIES_PER_ROW * rowsSeen;
    }

    /** What was put for the dictionary asked about last; null if nothing yet. */
    @Nullable
    T get() {
        return result;
    }

    void put(@Nullable T newResult) {
        result = newResult;
    }

    /** Position of the only operand that is not constant, -1 if there are none or several. */
    static int onlyVarying(VectorExpression[] operands) {
        int varying = -1;
        for (int i = 0; i < operands.length; i++) {
            if (!(operands[i] instanceof ConstantExpression)) {
                if (varying >= 0) {
                    return -1;
                }
                varying = i;
            }
        }
        return varying;
    }

    /** Arguments that apply a function to the entries of the dictionary. */
    static ColumnVector[] overEntries(VectorExpression[] operands, int varying, Dictionary dictionary) {
        ColumnVector[] arguments = new ColumnVector[operands.length];
        for (int i = 0; i < operands.length; i++) {
            arguments[i] = i == varying
                    ? dictionary.values()
                    : ((ConstantExpression) operands[i]).vector(Math.max(1, dictionary.size()));
        }
        return arguments;
    }
}
