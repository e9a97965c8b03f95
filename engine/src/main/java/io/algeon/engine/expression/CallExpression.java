package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.function.Concatenation;
import io.algeon.engine.function.VectorFunction;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A {@link VectorFunction} over evaluated operands. A strict function of one dictionary-coded operand and constants is
 * evaluated once for each dictionary entry (for each that is used, if it can fail); a character result stays coded.
 */
final class CallExpression implements VectorExpression {
    private final VectorFunction function;
    private final VectorExpression[] operands;
    private final ColumnVector[] arguments;
    private final boolean strict;
    private final int varying;
    private final boolean fallible;
    private final SqlType type;
    private final DictionaryMemo<EntryResults> memo = new DictionaryMemo<>();
    private final DictionaryMemo<UsedEntries> used = new DictionaryMemo<>();
    private @Nullable ColumnVector gathered;

    /** Results for the entries of a dictionary; {@code dictionary} is null if they are not character values. */
    private record EntryResults(
            ColumnVector values, @Nullable Dictionary dictionary) {}

    CallExpression(
            VectorFunction function, VectorExpression[] operands, boolean strict, boolean fallible, SqlType type) {
        this.function = function;
        this.operands = operands;
        this.arguments = new ColumnVector[operands.length];
        this.strict = strict;
        this.fallible = fallible;
        this.type = type;
        this.varying = strict ? DictionaryMemo.onlyVarying(operands) : -1;
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        int rows = input.rowCount();
        for (int i = 0; i < operands.length; i++) {
            arguments[i] = operands[i].evaluate(input);
        }
        if (varying >= 0
                && arguments[varying] instanceof DictionaryVector coded
                && (fallible ? used : memo).worthwhile(coded.dictionary(), rows)
                && coded.dictionary().size() > 0) {
            ColumnVector result = fallible ? overUsedEntries(coded, rows) : overDictionary(coded, rows);
            if (result != null) {
                return result;
            }
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

    /** The results for the entries of a dictionary that rows have used so far. */
    private static final class UsedEntries {
        /** Position of each entry's result plus one, 0 while there is none. */
        private final int[] positions;

        private int[] codes = new int[Batch.ROWS];
        private int count;
        private @Nullable ColumnVector values;
        private @Nullable Dictionary dictionary;

        UsedEntries(int entries) {
            positions = new int[entries];
        }
    }

    /** Null if no row has a value: there is nothing to compute. */
    private @Nullable ColumnVector overUsedEntries(DictionaryVector coded, int rows) {
        UsedEntries entries = used.get();
        if (entries == null) {
            entries = new UsedEntries(coded.dictionary().size());
            used.put(entries);
        }
        int[] positions = entries.positions;
        int[] codes = coded.codes();
        if (entries.codes.length < rows) {
            entries.codes = new int[rows];
        }
        int[] results = entries.codes;
        int[] fresh = new int[0];
        int freshCount = 0;
        for (int row = 0; row < rows; row++) {
            if (coded.isNull(row)) {
                results[row] = 0;
                continue;
            }
            int code = codes[row];
            if (positions[code] == 0) {
                fresh = freshCount == fresh.length ? Arrays.copyOf(fresh, Math.max(16, 2 * freshCount)) : fresh;
                fresh[freshCount++] = code;
                positions[code] = entries.count + freshCount;
            }
            results[row] = positions[code] - 1;
        }
        if (freshCount > 0) {
            compute(entries, coded.dictionary(), fresh, freshCount);
        }
        ColumnVector values = entries.values;
        if (values == null) {
            return null;
        }
        ColumnVector result;
        if (entries.dictionary != null) {
            result = new DictionaryVector(results, entries.dictionary);
        } else {
            ColumnVector reuse = gathered;
            result = values.gather(results, rows, reuse == null ? values : reuse);
            gathered = result;
        }
        result.copyValidity(coded, rows);
        return result;
    }

    private void compute(UsedEntries entries, Dictionary dictionary, int[] fresh, int freshCount) {
        ColumnVector source = dictionary.values();
        ColumnVector[] over = DictionaryMemo.overEntries(operands, varying, dictionary);
        over[varying] = source.gather(fresh, freshCount, source);
        ColumnVector computed;
        try {
            computed = function.apply(over, freshCount);
        } catch (EngineException failed) {
            // What was remembered as computed is not.
            used.put(null);
            throw failed;
        }
        computed.setNoNulls();
        ColumnVector before = entries.values;
        ColumnVector all = before == null
                ? computed.copy(freshCount)
                : Concatenation.of(new ColumnVector[] {before, computed}, new int[] {entries.count, freshCount}, type);
        entries.values = all;
        entries.count += freshCount;
        entries.dictionary = all instanceof BytesVector bytes ? new Dictionary(bytes, entries.count) : null;
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
