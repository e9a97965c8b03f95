package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an implementation knows of the call that it is bound for.
 *
 * @param function name of the function
 * @param arguments types of the arguments
 * @param result type of the result
 * @param constants one entry an argument: its value if it is constant, null if it varies by row
 * @param negated for tests: select the rows where the test does not hold
 * @param timeZone zone of the session
 * @param session what is kept between calls
 */
public record CallSite(
        String function,
        List<SqlType> arguments,
        SqlType result,
        List<@Nullable Constant> constants,
        boolean negated,
        ZoneId timeZone,
        SessionValues session) {

    /** A constant argument; the value is in the stored form of {@code Expr.Literal}, null for NULL. */
    public record Constant(@Nullable Object value) {}

    /** Whether argument {@code index} is present and constant. */
    public boolean isConstant(int index) {
        return index < constants.size() && constants.get(index) != null;
    }

    /** Value of a constant argument; null if it is NULL, absent, or varies by row. */
    public @Nullable Object constant(int index) {
        Constant constant = index < constants.size() ? constants.get(index) : null;
        return constant == null ? null : constant.value();
    }

    public SqlType argument(int index) {
        return arguments.get(index);
    }

    public int argumentCount() {
        return arguments.size();
    }
}
