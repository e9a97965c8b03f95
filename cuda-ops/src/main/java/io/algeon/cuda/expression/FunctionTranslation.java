package io.algeon.cuda.expression;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which instructions carry out which functions and casts. */
final class FunctionTranslation {
    private static final Map<String, Integer> RELATIONS =
            Map.of("equal", 0, "not_equal", 1, "less", 2, "less_or_equal", 3, "greater", 4, "greater_or_equal", 5);
    private static final Map<String, Integer> TRUTHS =
            Map.of("is_true", 0, "is_false", 1, "is_not_true", 2, "is_not_false", 3);
    private static final List<String> ARITHMETIC = List.of("add", "subtract", "multiply", "divide", "modulo");
    private static final List<String> ROUNDING = List.of("floor", "ceil", "round", "truncate");

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

    private static final int EXACT_POWERS = 22;
    private static final int REAL = 16;
    private static final int PLACES_OFFSET = 64;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final int BYTE = 8;

    private final ProgramCompiler compiler;
    private final ProgramWriter out;

    FunctionTranslation(ProgramCompiler compiler, ProgramWriter out) {
        this.compiler = compiler;
        this.out = out;
    }

    int call(Expr.Call call) {
        String function = call.function();
        List<Expr> operands = call.operands();
        Integer relation = RELATIONS.get(function);
        if (relation != null) {
            return compiler.compare(operands.get(0), operands.get(1), relation, false);
        }
        Integer truth = TRUTHS.get(function);
        if (truth != null) {
            return unary(Opcode.TRUTH, operands.get(0), truth, 0);
        }
        if (ARITHMETIC.contains(function)) {
            return arithmetic(call, ARITHMETIC.indexOf(function));
        }
        if (ROUNDING.contains(function)) {
            return round(call, ROUNDING.indexOf(function));
        }
        return switch (function) {
            case "is_not_distinct_from" -> compiler.compare(operands.get(0), operands.get(1), 0, true);
            case "is_distinct_from" -> compiler.compare(operands.get(0), operands.get(1), 1, true);
            case "not" -> unary(Opcode.NOT, operands.get(0), 0, 0);
            case "is_null" -> unary(Opcode.IS_NULL, operands.get(0), 0, 0);
            case "is_not_null" -> unary(Opcode.IS_NULL, operands.get(0), 1, 0);
            case "negate" -> negate(call);
            case "abs" -> abs(call);
            case "sign" -> sign(call);
            case "sqrt" -> unary(Opcode.FLOAT_FUNCTION, floating(operands.get(0)), 1, 0);
            case "greatest", "least" -> extreme(call);
            case "extract" -> extract(call);
            case "like" -> like(operands);
            case "substring" -> substring(operands);
            case "left" -> prefix(operands);
            case "char_length", "character_length", "length" -> {
                boolean characters = text(operands.get(0)).type().kind().isCharacter();
                yield unary(characters ? Opcode.CHARACTERS : Opcode.OCTETS, operands.get(0), 0, 0);
            }
            case "octet_length" -> unary(Opcode.OCTETS, text(operands.get(0)), 0, 0);
            case "upper" -> unary(Opcode.CASE_ASCII, text(operands.get(0)), 1, 0);
            case "lower" -> unary(Opcode.CASE_ASCII, text(operands.get(0)), 0, 0);
            case "trim_leading" -> trim(operands, 1);
            case "trim_trailing" -> trim(operands, 2);
            case "trim_both" -> trim(operands, 3);
            case "starts_with" -> binary(Opcode.STARTS_WITH, text(operands.get(0)), text(operands.get(1)), 0, 0);
            case "position" -> {
                if (operands.size() != 2) {
                    throw unsupported(call);
                }
                yield binary(Opcode.POSITION, text(operands.get(0)), text(operands.get(1)), 0, 0);
            }
            case "concat" -> concat(operands);
            default -> throw unsupported(call);
        };
    }

    private static NotOnDevice unsupported(Expr.Call call) {
        return new NotOnDevice("the function " + call.function()
                + (call.operands().isEmpty()
                        ? ""
                        : " of " + call.operands().get(0).type()));
    }

