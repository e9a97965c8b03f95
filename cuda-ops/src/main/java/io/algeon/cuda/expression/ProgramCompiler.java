package io.algeon.cuda.expression;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions to bytecode.
 *
 * <p>What reads no column is a constant, computed once by the CPU's functions. Values that several expressions of a program need
 * are computed once while registers last. Conditional forms keep what they do not need from failing by masks (see
 * {@link Opcode}), as the CPU does.
 *
 * <p>Without an execution the compiler only says whether expressions can be compiled: constants are not known then.
 */
public final class ProgramCompiler {
    private static final int DISTINCT = 256;
    private static final int SMALL = 32;

    private final @Nullable ExecutionContext execution;
    private final ProgramWriter out = new ProgramWriter();
    private final Map<Expr, Kept> kept = new HashMap<>();
    private final FunctionTranslation functions = new FunctionTranslation(this, out);
    private final CastTranslation casts = new CastTranslation(this, out);

    /** A value that may be asked for again: only rows that were active at that depth have it. */
    private record Kept(int register, int depth) {}

    private ProgramCompiler(@Nullable ExecutionContext execution) {
        this.execution = execution;
    }

    /** The program that stores each expression's value in the output column of its position. */
    public static ExpressionProgram projection(List<Expr> expressions, @Nullable ExecutionContext execution) {
        ProgramCompiler compiler = new ProgramCompiler(execution);
        for (int i = 0; i < expressions.size(); i++) {
            ValueKind.of(expressions.get(i).type());
            int register = compiler.value(expressions.get(i));
            compiler.out.emit(Opcode.STORE, 0, register, 0, i, 0);
            compiler.release(register);
        }
        return compiler.out.finish();
    }

    /** The program that flags the rows for which all conditions are true, evaluated one after the other. */
    public static ExpressionProgram condition(List<Expr> conditions, @Nullable ExecutionContext execution) {
        ProgramCompiler compiler = new ProgramCompiler(execution);
        for (Expr condition : conditions) {
            int register = compiler.value(condition);
            compiler.out.emit(Opcode.FILTER, 0, register, 0);
            compiler.release(register);
        }
        compiler.out.emit(Opcode.KEEP, 0, 0, 0);
        return compiler.out.finish();
    }

