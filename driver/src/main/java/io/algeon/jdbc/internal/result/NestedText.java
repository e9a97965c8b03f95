package io.algeon.jdbc.internal.result;

import io.algeon.engine.function.ScalarText;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Texts of nested values: {@code [1, NULL]}, {@code {a: 1, b: x}}, maps as rows. */
final class NestedText {
    private NestedText() {}

    static String of(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof Map<?, ?> map) {
            StringJoiner text = new StringJoiner(", ", "{", "}");
            map.forEach((key, entry) -> text.add(of(key) + ": " + of(entry)));
            return text.toString();
        }
        if (value instanceof byte[] bytes) {
            return "\\x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Double number) {
            return ScalarText.of(number);
        }
        return value instanceof Float number ? ScalarText.of(number) : value.toString();
    }

    static String ofElements(@Nullable Object[] elements) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (Object element : elements) {
            text.add(of(element));
        }
        return text.toString();
    }
}
