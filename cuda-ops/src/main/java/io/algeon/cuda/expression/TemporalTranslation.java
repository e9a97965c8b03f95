package io.algeon.cuda.expression;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which instructions carry out arithmetic and functions of dates, times, timestamps and intervals. Those with a time zone stay on the
 * CPU, which has the rules of the zones.
 */
final class TemporalTranslation {
    /** In the order of {@code DateField} in {@code common/calendar.cuh}. */
    private static final List<String> DATE_FIELDS = List.of(
            "YEAR",
            "QUARTER",
            "MONTH",
            "WEEK",
            "DAY",
            "DOW",
            "ISODOW",
            "DOY",
            "ISOYEAR",
            "CENTURY",
            "DECADE",
            "MILLENNIUM");

    private static final Map<String, String> SHORTHANDS = Map.ofEntries(
            Map.entry("year", "YEAR"),
            Map.entry("quarter", "QUARTER"),
            Map.entry("month", "MONTH"),
            Map.entry("week", "WEEK"),
            Map.entry("day", "DAY"),
            Map.entry("dayofmonth", "DAY"),
            Map.entry("dayofweek", "DOW"),
            Map.entry("dayofyear", "DOY"),
            Map.entry("hour", "HOUR"),
            Map.entry("minute", "MINUTE"),
            Map.entry("second", "SECOND"),
            Map.entry("isodow", "ISODOW"),
            Map.entry("isoyear", "ISOYEAR"),
            Map.entry("dow", "DOW"),
            Map.entry("doy", "DOY"),
            Map.entry("century", "CENTURY"),
            Map.entry("decade", "DECADE"));

    private static final String DAYS = "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday";
    private static final String MONTHS =
            "January,February,March,April,May,June,July,August,September,October,November,December";

    private static final int FIRST_DAY = 0;
    private static final int ORDINAL = 1;
    private static final int LAST_OF_MONTH = 2;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long NANOS_PER_MICRO = 1000;
    private static final int MONTHS_PER_YEAR = 12;

    private final ProgramCompiler compiler;
    private final ProgramWriter out;

    TemporalTranslation(ProgramCompiler compiler, ProgramWriter out) {
        this.compiler = compiler;
        this.out = out;
    }

    /** The register of a call's result; -1 if it is no such function that the device knows. */
    int call(Expr.Call call) {
        String shorthand = SHORTHANDS.get(call.function());
        if (shorthand != null) {
            return extract(shorthand, call.operands().get(0), call.type());
        }
        return switch (call.function()) {
            case "extract", "date_part" ->
                extract(field(call.operands().get(0)), call.operands().get(1), call.type());
            case "date_trunc" -> truncate(call);
            case "date_diff" -> difference(call);
            case "last_day" -> {
                int days = days(call.operands().get(0));
                out.emit(Opcode.CALENDAR, days, days, 0, 0, LAST_OF_MONTH);
                yield days;
            }
            case "dayname" -> name(call.operands().get(0), "ISODOW", DAYS);
            case "monthname" -> name(call.operands().get(0), "MONTH", MONTHS);
            case "make_date" -> {
                int first = compiler.value(call.operands().get(0));
                int rest = compiler.block(call.operands().subList(1, 3));
                int target = compiler.take();
                out.emit(Opcode.MAKE_DATE, target, first, rest);
                compiler.release(first);
                compiler.releaseBlock(rest, 2);
                yield target;
            }
            default -> -1;
        };
    }

    private static NotOnDevice unsupported(Expr left, Expr right) {
        return new NotOnDevice("the arithmetic of " + left.type() + " and " + right.type());
    }

    private static boolean isNano(SqlType type) {
        return (type.kind() == TypeKind.TIME || type.kind() == TypeKind.TIMESTAMP) && type.precision() > 6;
    }

    private static long unitsPerDay(SqlType type) {
        return type.unitsPerSecond() * SECONDS_PER_DAY;
    }

