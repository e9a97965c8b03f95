package io.algeon.cuda.expression;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bytecode with its constants. Immutable.
 *
 * @param instructions 16 bytes each, as two numbers
 * @param constants 16 bytes each, as two numbers; those of {@code textConstants} hold an offset into {@code text} and a length
 * @param textConstants numbers of the constants that are strings
 * @param text the bytes of all of them
 * @param outputs number of output columns that are stored
 * @param makesText whether it needs a heap for strings that it makes
 * @param worksOnText whether it needs the interpreter that knows functions of text and conversions
 */
public record ExpressionProgram(
        long[] instructions,
        long[] constants,
        List<Integer> textConstants,
        byte[] text,
        int outputs,
        boolean makesText,
        boolean worksOnText) {
    /** Bytes of an instruction, and of a constant. */
    public static final int UNIT = 16;

    public ExpressionProgram {
        textConstants = List.copyOf(textConstants);
    }

    /** Bytes of the program in device memory. */
    public int bytes() {
        return 8 * (instructions.length + constants.length) + text.length;
    }

    /** Where the constants begin in it. */
    public int constantsOffset() {
        return 8 * instructions.length;
    }

    /** Writes it as it has to lie at an address of the device. */
    public void write(ByteBuffer target, long address) {
        for (long half : instructions) {
            target.putLong(half);
        }
        long textAddress = address + 8L * (instructions.length + constants.length);
        for (int i = 0; i < constants.length; i += 2) {
            boolean isText = textConstants.contains(i / 2);
            target.putLong(isText ? textAddress + constants[i] : constants[i]);
            target.putLong(constants[i + 1]);
        }
        target.put(text);
    }
}
