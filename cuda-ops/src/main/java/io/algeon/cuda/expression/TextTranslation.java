package io.algeon.cuda.expression;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which instructions carry out functions of text. */
final class TextTranslation {
    private static final int BYTE = 8;
    private static final String DEFAULT_ESCAPE = "\\";

    private final ProgramCompiler compiler;
    private final ProgramWriter out;

    TextTranslation(ProgramCompiler compiler, ProgramWriter out) {
        this.compiler = compiler;
        this.out = out;
    }

    /** The register of a call's result; -1 if it is no function of text that the device knows. */
    int call(Expr.Call call) {
        List<Expr> operands = call.operands();
        return switch (call.function()) {
            case "like" -> like(operands);
            case "ilike" -> ilike(operands);
            case "substring" -> substring(operands);
            case "left" -> left(operands);
            case "right" -> function(TextFunction.RIGHT, texts(operands, 1));
            case "char_length" -> {
                boolean characters = text(operands.get(0)).type().kind().isCharacter();
                yield compiler.unary(characters ? Opcode.CHARACTERS : Opcode.OCTETS, operands.get(0), 0, 0);
            }
            case "octet_length" -> compiler.unary(Opcode.OCTETS, text(operands.get(0)), 0, 0);
            case "bit_length" -> {
                int octets = compiler.unary(Opcode.OCTETS, text(operands.get(0)), 0, 0);
                out.emit(Opcode.SCALE_INT, octets, octets, 0, 0, BYTE);
                yield octets;
            }
            case "upper" -> changeCase(text(operands.get(0)), CaseTable.upper());
            case "lower" -> changeCase(text(operands.get(0)), CaseTable.lower());
            case "trim_leading", "ltrim" -> trim(TextFunction.TRIM_LEADING, operands);
            case "trim_trailing", "rtrim" -> trim(TextFunction.TRIM_TRAILING, operands);
            case "trim_both", "btrim" -> trim(TextFunction.TRIM_BOTH, operands);
            case "starts_with", "startswith" ->
                compiler.binary(Opcode.STARTS_WITH, text(operands.get(0)), text(operands.get(1)), 0, 0);
            case "ends_with", "endswith" -> function(TextFunction.ENDS_WITH, texts(operands, 2));
            case "contains" -> function(TextFunction.CONTAINS, texts(operands, 2));
            case "position" ->
                operands.size() == 2
                        ? compiler.binary(Opcode.POSITION, text(operands.get(0)), text(operands.get(1)), 0, 0)
                        : function(TextFunction.POSITION, texts(operands, 2));
            case "strpos", "instr" ->
                compiler.binary(Opcode.POSITION, text(operands.get(1)), text(operands.get(0)), 0, 0);
            case "locate" -> function(TextFunction.LOCATE, texts(operands, 2));
            case "concat" -> concat(operands);
            case "concat_ignore_null" -> join(operands, false);
            case "concat_ws" -> join(operands, true);
            case "split_part" -> function(TextFunction.SPLIT_PART, texts(operands, 2));
            case "overlay" -> function(TextFunction.OVERLAY, texts(operands, 2));
            case "repeat" -> function(TextFunction.REPEAT, texts(operands, 1));
            case "replace" -> function(TextFunction.REPLACE, texts(operands, 3));
            case "translate", "translate3" -> function(TextFunction.TRANSLATE, texts(operands, 3));
            case "lpad" -> pad(TextFunction.LPAD, operands);
            case "rpad" -> pad(TextFunction.RPAD, operands);
            case "reverse" -> function(TextFunction.REVERSE, texts(operands, 1));
            case "ascii" -> function(TextFunction.ASCII, texts(operands, 1));
            case "chr" -> function(TextFunction.CHR, operands);
            case "space" -> function(TextFunction.SPACE, operands);
            case "to_hex" -> {
                Expr operand = operands.get(0);
                if (operand.type().kind() == TypeKind.VARBINARY) {
                    yield function(TextFunction.HEX_BYTES, operands);
                }
                yield function(
                        TextFunction.TO_HEX,
                        operands,
                        operand.type().kind() == TypeKind.BIGINT ? Long.SIZE : Integer.SIZE);
            }
            default -> -1;
        };
    }