    /** add, subtract, multiply or divide (0 to 3) where an operand is a date, time or interval. */
    int arithmetic(Expr.Call call, int operation) {
        Expr left = call.operands().get(0);
        Expr right = call.operands().get(1);
        TypeKind a = left.type().kind();
        TypeKind b = right.type().kind();
        boolean minus = operation == 1;
        if (operation == 2 && a.isInteger() || operation == 0 && (a.isInterval() || a.isInteger()) && b.isDateTime()) {
            return arithmetic(new Expr.Call(call.function(), List.of(right, left), call.type()), operation);
        }
        if (operation >= 2) {
            // quotients of intervals are rounded, which only the CPU does
            if (operation != 2 || !a.isInterval() || !b.isInteger()) {
                throw unsupported(left, right);
            }
            return compiler.binary(Opcode.INT_MULTIPLY, left, right, ProgramCompiler.bits(call.type()), 0);
        }
        Opcode op = minus ? Opcode.INT_SUBTRACT : Opcode.INT_ADD;
        if (a == TypeKind.DATE && b.isInteger() || a == b && a.isInterval()) {
            return compiler.binary(op, left, right, ProgramCompiler.bits(call.type()), 0);
        }
        if (a == b && minus && (a == TypeKind.DATE || a == TypeKind.TIME || a == TypeKind.TIMESTAMP)) {
            return pointDifference(left, right, call.type());
        }
        if (b == TypeKind.INTERVAL_YEAR_MONTH && (a == TypeKind.DATE || a == TypeKind.TIMESTAMP)) {
            long unit = a == TypeKind.DATE ? 0 : unitsPerDay(left.type());
            int point = compiler.value(left);
            int months = signed(right, minus);
            int target = compiler.take();
            out.emit(Opcode.ADD_MONTHS, target, point, months, 0, unit);
            compiler.release(point);
            compiler.release(months);
            return target;
        }
        if (b == TypeKind.INTERVAL_DAY_SECOND) {
            return plusDuration(left, right, minus, call.type());
        }
        throw unsupported(left, right);
    }

    private int pointDifference(Expr left, Expr right, SqlType result) {
        if (isNano(left.type()) != isNano(right.type())) {
            throw unsupported(left, right);
        }
        int units = compiler.binary(Opcode.INT_SUBTRACT, left, right, Long.SIZE, 0);
        if (left.type().kind() == TypeKind.DATE) {
            if (result.kind() == TypeKind.INTERVAL_DAY_SECOND) {
                out.emit(Opcode.SCALE_INT, units, units, 0, 0, MICROS_PER_DAY);
            }
        } else if (isNano(left.type())) {
            out.emit(Opcode.TIME_FIELD, units, units, 0, 0, NANOS_PER_MICRO);
        }
        return units;
    }

    private int plusDuration(Expr left, Expr right, boolean minus, SqlType result) {
        TypeKind point = left.type().kind();
        boolean known = point == TypeKind.DATE
                        && (result.kind() == TypeKind.DATE || result.kind() == TypeKind.TIMESTAMP)
                || (point == TypeKind.TIME || point == TypeKind.TIMESTAMP || point == TypeKind.TIMESTAMP_WITH_TIME_ZONE)
                        && result.kind() == point;
        if (!known) {
            throw unsupported(left, right);
        }
        int units = compiler.value(left);
        int step = signed(right, minus);
        if (result.kind() == TypeKind.DATE) {
            out.emit(Opcode.FLOOR_DIVIDE, step, step, 0, 0, MICROS_PER_DAY);
        } else if (isNano(result)) {
            out.emit(Opcode.SCALE_INT, step, step, 0, 0, NANOS_PER_MICRO);
        }
        int target = compiler.take();
        int from = units;
        if (point == TypeKind.DATE && result.kind() == TypeKind.TIMESTAMP) {
            out.emit(Opcode.SCALE_INT, target, units, 0, 0, unitsPerDay(result));
            from = target;
        }
        out.emit(Opcode.INT_ADD, target, from, step, ProgramCompiler.bits(result), 0);
        if (point == TypeKind.TIME) {
            out.emit(Opcode.FLOOR_MODULO, target, target, 0, 0, unitsPerDay(result));
        }
        compiler.release(units);
        compiler.release(step);
        return target;
    }

    /** A copy of an operand, negated for a difference. */
    private int signed(Expr operand, boolean minus) {
        int value = compiler.value(operand);
        int target = compiler.take();
        out.emit(minus ? Opcode.INT_NEGATE : Opcode.MOVE, target, value, 0, Long.SIZE, 0);
        compiler.release(value);
        return target;
    }

    // ---- fields

    private String field(Expr operand) {
        Object named = compiler.known(operand);
        return named == null ? "YEAR" : ((String) named).toUpperCase(Locale.ROOT);
    }