    /** Why an expression cannot be computed on the device, part of a sentence; null if it can. */
    public static @Nullable String objection(Expr expression) {
        try {
            projection(List.of(expression), null);
            return null;
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
    }

    /** Computes an expression; the caller {@link #release releases} the register. */
    int value(Expr expression) {
        Kept known = kept.get(expression);
        if (known != null) {
            out.hold(known.register());
            return known.register();
        }
        int register = compute(expression);
        if (!(expression instanceof Expr.Literal)) {
            out.hold(register); // by the memo
            kept.put(expression, new Kept(register, out.depth()));
        }
        return register;
    }

    void release(int register) {
        out.release(register);
    }

    /** An instruction with one operand, and a register for its result. */
    int unary(Opcode op, Expr operand, int small, long large) {
        int a = value(operand);
        int target = take();
        out.emit(op, target, a, 0, small, large);
        release(a);
        return target;
    }

    /** An instruction with two operands, and a register for its result. */
    int binary(Opcode op, Expr left, Expr right, int small, long large) {
        int a = value(left);
        int b = value(right);
        int target = take();
        out.emit(op, target, a, b, small, large);
        release(a);
        release(b);
        return target;
    }

    /** Values in registers that follow each other; the first one, 0 if there are no values. */
    int block(List<Expr> values) {
        if (values.isEmpty()) {
            return 0;
        }
        int first = take(values.size());
        for (int i = 0; i < values.size(); i++) {
            int value = value(values.get(i));
            out.emit(Opcode.MOVE, first + i, value, 0);
            release(value);
        }
        return first;
    }

    void releaseBlock(int first, int count) {
        for (int i = 0; i < count; i++) {
            release(first + i);
        }
    }

    /** A register for a result, with one holder. */
    int take() {
        return take(1);
    }

    int take(int count) {
        if (count > 1 || !out.hasFree()) {
            forget(0, !out.hasFree() || count > 1);
        }
        return out.take(count);
    }

    /** Forgets values that were computed under conditions, or all that nobody is using. */
    private void forget(int deeperThan, boolean unused) {
        Iterator<Kept> values = kept.values().iterator();
        while (values.hasNext()) {
            Kept value = values.next();
            if (unused ? out.holders(value.register()) == 1 : value.depth() > deeperThan) {
                out.release(value.register());
                values.remove();
            }
        }
    }

    private void pop() {
        out.emit(Opcode.POP, 0, 0, 0);
        forget(out.depth(), false);
    }

    private int compute(Expr expression) {
        if (expression instanceof Expr.InputRef input) {
            ValueKind.of(input.type());
            int target = take();
            out.emit(Opcode.LOAD, target, 0, 0, input.column(), 0);
            return target;
        }
        if (!readsColumns(expression)) {
            return constant(expression);
        }
        if (expression instanceof Expr.Call call) {
            return functions.call(call);
        } else if (expression instanceof Expr.Cast cast) {
            return casts.cast(cast);
        } else if (expression instanceof Expr.And and) {
            return junction(and.operands(), true);
        } else if (expression instanceof Expr.Or or) {
            return junction(or.operands(), false);
        } else if (expression instanceof Expr.Case choice) {
            return choice(choice);
        } else if (expression instanceof Expr.Coalesce coalesce) {
            return coalesce(coalesce);
        } else if (expression instanceof Expr.InSet set) {
            return membership(set);
        }
        throw new NotOnDevice("the expression " + expression.getClass().getSimpleName());
    }

    static boolean readsColumns(Expr expression) {
        if (expression instanceof Expr.InputRef) {
            return true;
        }
        return children(expression).stream().anyMatch(ProgramCompiler::readsColumns);
    }

    private static List<Expr> children(Expr expression) {
        if (expression instanceof Expr.Call call) {
            return call.operands();
        } else if (expression instanceof Expr.Cast cast) {
            return List.of(cast.operand());
        } else if (expression instanceof Expr.And and) {
            return and.operands();
        } else if (expression instanceof Expr.Or or) {
            return or.operands();
        } else if (expression instanceof Expr.Coalesce coalesce) {
            return coalesce.operands();
        } else if (expression instanceof Expr.InSet set) {
            return List.of(set.operand());
        } else if (expression instanceof Expr.Case choice) {
            List<Expr> all = new ArrayList<>();
            choice.branches().forEach(branch -> {
                all.add(branch.condition());
                all.add(branch.value());
            });
            all.add(choice.otherwise());
            return all;
        }
        return List.of();
    }

    private int constant(Expr expression) {
        ValueKind kind = ValueKind.of(expression.type());
        int target = take();
        @Nullable Object value;
        try {
            value = known(expression);
        } catch (EngineException failing) {
            // it fails for the rows that need it, and only for those
            out.emit(Opcode.RAISE, 0, 0, 0);
            value = null;
        }
        if (value == null) {
            out.emit(Opcode.NULL, target, 0, 0);
        } else {
            out.emit(Opcode.CONSTANT, target, 0, 0, stored(kind, value), 0);
        }
        return target;
    }

    /** Whether values of constants are known. */
    boolean knowsConstants() {
        return execution != null;
    }

    /** The value of an expression that reads no column; null for NULL, and if there is no execution yet. */
    @Nullable
    Object known(Expr expression) {
        if (expression instanceof Expr.Literal literal) {
            return literal.value();
        }
        if (readsColumns(expression)) {
            throw new NotOnDevice("an operand that is not constant");
        }
        return execution == null ? null : ExpressionCompiler.evaluateConstant(expression, execution);
    }

    private int stored(ValueKind kind, Object value) {
        if (kind == ValueKind.STRING) {
            return out.newText(bytes(value));
        }
        long[] halves = halves(value);
        return out.constant(halves[0], halves[1]);
    }

    static byte[] bytes(Object value) {
        return value instanceof Expr.Bytes bytes ? bytes.value() : ((String) value).getBytes(StandardCharsets.UTF_8);
    }

    private static long[] halves(Object value) {
        if (value instanceof Boolean truth) {
            return new long[] {truth ? 1 : 0, 0};
        } else if (value instanceof BigInteger number) {
            return new long[] {number.longValue(), ProgramWriter.high(number)};
        } else if (value instanceof Double || value instanceof Float) {
            long bits = Double.doubleToLongBits(((Number) value).doubleValue());
            return new long[] {bits, bits >> 63};
        }
        long number = ((Number) value).longValue();
        return new long[] {number, number >> 63};
    }

    private int junction(List<Expr> operands, boolean isAnd) {
        int target = take();
        int first = value(operands.get(0));
        out.emit(Opcode.MOVE, target, first, 0);
        release(first);
        for (Expr operand : operands.subList(1, operands.size())) {
            out.emit(isAnd ? Opcode.PUSH_NOT_FALSE : Opcode.PUSH_NOT_TRUE, 0, target, 0);
            int next = value(operand);
            pop();
            out.emit(isAnd ? Opcode.AND : Opcode.OR, target, target, next);
            release(next);
        }
        return target;
    }

    private int choice(Expr.Case choice) {
        int target = take();
        out.emit(Opcode.PUSH_ALL, 0, 0, 0);
        for (Expr.Case.When branch : choice.branches()) {
            int condition = value(branch.condition());
            out.emit(Opcode.PUSH_TRUE, 0, condition, 0);
            int value = value(branch.value());
            out.emit(Opcode.MERGE, target, value, 0);
            release(value);
            pop();
            out.emit(Opcode.DROP_TRUE, 0, condition, 0);
            release(condition);
            // what follows is computed for the remaining rows, which have all of what was computed before
        }
        int otherwise = value(choice.otherwise());
        out.emit(Opcode.MERGE, target, otherwise, 0);
        release(otherwise);
        pop();
        return target;
    }

    private int coalesce(Expr.Coalesce coalesce) {
        int target = take();
        int first = value(coalesce.operands().get(0));
        out.emit(Opcode.MOVE, target, first, 0);
        release(first);
        for (Expr operand : coalesce.operands().subList(1, coalesce.operands().size())) {
            out.emit(Opcode.PUSH_NULL, 0, target, 0);
            int next = value(operand);
            out.emit(Opcode.MERGE, target, next, 0);
            release(next);
            pop();
        }
        return target;
    }

    private int membership(Expr.InSet set) {
        ValueKind kind = ValueKind.of(set.operand().type());
        List<Object> values = new ArrayList<>();
        for (Expr.Literal literal : set.values()) {
            Object value = literal.value();
            if (value != null) {
                values.add(value);
            }
        }
        int operand = value(set.operand());
        int target = take();
        int first = 0;
        for (int i = 0; i < values.size(); i++) {
            Object value = values.stream().sorted(order(kind)).toList().get(i);
            int constant = kind == ValueKind.STRING
                    ? out.newText(bytes(value))
                    : out.newConstant(halves(value)[0], halves(value)[1]);
            first = i == 0 ? constant : first;
        }
        boolean hasNull = set.hasNull() || values.size() < set.values().size();
        out.emit(Opcode.IN_SET, target, operand, kind.ordinal(), first, values.size() | (hasNull ? Long.MIN_VALUE : 0));
        release(operand);
        return target;
    }

    private static Comparator<Object> order(ValueKind kind) {
        return (left, right) -> {
            if (kind == ValueKind.STRING) {
                return java.util.Arrays.compareUnsigned(bytes(left), bytes(right));
            } else if (kind.isFloating()) {
                // -0.0 is 0.0
                return Double.compare(((Number) left).doubleValue() + 0.0, ((Number) right).doubleValue() + 0.0);
            }
            long[] l = halves(left);
            long[] r = halves(right);
            int high = Long.compare(l[1], r[1]);
            return high != 0 ? high : Long.compareUnsigned(l[0], r[0]);
        };
    }

    /** Compares two values; relation as the instruction's s. */
    int compare(Expr left, Expr right, int relation, boolean distinct) {
        ValueKind kind = common(left.type(), right.type());
        int a = value(left);
        int b = value(right);
        int target = take();
        out.emit(Opcode.COMPARE, target, a, b, relation, kind.ordinal() | (distinct ? DISTINCT : 0));
        release(a);
        release(b);
        return target;
    }

    static ValueKind common(SqlType left, SqlType right) {
        ValueKind a = ValueKind.of(left);
        ValueKind b = ValueKind.of(right);
        if (a == b) {
            if (left.kind() == TypeKind.DECIMAL && right.kind() == TypeKind.DECIMAL && left.scale() != right.scale()) {
                throw new NotOnDevice("a comparison of " + left + " with " + right);
            }
            return a;
        }
        if (a == ValueKind.STRING || b == ValueKind.STRING || a.isFloating() != b.isFloating()) {
            throw new NotOnDevice("a comparison of " + left + " with " + right);
        }
        return a.isFloating() ? ValueKind.F64 : ValueKind.I128;
    }

    /** Bits of an integer type, or of what is stored for a date or time. */
    static int bits(SqlType type) {
        return switch (type.kind()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            default -> ValueKind.of(type) == ValueKind.I32 ? SMALL : Long.SIZE;
        };
    }
}