    private static Expr text(Expr operand) {
        if (ValueKind.of(operand.type()) != ValueKind.STRING) {
            throw new NotOnDevice("text functions of " + operand.type());
        }
        return operand;
    }

    /** The operands, the first ones of which have to be texts. */
    private static List<Expr> texts(List<Expr> operands, int count) {
        operands.subList(0, count).forEach(TextTranslation::text);
        return operands;
    }

    private static Expr literal(String value) {
        return new Expr.Literal(value, SqlTypes.VARCHAR);
    }

    private int function(TextFunction function, List<Expr> operands) {
        return function(function, operands, 0);
    }

    private int function(TextFunction function, List<Expr> operands, long large) {
        int first = compiler.value(operands.get(0));
        int rest = compiler.block(operands.subList(1, operands.size()));
        int target = compiler.take();
        emit(function, target, first, rest, operands.size(), large);
        compiler.release(first);
        compiler.releaseBlock(rest, operands.size() - 1);
        return target;
    }

    private void emit(TextFunction function, int target, int first, int rest, int count, long large) {
        Opcode op = function.isPart() ? Opcode.TEXT_PART : function.isMeasure() ? Opcode.TEXT_MEASURE : Opcode.NEW_TEXT;
        out.emit(op, target, first, rest, function.ordinal() | count << BYTE, large);
    }

    private int changeCase(Expr operand, byte[] table) {
        int text = compiler.value(operand);
        int mapping = compiler.take();
        out.emit(Opcode.CONSTANT, mapping, 0, 0, out.text(table), 0);
        int target = compiler.take();
        emit(TextFunction.CASE, target, text, mapping, 2, 0);
        compiler.release(text);
        compiler.release(mapping);
        return target;
    }

    private int trim(TextFunction function, List<Expr> operands) {
        return function(function, List.of(text(operands.get(0)), operands.size() > 1 ? operands.get(1) : literal(" ")));
    }

    private int pad(TextFunction function, List<Expr> operands) {
        return function(
                function,
                List.of(text(operands.get(0)), operands.get(1), operands.size() > 2 ? operands.get(2) : literal(" ")));
    }

    private int substring(List<Expr> operands) {
        Expr subject = operands.get(0);
        if (!subject.type().kind().isCharacter()) {
            throw new NotOnDevice("substring of " + subject.type());
        }
        int a = compiler.value(subject);
        int rest = compiler.block(operands.subList(1, operands.size()));
        int target = compiler.take();
        out.emit(Opcode.SUBSTRING, target, a, rest, operands.size() == 3 ? 1 : 0, 0);
        compiler.release(a);
        compiler.releaseBlock(rest, operands.size() - 1);
        return target;
    }

    private int left(List<Expr> operands) {
        if (operands.get(1) instanceof Expr.Literal literal
                && literal.value() instanceof Number count
                && count.longValue() >= 0
                && count.longValue() <= Integer.MAX_VALUE) {
            return compiler.unary(Opcode.PREFIX, text(operands.get(0)), count.intValue(), 0);
        }
        return function(TextFunction.LEFT, texts(operands, 1));
    }

    // ---- patterns

    private int like(List<Expr> operands) {
        Expr subject = text(operands.get(0));
        if (ProgramCompiler.readsColumns(operands.get(1))) {
            return function(TextFunction.LIKE, List.of(subject, text(operands.get(1)), escape(operands)));
        }
        int a = compiler.value(subject);
        int target = like(a, operands, false);
        compiler.release(a);
        return target;
    }

