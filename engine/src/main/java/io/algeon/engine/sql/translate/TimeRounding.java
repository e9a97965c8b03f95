package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.List;

/** FLOOR and CEIL of a date or timestamp to a unit of time. */
final class TimeRounding {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private TimeRounding() {}

    /** FLOOR is date_trunc; CEIL adds a unit to it where the value is not a multiple of the unit itself. */
    static Expr round(boolean up, Expr.Literal unit, Expr value) {
        SqlType type = value.type();
        boolean date = type.kind() == TypeKind.DATE;
        SqlType truncatedType = date ? SqlTypes.TIMESTAMP.withNullable(type.nullable()) : type;
        Expr floor = RexTranslator.cast(new Expr.Call("date_trunc", List.of(unit, value), truncatedType), type);
        Expr.Literal step = step(String.valueOf(unit.value()));
        if (!up || date && step.type().kind() == TypeKind.INTERVAL_DAY_SECOND && isWithinDay(step)) {
            return floor;
        }
        SqlType condition = SqlTypes.BOOLEAN.withNullable(type.nullable());
        return new Expr.Case(
                List.of(new Expr.Case.When(new Expr.Call("equal", List.of(floor, value), condition), value)),
                new Expr.Call("add", List.of(floor, step), type),
                type);
    }

    private static boolean isWithinDay(Expr.Literal step) {
        return step.value() instanceof Long micros && micros < 86_400 * MICROS_PER_SECOND;
    }

    private static Expr.Literal step(String unit) {
        return switch (unit) {
            case "MILLENNIUM" -> months(12_000);
            case "CENTURY" -> months(1_200);
            case "DECADE" -> months(120);
            case "YEAR", "ISOYEAR" -> months(12);
            case "QUARTER" -> months(3);
            case "MONTH" -> months(1);
            case "WEEK" -> seconds(7 * 86_400);
            case "DAY" -> seconds(86_400);
            case "HOUR" -> seconds(3_600);
            case "MINUTE" -> seconds(60);
            case "SECOND" -> seconds(1);
            default ->
                throw RexTranslator.unsupported("CEIL and FLOOR round to years, quarters, months, weeks, days, hours,"
                        + " minutes or seconds, not to " + unit + ".");
        };
    }

    private static Expr.Literal months(int months) {
        return new Expr.Literal(months, SqlTypes.INTERVAL_YEAR_MONTH.withNullable(false));
    }

    private static Expr.Literal seconds(long seconds) {
        return new Expr.Literal(seconds * MICROS_PER_SECOND, SqlTypes.INTERVAL_DAY_SECOND.withNullable(false));
    }
}