    private int unary(Opcode op, Expr operand, int small, long large) {
        int a = compiler.value(operand);
        int target = compiler.take();
        out.emit(op, target, a, 0, small, large);
        compiler.release(a);
        return target;
    }

    private int binary(Opcode op, Expr left, Expr right, int small, long large) {
        int a = compiler.value(left);
        int b = compiler.value(right);
        int target = compiler.take();
        out.emit(op, target, a, b, small, large);
        compiler.release(a);
        compiler.release(b);
        return target;
    }

    private static Expr text(Expr operand) {
        if (ValueKind.of(operand.type()) != ValueKind.STRING) {
            throw new NotOnDevice("text functions of " + operand.type());
        }
        return operand;
    }

    private static Expr floating(Expr operand) {
        if (!operand.type().kind().isFloating()) {
            throw new NotOnDevice("floating-point functions of " + operand.type());
        }
        return operand;
    }

    // ---- numbers

    private int arithmetic(Expr.Call call, int operation) {
        SqlType type = call.type();
        SqlType left = call.operands().get(0).type();
        SqlType right = call.operands().get(1).type();
        if (left.kind().isDateTime()
                || right.kind().isDateTime()
                || left.kind().isInterval()
                || right.kind().isInterval()) {
            return temporal(call, operation);
        }
        if (type.kind().isFloating()) {
            int single = type.kind() == TypeKind.REAL ? REAL : 0;
            return binary(
                    Opcode.FLOAT,
                    floating(call.operands().get(0)),
                    floating(call.operands().get(1)),
                    operation | single,
                    0);
        }
        if (type.kind() == TypeKind.DECIMAL) {
            if (!left.kind().isExactNumeric() || !right.kind().isExactNumeric()) {
                throw unsupported(call);
            }
            long large = left.scale()
                    | (long) right.scale() << BYTE
                    | (long) type.scale() << 2 * BYTE
                    | (long) type.precision() << 3 * BYTE;
            return binary(
                    Opcode.DECIMAL, call.operands().get(0), call.operands().get(1), operation, large);
        }
        if (!type.kind().isInteger()) {
            throw unsupported(call);
        }
        return binary(
                integer(operation), call.operands().get(0), call.operands().get(1), ProgramCompiler.bits(type), 0);
    }

    private static Opcode integer(int operation) {
        return Opcode.values()[Opcode.INT_ADD.ordinal() + operation];
    }

    private int negate(Expr.Call call) {
        Expr operand = call.operands().get(0);
        return switch (ValueKind.of(call.type())) {
            case F32, F64 -> unary(Opcode.FLOAT_NEGATE, operand, 0, 0);
            case I32, I64 ->
                call.type().kind() == TypeKind.DECIMAL
                        ? unary(Opcode.DECIMAL_NEGATE, operand, 0, 0)
                        : unary(Opcode.INT_NEGATE, operand, ProgramCompiler.bits(call.type()), 0);
            case I128 -> unary(Opcode.DECIMAL_NEGATE, operand, 0, 0);
            case BOOL, STRING -> throw unsupported(call);
        };
    }

    private int abs(Expr.Call call) {
        Expr operand = call.operands().get(0);
        if (call.type().kind().isFloating()) {
            return unary(Opcode.FLOAT_FUNCTION, floating(operand), 0, 0);
        }
        if (!call.type().kind().isExactNumeric()) {
            throw unsupported(call);
        }
        int register = unary(Opcode.ABS, operand, 0, 0);
        if (call.type().kind().isInteger()) {
            out.emit(Opcode.INT_FIT, register, register, 0, ProgramCompiler.bits(call.type()), 0);
        }
        return register;
    }

    private int sign(Expr.Call call) {
        if (!call.operands().get(0).type().kind().isExactNumeric()) {
            throw unsupported(call);
        }
        return unary(Opcode.SIGN, call.operands().get(0), 0, 0);
    }

