package io.algeon.engine.function;

import io.algeon.engine.scalar.Expr;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads constant arguments, in the stored form of {@code Expr.Literal}. */
final class Constants {
    private Constants() {}

    /** Bytes of a character or binary constant. */
    static byte[] bytes(Object constant) {
        return constant instanceof Expr.Bytes bytes
                ? bytes.value()
                : constant.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A character constant that is present and not NULL, else {@code otherwise}. */
    static String string(@Nullable Object constant, String otherwise) {
        return constant == null ? otherwise : constant.toString();
    }

    /** A constant, or {@code otherwise} if it is NULL. */
    static Object value(@Nullable Object constant, Object otherwise) {
        return constant == null ? otherwise : constant;
    }
}
