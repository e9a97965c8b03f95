package io.algeon.cuda.expression;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.List;
import java.util.Map;

/** Which instructions carry out which functions and casts. */
final class FunctionTranslation {
    private static final Map<String, Integer> RELATIONS =
            Map.of("equal", 0, "not_equal", 1, "less", 2, "less_or_equal", 3, "greater", 4, "greater_or_equal", 5);
    private static final Map<String, Integer> TRUTHS =
            Map.of("is_true", 0, "is_false", 1, "is_not_true", 2, "is_not_false", 3);
    private static final List<String> ARITHMETIC = List.of("add", "subtract", "multiply", "divide", "modulo");
    private static final List<String> ROUNDING = List.of("floor", "ceil", "round", "truncate");

    /** In the order of {@code BitOperation} in {@code expression_kernels.cu}. */
    private static final List<String> BITS =
            List.of("bitand", "bitor", "bitxor", "bitnot", "shiftleft", "shiftright", "bit_count", "gcd");

    /** Last power of ten that a double holds. */
    private static final int EXACT_POWERS = 22;

    private static final int FLOAT_ROOT = 1;
    private static final int FLOAT_SIGN = 2;
    private static final int FLOAT_NAN = 3;
    private static final int FLOAT_INFINITE = 4;
    private static final int FLOAT_FINITE = 5;
    private static final int FLOAT_SCALED = 6;
    private static final int HALF_UP = 2;
    private static final int REAL = 16;
    private static final int PLACES_OFFSET = 64;
    private static final int BYTE = 8;

    private final ProgramCompiler compiler;
    private final ProgramWriter out;
    private final TextTranslation texts;
    private final TemporalTranslation times;

    FunctionTranslation(ProgramCompiler compiler, ProgramWriter out) {
        this.compiler = compiler;
        this.out = out;
        this.texts = new TextTranslation(compiler, out);
        this.times = new TemporalTranslation(compiler, out);
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
            case "sqrt" -> floatFunction(operands.get(0), FLOAT_ROOT, 0);
            case "greatest", "least" -> extreme(call);
            case "isnan" -> floatTest(call, FLOAT_NAN);
            case "isinf" -> floatTest(call, FLOAT_INFINITE);
            case "isfinite" -> floatTest(call, FLOAT_FINITE);
            case "degrees" -> scaled(call, 180 / Math.PI);
            case "radians" -> scaled(call, Math.PI / 180);
            case "bitand", "bitor", "bitxor", "bitnot", "shiftleft", "shiftright", "bit_count", "gcd" -> bits(call);
            default -> {
                int register = texts.call(call);
                register = register >= 0 ? register : times.call(call);
                if (register < 0) {
                    throw unsupported(call);
                }
                yield register;
            }
        };
    }

    private static NotOnDevice unsupported(Expr.Call call) {
        return new NotOnDevice("the function " + call.function()
                + (call.operands().isEmpty()
                        ? ""
                        : " of " + call.operands().get(0).type()));
    }

    private int unary(Opcode op, Expr operand, int small, long large) {
        return compiler.unary(op, operand, small, large);
    }

    private int binary(Opcode op, Expr left, Expr right, int small, long large) {
        return compiler.binary(op, left, right, small, large);
    }

    /** A function of a double, of any number. */
    private int floatFunction(Expr operand, int function, long large) {
        SqlType type = operand.type();
        if (type.kind().isExactNumeric() && type.scale() <= EXACT_POWERS) {
            int register = unary(Opcode.EXACT_TO_FLOAT, operand, type.scale(), 0);
            out.emit(Opcode.FLOAT_FUNCTION, register, register, 0, function, large);
            return register;
        }
        return unary(Opcode.FLOAT_FUNCTION, floating(operand), function, large);
    }

    private int scaled(Expr.Call call, double factor) {
        return floatFunction(call.operands().get(0), FLOAT_SCALED, Double.doubleToLongBits(factor));
    }

    private int floatTest(Expr.Call call, int function) {
        Expr operand = call.operands().get(0);
        if (!operand.type().kind().isFloating()) {
            throw unsupported(call);
        }
        return unary(Opcode.FLOAT_FUNCTION, operand, function, 0);
    }

    private int bits(Expr.Call call) {
        Expr left = call.operands().get(0);
        Expr right = call.operands().get(call.operands().size() - 1);
        int width = ProgramCompiler.bits(call.function().equals("bit_count") ? left.type() : call.type());
        return binary(Opcode.BITS, left, right, BITS.indexOf(call.function()), width);
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
            return times.arithmetic(call, operation);
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
        if (call.operands().get(0).type().kind().isFloating()) {
            return unary(Opcode.FLOAT_FUNCTION, call.operands().get(0), FLOAT_SIGN, 0);
        }
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
        boolean toPlaces = from.kind() == TypeKind.DOUBLE && to.kind() == TypeKind.DOUBLE;
        if (!toPlaces && (!from.kind().isExactNumeric() || !to.kind().isExactNumeric())) {
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
        if (toPlaces) {
            int limited = (int) Math.max(-400, Math.min(400, places));
            return unary(Opcode.ROUND_PLACES, operand, limited, mode == HALF_UP ? 0 : 1);
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
}
