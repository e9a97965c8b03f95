package io.algeon.cuda.expression;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes instructions and constants, and hands out registers. */
final class ProgramWriter {
    /** Registers of a row: {@code REGISTERS} of the kernel. */
    static final int REGISTERS = 32;

    /** Nesting of PUSH: {@code MASKS} of the kernel. */
    static final int MASKS = 24;

    private long[] code = new long[64];
    private int length;
    private final List<long[]> constants = new ArrayList<>();
    private final List<Integer> textConstants = new ArrayList<>();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    /** By identity: those of {@link CaseTable}. */
    private final Map<byte[], Integer> sharedTexts = new IdentityHashMap<>();

    private final int[] holders = new int[REGISTERS];
    private int depth;
    private int outputs;
    private boolean makesText;
    private boolean worksOnText;

    void emit(Opcode op, int target, int a, int b, int small, long large) {
        if (length + 2 > code.length) {
            code = Arrays.copyOf(code, 2 * code.length);
        }
        code[length++] = op.ordinal() | (long) target << 8 | (long) a << 16 | (long) b << 24 | (long) small << 32;
        code[length++] = large;
        switch (op) {
            case PUSH_TRUE, PUSH_NOT_TRUE, PUSH_NOT_FALSE, PUSH_NULL, PUSH_ALL -> {
                if (++depth > MASKS) {
                    throw new NotOnDevice("conditions nested more than " + MASKS + " deep");
                }
            }
            case POP -> depth--;
            case STORE -> outputs = Math.max(outputs, small + 1);
            case CONCAT -> makesText = true;
            case NEW_TEXT, WRITE_VALUE -> {
                makesText = true;
                worksOnText = true;
            }
            case TEXT_PART, TEXT_MEASURE, READ_VALUE, DOUBLE_TO_DECIMAL, ROUND_PLACES -> worksOnText = true;
            default -> {
                // nothing to keep account of
            }
        }
    }

    void emit(Opcode op, int target, int a, int b) {
        emit(op, target, a, b, 0, 0);
    }

    /** How many PUSHes are open. */
    int depth() {
        return depth;
    }

    /** Whether a register is free. */
    boolean hasFree() {
        return free(1) >= 0;
    }

    private int free(int count) {
        for (int first = 0; first + count <= REGISTERS; first++) {
            boolean all = true;
            for (int i = 0; i < count; i++) {
                all &= holders[first + i] == 0;
            }
            if (all) {
                return first;
            }
        }
        return -1;
    }

    /** Takes adjacent registers, each with one holder; the first one. */
    int take(int count) {
        int first = free(count);
        if (first < 0) {
            throw new NotOnDevice("an expression that needs more than " + REGISTERS + " values at a time");
        }
        for (int i = 0; i < count; i++) {
            holders[first + i] = 1;
        }
        return first;
    }

    void hold(int register) {
        holders[register]++;
    }

    void release(int register) {
        holders[register]--;
    }

    int holders(int register) {
        return holders[register];
    }

    int constant(long low, long high) {
        for (int i = 0; i < constants.size(); i++) {
            if (constants.get(i)[0] == low && constants.get(i)[1] == high && !textConstants.contains(i)) {
                return i;
            }
        }
        return newConstant(low, high);
    }

    /** A constant that is not shared, so that several can follow each other. */
    int newConstant(long low, long high) {
        constants.add(new long[] {low, high});
        return constants.size() - 1;
    }

    /** A text that may be shared. */
    int text(byte[] bytes) {
        return sharedTexts.computeIfAbsent(bytes, this::newText);
    }

    int newText(byte[] bytes) {
        int constant = newConstant(text.size(), bytes.length);
        textConstants.add(constant);
        text.writeBytes(bytes);
        return constant;
    }

    static long high(BigInteger value) {
        return value.shiftRight(64).longValueExact();
    }

    ExpressionProgram finish() {
        emit(Opcode.END, 0, 0, 0);
        long[] flat = new long[2 * constants.size()];
        for (int i = 0; i < constants.size(); i++) {
            flat[2 * i] = constants.get(i)[0];
            flat[2 * i + 1] = constants.get(i)[1];
        }
        return new ExpressionProgram(
                Arrays.copyOf(code, length), flat, textConstants, text.toByteArray(), outputs, makesText, worksOnText);
    }
}