    private int round(Expr.Call call, int mode) {
        Expr operand = call.operands().get(0);
        SqlType from = operand.type();
        SqlType to = call.type();
        if (from.kind() == TypeKind.DOUBLE
                && to.kind() == TypeKind.DOUBLE
                && call.operands().size() == 1) {
            return unary(Opcode.FLOAT_ROUND, operand, mode, 0);
        }
        if (!from.kind().isExactNumeric() || !to.kind().isExactNumeric()) {
            throw unsupported(call);
        }
        long places = 0;
        if (call.operands().size() == 2) {
            Object known = compiler.known(call.operands().get(1));
            if (known == null && compiler.knowsConstants()) {
                throw new NotOnDevice("rounding to NULL places");
            }
            places = known == null ? 0 : ((Number) known).longValue();
        }
        // rounding to more places than there are changes nothing, and left of 38 digits there is nothing left
        int kept = (int) Math.max(-39, Math.min(from.scale(), places));
        int precision = to.kind() == TypeKind.DECIMAL ? to.precision() : 38;
        int register = unary(
                Opcode.ROUND,
                operand,
                mode,
                from.scale()
                        | (long) (kept + PLACES_OFFSET) << BYTE
                        | (long) to.scale() << 2 * BYTE
                        | (long) precision << 3 * BYTE);
        if (to.kind().isInteger()) {
            out.emit(Opcode.INT_FIT, register, register, 0, ProgramCompiler.bits(to), 0);
        }
        return register;
    }

    private int extreme(Expr.Call call) {
        int greatest = call.function().equals("greatest") ? 1 : 0;
        ValueKind kind = ValueKind.of(call.type());
        int target = compiler.take();
        int first = compiler.value(call.operands().get(0));
        out.emit(Opcode.MOVE, target, first, 0);
        compiler.release(first);
        for (Expr operand : call.operands().subList(1, call.operands().size())) {
            if (ValueKind.of(operand.type()) != kind) {
                throw unsupported(call);
            }
            int next = compiler.value(operand);
            out.emit(Opcode.EXTREME, target, target, next, greatest, kind.ordinal());
            compiler.release(next);
        }
        return target;
    }

    // ---- dates and times

    private int temporal(Expr.Call call, int operation) {
        Expr left = call.operands().get(0);
        Expr right = call.operands().get(1);
        TypeKind a = left.type().kind();
        TypeKind b = right.type().kind();
        TypeKind result = call.type().kind();
        boolean additive = operation < 2;
        if (additive && a == TypeKind.DATE && (b.isInteger() || b == TypeKind.DATE && result == TypeKind.INTEGER)
                || additive && a.isInteger() && b == TypeKind.DATE && operation == 0) {
            return binary(integer(operation), left, right, Integer.SIZE, 0);
        }
        if (additive && a == b && a.isInterval()) {
            return binary(integer(operation), left, right, ProgramCompiler.bits(call.type()), 0);
        }
        if (additive && a.isInterval() && operation == 0) {
            return temporal(new Expr.Call("add", List.of(right, left), call.type()), 0);
        }
        if (additive && b == TypeKind.INTERVAL_YEAR_MONTH && (a == TypeKind.DATE || a == TypeKind.TIMESTAMP)) {
            long unit = a == TypeKind.DATE ? 0 : left.type().unitsPerSecond() * 86_400;
            int point = compiler.value(left);
            int months = signed(right, operation);
            int target = compiler.take();
            out.emit(Opcode.ADD_MONTHS, target, point, months, 0, unit);
            compiler.release(point);
            compiler.release(months);
            return target;
        }
        if (additive
                && b == TypeKind.INTERVAL_DAY_SECOND
                && (a == TypeKind.DATE && result == TypeKind.DATE
                        || (a == TypeKind.TIMESTAMP || a == TypeKind.TIMESTAMP_WITH_TIME_ZONE) && result == a)) {
            int point = compiler.value(left);
            int step = signed(right, operation);
            if (a == TypeKind.DATE) {
                out.emit(Opcode.FLOOR_DIVIDE, step, step, 0, 0, MICROS_PER_DAY);
            } else if (a == TypeKind.TIMESTAMP && left.type().precision() > 6) {
                out.emit(Opcode.SCALE_INT, step, step, 0, 0, 1000);
            }
            int target = compiler.take();
            out.emit(Opcode.INT_ADD, target, point, step, ProgramCompiler.bits(call.type()), 0);
            compiler.release(point);
            compiler.release(step);
            return target;
        }
        throw new NotOnDevice("the arithmetic of " + left.type() + " and " + right.type());
    }

