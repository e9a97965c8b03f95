package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/**
 * A {@link VectorFunction} over evaluated operands. A strict function of one dictionary-coded operand and constants is
 * evaluated once for each dictionary entry; a character result stays coded.
 */
final class CallExpression implements VectorExpression {
    private final VectorFunction function;
    private final VectorExpression[] operands;
    private final ColumnVector[] arguments;
    private final boolean strict;
    private final int varying;
    private final DictionaryMemo<EntryResults> memo = new DictionaryMemo<>();
    private @Nullable ColumnVector gathered;

    /** Results for the entries of a dictionary; {@code dictionary} is null if they are not character values. */
    private record EntryResults(
            ColumnVector values, @Nullable Dictionary dictionary) {}

    CallExpression(VectorFunction function, VectorExpression[] operands, boolean strict, boolean fallible) {
        this.function = function;
        this.operands = operands;
        this.arguments = new ColumnVector[operands.length];
        this.strict = strict;
        this.varying = strict && !fallible ? DictionaryMemo.onlyVarying(operands) : -1;
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        int rows = input.rowCount();
        for (int i = 0; i < operands.length; i++) {
            arguments[i] = operands[i].evaluate(input);
        }
        if (varying >= 0
                && arguments[varying] instanceof DictionaryVector coded
                && memo.worthwhile(coded.dictionary(), rows)
                && coded.dictionary().size() > 0) {
            return overDictionary(coded, rows);
        }
        ColumnVector result = function.apply(arguments, rows);
        if (strict) {
            setNulls(result, rows);
        }
        return result;
    }

    private void setNulls(ColumnVector result, int rows) {
        if (arguments.length == 1) {
            result.copyValidity(arguments[0], rows);
            return;
        }
        result.setNoNulls();
        for (ColumnVector argument : arguments) {
            if (argument.mayHaveNulls()) {
                result.intersectValidity(result, argument, rows);
            }
        }
    }

    private ColumnVector overDictionary(DictionaryVector coded, int rows) {
        EntryResults results = memo.get();
        if (results == null) {
            Dictionary source = coded.dictionary();
            ColumnVector values = function.apply(DictionaryMemo.overEntries(operands, varying, source), source.size())
                    .copy(source.size());
            values.setNoNulls();
            results = new EntryResults(
                    values, values instanceof BytesVector bytes ? new Dictionary(bytes, source.size()) : null);
            memo.put(results);
        }
        ColumnVector result;
        if (results.dictionary() != null) {
            result = new DictionaryVector(coded.codes(), results.dictionary());
        } else {
            ColumnVector reuse = gathered;
            result = results.values().gather(coded.codes(), rows, reuse == null ? results.values() : reuse);
            gathered = result;
        }
        result.copyValidity(coded, rows);
        return result;
    }

    /** A condition as a value; the test is strict, so that it is NULL where an argument is. */
    static VectorExpression ofTest(TestCondition condition) {
        return new VectorExpression() {
            private BooleanVector result = new BooleanVector(Batch.ROWS);
            private int[] selected = new int[Batch.ROWS];

            @Override
            public ColumnVector evaluate(Batch input) {
                int rows = input.rowCount();
                if (result.capacity() < rows) {
                    result = new BooleanVector(rows);
                    selected = new int[rows];
                }
                int count = condition.select(input, selected);
                TestCondition.toBits(selected, count, result.bits(), rows);
                condition.copyValidity(result, rows);
                return result;
            }
        };
    }
}
