package io.algeon.engine.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strings of JSON, as bytes. */
public final class JsonStrings {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private JsonStrings() {}

    /**
     * Where the first quote, backslash or control character is. Eight bytes are looked at together; the position may be before
     * that, with fewer than eight bytes left, which the caller looks at.
     */
    public static int plain(byte[] bytes, int from, int end) {
        int position = from;
        while (position + 8 <= end) {
            long word = (long) LONG.get(bytes, position);
            long quotes = word ^ ONES * '"';
            long escapes = word ^ ONES * '\\';
            long marks = ((quotes - ONES) & ~quotes | (escapes - ONES) & ~escapes | (word - ONES * ' ') & ~word) & HIGH;
            if (marks != 0) {
                // a borrow may only mark bytes above the first one
                return position + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
            position += 8;
        }
        return position;
    }
}
