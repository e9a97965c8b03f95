package io.algeon.engine.function;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.metadata.type.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Arrays of texts made row by row. */
final class TextLists {
    static final ResultRule TYPE = arguments -> SqlTypes.array(SqlTypes.VARCHAR);

    private final TextBuffer text = new TextBuffer();
    private final BitSet nulls = new BitSet();
    private int[] ends = new int[16];
    private int count;

    /** Adds the elements of a row; false if the row is NULL. */
    @FunctionalInterface
    interface Body {
        boolean write(RowArguments arguments, int row, TextLists out);
    }

    static VectorFunction bind(CallSite site, Body body) {
        RowArguments arguments = new RowArguments(site);
        return (vectors, rows) -> {
            arguments.of(vectors, rows);
            TextLists lists = new TextLists();
            int[] offsets = new int[rows + 1];
            BitSet missing = new BitSet();
            for (int row = 0; row < rows; row++) {
                missing.set(row, !body.write(arguments, row, lists));
                offsets[row + 1] = lists.count;
            }
            ListVector result = new ListVector(offsets, lists.elements());
            missing.stream().forEach(row -> result.setNull(row, rows));
            return result;
        };
    }

    private BytesVector elements() {
        int[] offsets = new int[count + 1];
        System.arraycopy(ends, 0, offsets, 1, count);
        BytesVector elements = new BytesVector(text.bytes(), offsets);
        nulls.stream().forEach(element -> elements.setNull(element, count));
        return elements;
    }

    /** Adds an element; null is NULL. */
    void add(@Nullable String element) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, Math.multiplyExact(count, 2));
        }
        if (element == null) {
            nulls.set(count);
        } else {
            text.append(element);
        }
        ends[count++] = text.length();
    }

    /** Adds an element, NULL if it is the text that stands for NULL. */
    void add(String element, byte @Nullable [] absent) {
        boolean isNull = absent != null && Arrays.equals(absent, element.getBytes(StandardCharsets.UTF_8));
        add(isNull ? null : element);
    }
}
