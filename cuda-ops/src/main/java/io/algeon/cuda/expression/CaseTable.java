package io.algeon.cuda.expression;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Upper or lower case of all characters as the root locale has them, in a form that kernels read: for each page of 64 code points the
 * number of a block (a byte each); blocks of 64 numbers, to be added to the code point; texts (a length and its bytes) for
 * characters that become several, to which numbers from {@link #SEVERAL} on refer by position. Made from Java's own mapping, so that
 * the GPU and the CPU agree whatever Unicode version the Java runtime has.
 */
final class CaseTable {
    private static final int PAGE = 64;
    private static final int PAGES = 2048;
    private static final int SEVERAL = 0x40000000;

    /** Depends on the letters around it. */
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private static final int FINAL_SIGMA = 0x3A3;

    private CaseTable() {}

    private static final class Holder {
        static final byte[] UPPER = make(true);
        static final byte[] LOWER = make(false);
    }

    static byte[] upper() {
        return Holder.UPPER;
    }

    static byte[] lower() {
        return Holder.LOWER;
    }

    private static byte[] make(boolean upper) {
        byte[] numbers = new byte[PAGES];
        List<int[]> blocks = new ArrayList<>();
        Map<List<Integer>, Integer> known = new HashMap<>();
        Map<Integer, byte[]> several = new HashMap<>();
        for (int page = 0; page < PAGES; page++) {
            int[] differences = new int[PAGE];
            for (int i = 0; i < PAGE; i++) {
                differences[i] = difference(page * PAGE + i, upper, several);
            }
            List<Integer> content = java.util.Arrays.stream(differences).boxed().toList();
            Integer number = known.get(content);
            if (number == null) {
                number = blocks.size();
                blocks.add(differences);
                known.put(content, number);
            }
            if (number > 255) {
                throw new IllegalStateException("The case mapping of this Java runtime has " + number + " pages.");
            }
            numbers[page] = number.byteValue();
        }
        ByteArrayOutputStream texts = new ByteArrayOutputStream();
        int textsBegin = PAGES + blocks.size() * PAGE * Integer.BYTES;
        ByteBuffer table =
                ByteBuffer.allocate(blocks.size() * PAGE * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int[] block : blocks) {
            for (int difference : block) {
                if (difference >= SEVERAL && difference != UNKNOWN) {
                    byte[] text = java.util.Objects.requireNonNull(several.get(difference - SEVERAL));
                    table.putInt(SEVERAL + textsBegin + texts.size());
                    texts.write(text.length);
                    texts.writeBytes(text);
                } else {
                    table.putInt(difference);
                }
            }
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(numbers);
        all.writeBytes(table.array());
        all.writeBytes(texts.toByteArray());
        return all.toByteArray();
    }

    private static int difference(int codePoint, boolean upper, Map<Integer, byte[]> several) {
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            return 0;
        }
        if (!upper && codePoint == FINAL_SIGMA) {
            return UNKNOWN;
        }
        String text = Character.toString(codePoint);
        String changed = upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
        if (changed.codePointCount(0, changed.length()) == 1) {
            return changed.codePointAt(0) - codePoint;
        }
        several.put(codePoint, changed.getBytes(StandardCharsets.UTF_8));
        return SEVERAL + codePoint;
    }
}