    /** A copy of an operand, negated for a difference. */
    private int signed(Expr operand, int operation) {
        int value = compiler.value(operand);
        int target = compiler.take();
        out.emit(operation == 1 ? Opcode.INT_NEGATE : Opcode.MOVE, target, value, 0, Long.SIZE, 0);
        compiler.release(value);
        return target;
    }

    private int extract(Expr.Call call) {
        Expr source = call.operands().get(1);
        Object named = compiler.known(call.operands().get(0));
        String field = named == null ? "YEAR" : ((String) named).toUpperCase(Locale.ROOT);
        TypeKind kind = source.type().kind();
        if (ValueKind.of(call.type()) != ValueKind.I64 && ValueKind.of(call.type()) != ValueKind.I32
                || call.type().kind() == TypeKind.DECIMAL && call.type().scale() != 0) {
            throw new NotOnDevice("extract(" + field + ") as " + call.type());
        }
        int index = DATE_FIELDS.indexOf(field);
        if (index >= 0 && (kind == TypeKind.DATE || kind == TypeKind.TIMESTAMP)) {
            if (kind == TypeKind.DATE) {
                return unary(Opcode.DATE_FIELD, source, index, 0);
            }
            int days = unary(Opcode.FLOOR_DIVIDE, source, 0, source.type().unitsPerSecond() * 86_400);
            out.emit(Opcode.DATE_FIELD, days, days, 0, index, 0);
            return days;
        }
        long second = source.type().unitsPerSecond();
        if (kind == TypeKind.TIMESTAMP && (field.equals("HOUR") || field.equals("MINUTE"))) {
            int time = unary(Opcode.FLOOR_MODULO, source, 0, second * 86_400);
            boolean hour = field.equals("HOUR");
            out.emit(Opcode.TIME_FIELD, time, time, 0, hour ? 0 : 60, second * (hour ? 3600 : 60));
            return time;
        }
        throw new NotOnDevice("extract(" + field + ") of " + source.type());
    }

    // ---- text

    private int like(List<Expr> operands) {
        Expr subject = text(operands.get(0));
        Object pattern = compiler.known(operands.get(1));
        Object escape = operands.size() > 2 ? compiler.known(operands.get(2)) : "";
        int a = compiler.value(subject);
        int b = compiler.take();
        if (compiler.knowsConstants() && (pattern == null || escape == null)) {
            out.emit(Opcode.NULL, b, 0, 0);
        } else {
            byte[] tokens = tokens(pattern == null ? "" : (String) pattern, escape == null ? "" : (String) escape);
            out.emit(Opcode.CONSTANT, b, 0, 0, out.newText(tokens), 0);
        }
        int target = compiler.take();
        out.emit(Opcode.LIKE, target, a, b);
        compiler.release(a);
        compiler.release(b);
        return target;
    }

