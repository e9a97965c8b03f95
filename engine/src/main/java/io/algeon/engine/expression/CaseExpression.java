package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CASE: every condition is asked about the rows that no earlier one took. If all values are character constants, the result
 * is coded with them as its dictionary.
 */
final class CaseExpression implements VectorExpression {
    private final Condition[] conditions;
    private final LazyOperand[] values;
    private final Blender blender;
    private final @Nullable Dictionary constants;
    private final boolean[] constantIsNull;
    private int[] open = new int[Batch.ROWS];
    private int[] taken = new int[Batch.ROWS];
    private @Nullable DictionaryVector coded;

    /** @param values one a condition, and one more for the other rows */
    CaseExpression(Condition[] conditions, LazyOperand[] values, SqlType type) {
        this.conditions = conditions;
        this.values = values;
        this.blender = new Blender(type, values.length);
        this.constantIsNull = new boolean[values.length];
        this.constants = type.kind().isCharacter() ? constants() : null;
    }

    private @Nullable Dictionary constants() {
        List<@Nullable String> texts = new ArrayList<>();
        for (LazyOperand value : values) {
            if (!(value.expression() instanceof ConstantExpression constant)) {
                return null;
            }
            constantIsNull[texts.size()] = constant.value() == null;
            texts.add(constant.value() == null ? "" : constant.value().toString());
        }
        return new Dictionary(BytesVector.of(texts.toArray(new String[0])), texts.size());
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        int rows = input.rowCount();
        if (open.length < rows) {
            open = new int[rows];
            taken = new int[rows];
        }
        DictionaryVector codes = constants == null ? null : codes(constants, rows);
        if (codes == null) {
            blender.begin(rows);
        }
        LazyOperand otherwise = values[conditions.length];
        if (conditions.length == 1 && codes == null && otherwise.isCheap() && blender.takesBase()) {
            // Copying the other value whole is cheaper than finding the rows that need it.
            int count = conditions[0].select(input, taken);
            if (count < rows) {
                blender.base(otherwise.evaluate(input, taken, rows));
            }
            put(input, 0, taken, count, null);
            return blender.finish();
        }
        int openCount = Condition.all(open, rows);
        for (int i = 0; i < conditions.length && openCount > 0; i++) {
            System.arraycopy(open, 0, taken, 0, openCount);
            int count = conditions[i].refine(input, taken, openCount);
            put(input, i, taken, count, codes);
            openCount = count == 0 ? openCount : Condition.subtract(open, openCount, taken, count);
        }
        put(input, conditions.length, open, openCount, codes);
        return codes == null ? blender.finish() : codes;
    }

    private void put(Batch input, int value, int[] rows, int count, @Nullable DictionaryVector codes) {
        if (count == 0) {
            return;
        }
        if (codes == null) {
            LazyOperand operand = values[value];
            ColumnVector vector = operand.evaluate(input, rows, count);
            blender.put(vector, operand.isDense(), rows, count);
            return;
        }
        int[] out = codes.codes();
        for (int i = 0; i < count; i++) {
            out[rows[i]] = value;
        }
        if (constantIsNull[value]) {
            for (int i = 0; i < count; i++) {
                codes.setNull(rows[i], input.rowCount());
            }
        }
    }

    private DictionaryVector codes(Dictionary dictionary, int rows) {
        DictionaryVector vector = coded;
        if (vector == null || vector.capacity() < rows) {
            vector = new DictionaryVector(Math.max(rows, Batch.ROWS), dictionary);
            coded = vector;
        }
        vector.setNoNulls();
        return vector;
    }
}
