package io.algeon.cuda.expression;

import io.algeon.engine.function.Conversions;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Which instructions carry out casts. */
final class CastTranslation {
    private static final int EXACT_POWERS = 22;
    private static final int BYTE = 8;
    private static final int NULL_IF_NONE = 256;
    private static final long SECONDS_PER_DAY = 86_400;

    private final ProgramCompiler compiler;
    private final ProgramWriter out;

    CastTranslation(ProgramCompiler compiler, ProgramWriter out) {
        this.compiler = compiler;
        this.out = out;
    }

    int cast(Expr.Cast cast) {
        Expr operand = cast.operand();
        SqlType from = operand.type();
        SqlType to = cast.type();
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        if (Conversions.isIdentity(from, to) && ValueKind.of(from) == ValueKind.of(to)) {
            return compiler.unary(Opcode.MOVE, operand, 0, 0);
        }
        if (source.isCharacter() && target.isCharacter()) {
            return compiler.unary(Opcode.PREFIX, operand, to.precision(), 0);
        }
        if (target.isCharacter()) {
            return toText(operand, from, to);
        }
        if (source.isCharacter()) {
            return fromText(cast, from, to);
        }
        if (cast.safe()) {
            throw new NotOnDevice("TRY_CAST of " + from + " to " + to);
        }
        if (source.isNumeric() || target.isNumeric() || target == TypeKind.BOOLEAN) {
            return numbers(operand, from, to);
        }
        return times(operand, from, to);
    }

    private static NotOnDevice unsupported(SqlType from, SqlType to) {
        return new NotOnDevice("a cast of " + from + " to " + to);
    }

    private int toText(Expr operand, SqlType from, SqlType to) {
        @Nullable TextForm form = TextForm.of(from);
        if (form == null) {
            throw unsupported(from, to);
        }
        int register = compiler.unary(Opcode.WRITE_VALUE, operand, form.ordinal(), TextForm.writing(from));
        if (to.precision() != SqlType.UNLIMITED) {
            out.emit(Opcode.PREFIX, register, register, 0, to.precision(), 0);
        }
        return register;
    }

    private int fromText(Expr.Cast cast, SqlType from, SqlType to) {
        @Nullable TextForm form = TextForm.of(to);
        if (form == null || form == TextForm.TIME || form == TextForm.MONTHS || form == TextForm.DURATION) {
            throw unsupported(from, to);
        }
        int small = form.ordinal() | (cast.safe() ? NULL_IF_NONE : 0);
        return compiler.unary(Opcode.READ_VALUE, cast.operand(), small, TextForm.reading(to));
    }

    private int numbers(Expr operand, SqlType from, SqlType to) {
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        if (source.isExactNumeric() && target.isExactNumeric()) {
            return exact(operand, from, to);
        }
        if (source.isExactNumeric() && target == TypeKind.DOUBLE && from.scale() <= EXACT_POWERS) {
            return compiler.unary(Opcode.EXACT_TO_FLOAT, operand, from.scale(), 0);
        }
        if (source.isFloating() && target == TypeKind.DOUBLE) {
            return compiler.unary(Opcode.MOVE, operand, 0, 0);
        }
        if (source == TypeKind.DOUBLE && target == TypeKind.REAL) {
            return compiler.unary(Opcode.TO_REAL, operand, 0, 0);
        }
        if (source.isFloating() && target.isInteger()) {
            return compiler.unary(Opcode.FLOAT_TO_INT, operand, ProgramCompiler.bits(to), 0);
        }
        if (source == TypeKind.DOUBLE && target == TypeKind.DECIMAL) {
            return compiler.unary(Opcode.DOUBLE_TO_DECIMAL, operand, to.scale(), to.precision());
        }
        if (source.isExactNumeric() && target == TypeKind.BOOLEAN) {
            return compiler.unary(Opcode.TO_TRUTH, operand, 0, 0);
        }
        if (source == TypeKind.BOOLEAN && target.isInteger()) {
            return compiler.unary(Opcode.MOVE, operand, 0, 0);
        }
        if (source == TypeKind.BOOLEAN && target == TypeKind.DECIMAL) {
            return compiler.unary(Opcode.RESCALE, operand, 0, rescaling(0, to.scale(), to.precision()));
        }
        throw unsupported(from, to);
    }

    private static long rescaling(int from, int to, int precision) {
        return from | (long) to << BYTE | (long) precision << 2 * BYTE;
    }

    private int exact(Expr operand, SqlType from, SqlType to) {
        int precision = to.kind() == TypeKind.DECIMAL ? to.precision() : SqlType.MAX_DECIMAL_PRECISION;
        int register = from.scale() == 0 && to.kind().isInteger()
                ? compiler.unary(Opcode.MOVE, operand, 0, 0)
                : compiler.unary(Opcode.RESCALE, operand, 0, rescaling(from.scale(), to.scale(), precision));
        if (to.kind().isInteger()) {
            out.emit(Opcode.INT_FIT, register, register, 0, ProgramCompiler.bits(to), 0);
        }
        return register;
    }

    private int times(Expr operand, SqlType from, SqlType to) {
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        if (source == TypeKind.DATE && target == TypeKind.TIMESTAMP) {
            return compiler.unary(Opcode.SCALE_INT, operand, 0, to.unitsPerSecond() * SECONDS_PER_DAY);
        }
        if (source == TypeKind.TIMESTAMP && target == TypeKind.DATE) {
            return compiler.unary(Opcode.FLOOR_DIVIDE, operand, 0, from.unitsPerSecond() * SECONDS_PER_DAY);
        }
        boolean timeOfDay = source == TypeKind.TIMESTAMP && target == TypeKind.TIME;
        if (!timeOfDay && (source != target || source != TypeKind.TIME && source != TypeKind.TIMESTAMP)) {
            throw unsupported(from, to);
        }
        int register = timeOfDay
                ? compiler.unary(Opcode.FLOOR_MODULO, operand, 0, from.unitsPerSecond() * SECONDS_PER_DAY)
                : compiler.unary(Opcode.MOVE, operand, 0, 0);
        if (from.unitsPerSecond() < to.unitsPerSecond()) {
            out.emit(Opcode.SCALE_INT, register, register, 0, 0, to.unitsPerSecond() / from.unitsPerSecond());
        } else if (from.unitsPerSecond() > to.unitsPerSecond()) {
            round(register, from.unitsPerSecond() / to.unitsPerSecond());
        }
        long step = 1;
        for (int i = 0; i < TextForm.lostDigits(to); i++) {
            step *= 10;
        }
        if (step > 1) {
            round(register, step);
            out.emit(Opcode.SCALE_INT, register, register, 0, 0, step);
        }
        return register;
    }

    /** The register divided by a number, rounded half up. */
    private void round(int register, long divisor) {
        int half = compiler.take();
        out.emit(Opcode.CONSTANT, half, 0, 0, out.constant(divisor / 2, 0), 0);
        out.emit(Opcode.INT_ADD, register, register, half, Long.SIZE, 0);
        out.emit(Opcode.FLOOR_DIVIDE, register, register, 0, 0, divisor);
        compiler.release(half);
    }
}