    private static byte[] tokens(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw new NotOnDevice("LIKE with the escape '" + escape + "'");
        }
        int escapePoint = escape.isEmpty() ? -1 : escape.codePointAt(0);
        ByteArrayOutputStream tokens = new ByteArrayOutputStream();
        int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            if (points[i] == escapePoint && i + 1 < points.length) {
                i++;
            } else if (points[i] == '%' || points[i] == '_') {
                tokens.write(points[i] == '_' ? 1 : 2);
                tokens.write(0);
                continue;
            }
            for (byte literal : Character.toString(points[i]).getBytes(StandardCharsets.UTF_8)) {
                tokens.write(0);
                tokens.write(literal);
            }
        }
        return tokens.toByteArray();
    }

    private int substring(List<Expr> operands) {
        Expr subject = operands.get(0);
        if (!subject.type().kind().isCharacter()) {
            throw new NotOnDevice("substring of " + subject.type());
        }
        int a = compiler.value(subject);
        int pair = compiler.take(2);
        for (int i = 1; i < operands.size(); i++) {
            int value = compiler.value(operands.get(i));
            out.emit(Opcode.MOVE, pair + i - 1, value, 0);
            compiler.release(value);
        }
        int target = compiler.take();
        out.emit(Opcode.SUBSTRING, target, a, pair, operands.size() == 3 ? 1 : 0, 0);
        compiler.release(a);
        compiler.release(pair);
        compiler.release(pair + 1);
        return target;
    }

    private int prefix(List<Expr> operands) {
        @Nullable Object count = compiler.known(operands.get(1));
        long characters = count == null ? 0 : ((Number) count).longValue();
        if (compiler.knowsConstants() && count == null || characters < 0 || characters > Integer.MAX_VALUE) {
            throw new NotOnDevice("left of NULL or a negative number of characters");
        }
        return unary(Opcode.PREFIX, text(operands.get(0)), (int) characters, 0);
    }

    private int trim(List<Expr> operands, int ends) {
        @Nullable Object characters = operands.size() > 1 ? compiler.known(operands.get(1)) : " ";
        String set = characters == null ? " " : (String) characters;
        if (compiler.knowsConstants() && characters == null || set.length() != 1 || set.charAt(0) > 127) {
            throw new NotOnDevice("trim of other than one ASCII character");
        }
        return unary(Opcode.TRIM, text(operands.get(0)), ends, set.charAt(0));
    }

    private int concat(List<Expr> operands) {
        int target = compiler.take();
        int first = compiler.value(text(operands.get(0)));
        out.emit(Opcode.MOVE, target, first, 0);
        compiler.release(first);
        for (Expr operand : operands.subList(1, operands.size())) {
            int next = compiler.value(text(operand));
            out.emit(Opcode.CONCAT, target, target, next);
            compiler.release(next);
        }
        return target;
    }

    // ---- casts

    int cast(Expr.Cast cast) {
        SqlType from = cast.operand().type();
        SqlType to = cast.type();
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        NotOnDevice unsupported = new NotOnDevice("a cast of " + from + " to " + to);
        if (cast.safe()) {
            throw new NotOnDevice("TRY_CAST");
        }
        if (source.isCharacter() && target.isCharacter()) {
            if (to.precision() < from.precision() || target == TypeKind.CHAR && source != TypeKind.CHAR) {
                throw unsupported;
            }
            return unary(Opcode.MOVE, cast.operand(), 0, 0);
        }
        if (source.isExactNumeric() && target.isExactNumeric()) {
            return exact(cast.operand(), from, to);
        }
        if (source.isExactNumeric() && target == TypeKind.DOUBLE && from.scale() <= EXACT_POWERS) {
            return unary(Opcode.EXACT_TO_FLOAT, cast.operand(), from.scale(), 0);
        }
        if (source.isFloating() && target == TypeKind.DOUBLE) {
            return unary(Opcode.MOVE, cast.operand(), 0, 0);
        }
        if (source == TypeKind.DOUBLE && target == TypeKind.REAL) {
            return unary(Opcode.TO_REAL, cast.operand(), 0, 0);
        }
        if (source.isFloating() && target.isInteger()) {
            return unary(Opcode.FLOAT_TO_INT, cast.operand(), ProgramCompiler.bits(to), 0);
        }
        if (source.isExactNumeric() && target == TypeKind.BOOLEAN) {
            return unary(Opcode.TO_TRUTH, cast.operand(), 0, 0);
        }
        if (source == TypeKind.BOOLEAN && target.isInteger()
                || source == target && from.precision() == to.precision()) {
            return unary(Opcode.MOVE, cast.operand(), 0, 0);
        }
        if (source == TypeKind.DATE && target == TypeKind.TIMESTAMP) {
            return unary(Opcode.SCALE_INT, cast.operand(), 0, to.unitsPerSecond() * 86_400);
        }
        if (source == TypeKind.TIMESTAMP && target == TypeKind.DATE) {
            return unary(Opcode.FLOOR_DIVIDE, cast.operand(), 0, from.unitsPerSecond() * 86_400);
        }
        throw unsupported;
    }

    private int exact(Expr operand, SqlType from, SqlType to) {
        int precision = to.kind() == TypeKind.DECIMAL ? to.precision() : 38;
        int register = from.scale() == 0 && to.kind().isInteger()
                ? unary(Opcode.MOVE, operand, 0, 0)
                : unary(
                        Opcode.RESCALE,
                        operand,
                        0,
                        from.scale() | (long) to.scale() << BYTE | (long) precision << 2 * BYTE);
        if (to.kind().isInteger()) {
            out.emit(Opcode.INT_FIT, register, register, 0, ProgramCompiler.bits(to), 0);
        }
        return register;
    }
}
