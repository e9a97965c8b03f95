package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import java.util.List;

/** Derives a function's result type from the types of its arguments; nullability is decided by the caller. */
@FunctionalInterface
public interface ResultRule {
    SqlType derive(List<SqlType> arguments);
}