    /** The day of a date or timestamp, in a register of its own. */
    private int days(Expr source) {
        TypeKind kind = source.type().kind();
        if (kind == TypeKind.DATE) {
            return compiler.unary(Opcode.MOVE, source, 0, 0);
        } else if (kind == TypeKind.TIMESTAMP) {
            return compiler.unary(Opcode.FLOOR_DIVIDE, source, 0, unitsPerDay(source.type()));
        }
        throw new NotOnDevice("days of " + source.type());
    }

    private int name(Expr source, String field, String names) {
        Expr number =
                new Expr.Call("extract", List.of(new Expr.Literal(field, SqlTypes.VARCHAR), source), SqlTypes.BIGINT);
        return compiler.value(new Expr.Call(
                "split_part",
                List.of(new Expr.Literal(names, SqlTypes.VARCHAR), new Expr.Literal(",", SqlTypes.VARCHAR), number),
                SqlTypes.VARCHAR));
    }

    private int extract(String field, Expr source, SqlType result) {
        TypeKind kind = source.type().kind();
        NotOnDevice unsupported = new NotOnDevice("extract(" + field + ") of " + source.type());
        int index = DATE_FIELDS.indexOf(field);
        if (index >= 0 && (kind == TypeKind.DATE || kind == TypeKind.TIMESTAMP)) {
            int days = days(source);
            out.emit(Opcode.DATE_FIELD, days, days, 0, index, 0);
            return scaled(days, 0, result);
        }
        if (kind == TypeKind.INTERVAL_YEAR_MONTH) {
            return scaled(monthField(field, source, unsupported), 0, result);
        }
        if (kind == TypeKind.DATE && field.equals("EPOCH")) {
            throw unsupported; // days on the CPU
        }
        if (kind != TypeKind.TIMESTAMP && kind != TypeKind.TIME && kind != TypeKind.INTERVAL_DAY_SECOND) {
            throw unsupported;
        }
        boolean nano = isNano(source.type());
        long second = nano ? 1_000_000_000L : 1_000_000L;
        int digits = nano ? 9 : 6;
        boolean duration = kind == TypeKind.INTERVAL_DAY_SECOND;
        switch (field) {
            case "EPOCH" -> {
                return scaled(compiler.unary(Opcode.MOVE, source, 0, 0), digits, result);
            }
            case "DAY" -> {
                if (duration) {
                    return scaled(compiler.unary(Opcode.TIME_FIELD, source, 0, second * SECONDS_PER_DAY), 0, result);
                }
                throw unsupported;
            }
            case "HOUR", "MINUTE" -> {
                int time = time(source, second * SECONDS_PER_DAY);
                boolean hour = field.equals("HOUR");
                out.emit(Opcode.TIME_FIELD, time, time, 0, hour ? 24 : 60, second * (hour ? 3600 : 60));
                return scaled(time, 0, result);
            }
            case "SECOND", "MILLISECOND", "MICROSECOND" -> {
                int time = time(source, second * SECONDS_PER_DAY);
                int minute = compiler.take();
                out.emit(Opcode.CONSTANT, minute, 0, 0, out.constant(60 * second, 0), 0);
                out.emit(Opcode.INT_MODULO, time, time, minute);
                compiler.release(minute);
                int places = digits - (field.equals("SECOND") ? 0 : field.equals("MILLISECOND") ? 3 : 6);
                return scaled(time, places, result);
            }
            default -> throw unsupported;
        }
    }

    /** The time of a day, or a duration as it is, in a register of its own. */
    private int time(Expr source, long unitsPerDay) {
        return source.type().kind() == TypeKind.TIMESTAMP
                ? compiler.unary(Opcode.FLOOR_MODULO, source, 0, unitsPerDay)
                : compiler.unary(Opcode.MOVE, source, 0, 0);
    }

    private int monthField(String field, Expr source, NotOnDevice unsupported) {
        return switch (field) {
            case "YEAR" -> compiler.unary(Opcode.TIME_FIELD, source, 0, MONTHS_PER_YEAR);
            case "MONTH" -> compiler.unary(Opcode.TIME_FIELD, source, MONTHS_PER_YEAR, 1);
            case "DECADE" -> compiler.unary(Opcode.TIME_FIELD, source, 0, 10 * MONTHS_PER_YEAR);
            case "CENTURY" -> compiler.unary(Opcode.TIME_FIELD, source, 0, 100 * MONTHS_PER_YEAR);
            case "MILLENNIUM" -> compiler.unary(Opcode.TIME_FIELD, source, 0, 1000 * MONTHS_PER_YEAR);
            default -> throw unsupported;
        };
    }

