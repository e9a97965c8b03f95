package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.function.VectorTest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A {@link VectorTest} over evaluated operands. A test of one dictionary-coded operand and constants is evaluated once for
 * each dictionary entry, and then looked up by code.
 */
final class TestCondition extends Condition {
    private final VectorTest test;
    private final VectorExpression[] operands;
    private final ColumnVector[] arguments;
    private final boolean fallible;
    private final boolean columnsOnly;
    private final int varying;
    private final RowSubset subset;
    private final DictionaryMemo<byte[]> passes = new DictionaryMemo<>();

    TestCondition(VectorTest test, VectorExpression[] operands, boolean fallible, int[] columns) {
        this.test = test;
        this.operands = operands;
        this.arguments = new ColumnVector[operands.length];
        this.fallible = fallible;
        this.columnsOnly = Arrays.stream(operands)
                .allMatch(operand -> operand instanceof InputRefExpression || operand instanceof ConstantExpression);
        this.varying = fallible ? -1 : DictionaryMemo.onlyVarying(operands);
        this.subset = new RowSubset(columns);
    }

    @Override
    public int select(Batch input, int[] selected) {
        int rows = input.rowCount();
        evaluate(input);
        byte[] pass = passTable(rows);
        if (pass != null) {
            return withoutNulls(
                    selected, selectCodes(pass, ((DictionaryVector) arguments[varying]).codes(), rows, selected));
        }
        return withoutNulls(selected, test.select(arguments, rows, selected));
    }

    @Override
    int refine(Batch input, int[] rows, int count) {
        int all = input.rowCount();
        if (count == all) {
            return select(input, rows);
        }
        if (count == 0) {
            return 0;
        }
        if (!columnsOnly && (fallible || count < all / 2) || fallible) {
            int[] chosen = subsetRows(count);
            int found = select(subset.of(input, rows, count), chosen);
            for (int i = 0; i < found; i++) {
                rows[i] = rows[chosen[i]];
            }
            return found;
        }
        evaluate(input);
        byte[] pass = passTable(count);
        if (pass != null) {
            return withoutNulls(rows, refineCodes(pass, ((DictionaryVector) arguments[varying]).codes(), rows, count));
        }
        return withoutNulls(rows, test.refine(arguments, rows, count));
    }

    private int[] chosenRows = new int[0];

    private int[] subsetRows(int count) {
        if (chosenRows.length < count) {
            chosenRows = new int[Math.max(count, Batch.ROWS)];
        }
        return chosenRows;
    }

    private void evaluate(Batch input) {
        for (int i = 0; i < operands.length; i++) {
            arguments[i] = operands[i].evaluate(input);
        }
    }

    private byte @Nullable [] passTable(int rows) {
        if (varying < 0 || !(arguments[varying] instanceof DictionaryVector coded)) {
            return null;
        }
        Dictionary dictionary = coded.dictionary();
        if (!passes.worthwhile(dictionary, rows)) {
            return null;
        }
        byte[] known = passes.get();
        if (known != null) {
            return known;
        }
        int size = dictionary.size();
        ColumnVector[] entries = DictionaryMemo.overEntries(operands, varying, dictionary);
        int[] found = new int[size];
        int count = test.select(entries, size, found);
        // One more, for the code 0 that NULL rows have if the dictionary is empty.
        byte[] pass = new byte[size + 1];
        for (int i = 0; i < count; i++) {
            pass[found[i]] = 1;
        }
        passes.put(pass);
        return pass;
    }

    private static int selectCodes(byte[] pass, int[] codes, int rows, int[] selected) {
        int count = 0;
        for (int row = 0; row < rows; row++) {
            selected[count] = row;
            count += pass[codes[row]];
        }
        return count;
    }

    private static int refineCodes(byte[] pass, int[] codes, int[] rows, int rowCount) {
        int count = 0;
        for (int i = 0; i < rowCount; i++) {
            int row = rows[i];
            rows[count] = row;
            count += pass[codes[row]];
        }
        return count;
    }

    private int withoutNulls(int[] rows, int count) {
        int kept = count;
        for (ColumnVector argument : arguments) {
            if (argument.mayHaveNulls()) {
                long[] validity = argument.validity();
                int valid = 0;
                for (int i = 0; i < kept; i++) {
                    int row = rows[i];
                    rows[valid] = row;
                    valid += (int) (validity[row >> 6] >>> row & 1L);
                }
                kept = valid;
            }
        }
        return kept;
    }

    /** Validity of the condition as a value, after {@link #select}: NULL where an argument is. */
    void copyValidity(ColumnVector target, int rows) {
        target.setNoNulls();
        for (ColumnVector argument : arguments) {
            target.intersectValidity(target, argument, rows);
        }
    }

    /** Sets the bits of the selected rows. */
    static void toBits(int[] selected, int count, long[] bits, int rows) {
        Validity.clearAll(bits, rows);
        for (int i = 0; i < count; i++) {
            Validity.set(bits, selected[i]);
        }
    }
}
