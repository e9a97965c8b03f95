package io.algeon.engine.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks UTF-8. */
public final class Utf8 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH = 0x8080808080808080L;

    private Utf8() {}

    /** Whether bytes are no UTF-8 text. ASCII is told eight bytes at a time. */
    public static boolean isInvalid(byte[] data, int from, int to) {
        int at = from;
        for (; at + 8 <= to; at += 8) {
            if (((long) LONG.get(data, at) & HIGH) != 0) {
                return isInvalidSlow(data, at, to);
            }
        }
        for (; at < to; at++) {
            if (data[at] < 0) {
                return isInvalidSlow(data, at, to);
            }
        }
        return false;
    }

    private static boolean isInvalidSlow(byte[] data, int from, int to) {
        int at = from;
        while (at < to) {
            int first = data[at];
            if (first >= 0) {
                at++;
                continue;
            }
            int more = (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : (first & 0xf8) == 0xf0 ? 3 : 0;
            if (more == 0 || at + more >= to) {
                return true;
            }
            int point = first & 0x3f >> more;
            for (int i = 1; i <= more; i++) {
                int next = data[at + i];
                if ((next & 0xc0) != 0x80) {
                    return true;
                }
                point = point << 6 | next & 0x3f;
            }
            boolean tooLong = point < (more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000);
            if (tooLong || point > 0x10ffff || point >= 0xd800 && point < 0xe000) {
                return true;
            }
            at += more + 1;
        }
        return false;
    }

    /** Characters of valid UTF-8. */
    public static int characters(byte[] data, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (data[i] & 0xc0) != 0x80 ? 1 : 0;
        }
        return count;
    }
}