    private int ilike(List<Expr> operands) {
        Expr subject = text(operands.get(0));
        int a = changeCase(subject, CaseTable.lower());
        int target;
        if (ProgramCompiler.readsColumns(operands.get(1))) {
            int rest = compiler.take(2);
            int pattern = changeCase(text(operands.get(1)), CaseTable.lower());
            out.emit(Opcode.MOVE, rest, pattern, 0);
            compiler.release(pattern);
            int escape = compiler.value(escape(operands));
            out.emit(Opcode.MOVE, rest + 1, escape, 0);
            compiler.release(escape);
            target = compiler.take();
            emit(TextFunction.LIKE, target, a, rest, 3, 0);
            compiler.releaseBlock(rest, 2);
        } else {
            target = like(a, operands, true);
        }
        compiler.release(a);
        return target;
    }

    /** The escape, which has to be constant; the CPU's default if there is none. */
    private Expr escape(List<Expr> operands) {
        if (operands.size() < 3) {
            return literal(DEFAULT_ESCAPE);
        }
        Object escape = compiler.known(operands.get(2));
        requireEscape(escape == null ? "" : (String) escape);
        return operands.get(2);
    }

    private static void requireEscape(String escape) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw new NotOnDevice("LIKE with the escape '" + escape + "'");
        }
    }

    /** LIKE with a pattern that is known when the execution starts. */
    private int like(int subject, List<Expr> operands, boolean lower) {
        Object pattern = compiler.known(operands.get(1));
        Object escape = operands.size() > 2 ? compiler.known(operands.get(2)) : DEFAULT_ESCAPE;
        int b = compiler.take();
        if (compiler.knowsConstants() && (pattern == null || escape == null)) {
            out.emit(Opcode.NULL, b, 0, 0);
        } else {
            String text = pattern == null ? "" : (String) pattern;
            byte[] tokens = tokens(lower ? text.toLowerCase(Locale.ROOT) : text, escape == null ? "" : (String) escape);
            out.emit(Opcode.CONSTANT, b, 0, 0, out.newText(tokens), 0);
        }
        int target = compiler.take();
        out.emit(Opcode.LIKE, target, subject, b);
        compiler.release(b);
        return target;
    }

    private static byte[] tokens(String pattern, String escape) {
        requireEscape(escape);
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

    // ---- texts one after the other

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

    /** Texts that are not NULL, one after the other, the first operand between them if it is a separator. */
    private int join(List<Expr> operands, boolean separated) {
        List<Expr> joined = new ArrayList<>(texts(operands, operands.size()));
        @Nullable Expr separator = separated ? joined.remove(0) : null;
        int between = separator == null ? -1 : compiler.value(separator);
        int target = compiler.take();
        int present = compiler.take();
        // whether a text came before: the separator follows it
        int any = compiler.take();
        out.emit(Opcode.CONSTANT, target, 0, 0, out.newText(new byte[0]), 0);
        out.emit(Opcode.CONSTANT, any, 0, 0, out.constant(0, 0), 0);
        for (Expr operand : joined) {
            int next = compiler.value(operand);
            out.emit(Opcode.IS_NULL, present, next, 0, 1, 0);
            out.emit(Opcode.PUSH_TRUE, 0, present, 0);
            if (between >= 0) {
                out.emit(Opcode.PUSH_TRUE, 0, any, 0);
                out.emit(Opcode.CONCAT, target, target, between);
                out.emit(Opcode.POP, 0, 0, 0);
                out.emit(Opcode.CONSTANT, any, 0, 0, out.constant(1, 0), 0);
            }
            out.emit(Opcode.CONCAT, target, target, next);
            out.emit(Opcode.POP, 0, 0, 0);
            compiler.release(next);
        }
        compiler.release(any);
        compiler.release(present);
        if (between >= 0) {
            // without a separator there is no text, whatever there was to join
            out.emit(Opcode.PUSH_NULL, 0, between, 0);
            out.emit(Opcode.NULL, target, 0, 0);
            out.emit(Opcode.POP, 0, 0, 0);
            compiler.release(between);
        }
        return target;
    }
}
