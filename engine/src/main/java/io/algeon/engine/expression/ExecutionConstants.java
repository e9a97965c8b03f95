package io.algeon.engine.expression;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** Values of what is constant during one execution. */
final class ExecutionConstants {
    private static final long SECONDS_PER_DAY = 86_400;

    private ExecutionConstants() {}

    static @Nullable Object value(Expr.ExecutionConstant constant, ExecutionContext context, ZoneId zone) {
        ZonedDateTime now = context.startTime().atZone(zone);
        long units = constant.type().unitsPerSecond();
        long nanosPerUnit = 1_000_000_000L / units;
        long timeOfDay = now.getLong(ChronoField.NANO_OF_DAY) / nanosPerUnit;
        return switch (constant.name()) {
            case "current_date" -> (int) now.toLocalDate().toEpochDay();
            case "current_time", "localtime" -> timeOfDay;
            case "localtimestamp" -> now.toLocalDate().toEpochDay() * SECONDS_PER_DAY * units + timeOfDay;
            case "current_timestamp" ->
                context.startTime().getEpochSecond() * 1_000_000L
                        + context.startTime().getNano() / 1_000;
            case "current_user" -> context.user();
            case "current_catalog" -> context.catalog();
            case "current_schema" -> context.schema();
            default ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_EXPRESSION, "The value " + constant.name() + " is not supported.");
        };
    }
}