    /** A field with so many decimal places as a number of the result's type. */
    private int scaled(int register, int places, SqlType result) {
        if (result.kind().isInteger()) {
            if (places > 0) {
                out.emit(Opcode.FLOOR_DIVIDE, register, register, 0, 0, power(places));
            }
        } else if (result.kind() == TypeKind.DECIMAL) {
            int change = result.scale() - places;
            if (change > 0) {
                out.emit(Opcode.SCALE_INT, register, register, 0, 0, power(change));
            } else if (change < 0) {
                out.emit(Opcode.FLOOR_DIVIDE, register, register, 0, 0, power(-change));
            }
        } else if (result.kind() == TypeKind.DOUBLE) {
            out.emit(Opcode.EXACT_TO_FLOAT, register, register, 0, places, 0);
        } else {
            throw new NotOnDevice("extract as " + result);
        }
        return register;
    }

    private static long power(int places) {
        if (places > 18) {
            throw new NotOnDevice("extract with " + places + " more decimal places");
        }
        long power = 1;
        for (int i = 0; i < places; i++) {
            power *= 10;
        }
        return power;
    }

    private int truncate(Expr.Call call) {
        String field = field(call.operands().get(0));
        Expr source = call.operands().get(1);
        SqlType from = source.type();
        SqlType to = call.type();
        NotOnDevice unsupported = new NotOnDevice("date_trunc('" + field + "') of " + from);
        int index = DATE_FIELDS.indexOf(field);
        boolean isDate = from.kind() == TypeKind.DATE;
        if (!isDate && from.kind() != TypeKind.TIMESTAMP
                || to.kind() != TypeKind.TIMESTAMP && to.kind() != TypeKind.DATE
                || !isDate && to.kind() == TypeKind.TIMESTAMP && isNano(from) != isNano(to)) {
            throw unsupported;
        }
        long second = isDate ? 0 : from.unitsPerSecond();
        long step = switch (field) {
            case "HOUR" -> second * 3600;
            case "MINUTE" -> second * 60;
            case "SECOND" -> second;
            case "MILLISECOND" -> second / 1_000;
            case "MICROSECOND" -> second / 1_000_000;
            default -> 0;
        };
        if (step > 0 && to.kind() == TypeKind.TIMESTAMP) {
            int units = compiler.unary(Opcode.FLOOR_DIVIDE, source, 0, step);
            out.emit(Opcode.SCALE_INT, units, units, 0, 0, step);
            return units;
        }
        if (index < 0) {
            throw unsupported;
        }
        int days = days(source);
        out.emit(Opcode.CALENDAR, days, days, 0, index, FIRST_DAY);
        if (to.kind() == TypeKind.TIMESTAMP) {
            out.emit(Opcode.SCALE_INT, days, days, 0, 0, unitsPerDay(to));
        }
        return days;
    }

    private int difference(Expr.Call call) {
        String field = field(call.operands().get(0));
        int to = ordinal(field, call.operands().get(2));
        int from = ordinal(field, call.operands().get(1));
        int target = compiler.take();
        out.emit(Opcode.INT_SUBTRACT, target, to, from, Long.SIZE, 0);
        compiler.release(to);
        compiler.release(from);
        return target;
    }

    private int ordinal(String field, Expr source) {
        TypeKind kind = source.type().kind();
        int index = DATE_FIELDS.indexOf(field);
        if (index >= 0) {
            int days = days(source);
            out.emit(Opcode.CALENDAR, days, days, 0, index, ORDINAL);
            return days;
        }
        long seconds = switch (field) {
            case "HOUR" -> 3600;
            case "MINUTE" -> 60;
            case "SECOND", "EPOCH" -> 1;
            default -> 0;
        };
        if (seconds == 0 || kind != TypeKind.DATE && kind != TypeKind.TIMESTAMP) {
            throw new NotOnDevice("date_diff('" + field + "') of " + source.type());
        }
        return kind == TypeKind.DATE
                ? compiler.unary(Opcode.SCALE_INT, source, 0, SECONDS_PER_DAY / seconds)
                : compiler.unary(
                        Opcode.FLOOR_DIVIDE, source, 0, seconds * source.type().unitsPerSecond());
    }
}
