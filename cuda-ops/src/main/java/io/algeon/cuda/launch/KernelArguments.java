package io.algeon.cuda.launch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Arguments of a launch, packed as the kernel expects them: each value at a multiple of its size. A structure is packed
 * between {@link #beginStructure} and {@link #endStructure}. Used again for the next launch after {@link #clear}. One thread.
 */
public final class KernelArguments {
    /** What the driver takes. */
    private static final int CAPACITY = 4096;

    private static final int MAX_PARAMETERS = 128;

    private final ByteBuffer packed = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.nativeOrder());
    private final int[] offsets = new int[MAX_PARAMETERS];
    private final int[] sizes = new int[MAX_PARAMETERS];
    private int count;
    private int end;
    private int structureAlignment;

    /** Forgets all arguments. */
    public KernelArguments clear() {
        count = 0;
        end = 0;
        structureAlignment = 0;
        return this;
    }

    /** A pointer: an address of device memory, or 0. */
    public KernelArguments address(long address) {
        return int64(address);
    }

    public KernelArguments int32(int value) {
        packed.putInt(next(Integer.BYTES), value);
        return this;
    }

    public KernelArguments int64(long value) {
        packed.putLong(next(Long.BYTES), value);
        return this;
    }

    public KernelArguments float64(double value) {
        packed.putDouble(next(Double.BYTES), value);
        return this;
    }

    public KernelArguments float32(float value) {
        packed.putFloat(next(Float.BYTES), value);
        return this;
    }

    public KernelArguments int8(byte value) {
        packed.put(next(Byte.BYTES), value);
        return this;
    }

    /** The values that follow are members of one structure, passed by value. */
    public KernelArguments beginStructure(int alignment) {
        if (structureAlignment != 0) {
            throw new IllegalStateException("Members of a structure within a structure are packed one by one.");
        }
        end = aligned(end, alignment);
        offsets[count] = end;
        structureAlignment = alignment;
        return this;
    }

    /** The structure is complete; pads it to a multiple of its alignment. */
    public KernelArguments endStructure() {
        end = aligned(end, structureAlignment);
        sizes[count] = end - offsets[count];
        count++;
        structureAlignment = 0;
        return this;
    }

    private int next(int bytes) {
        int offset = aligned(end, bytes);
        end = offset + bytes;
        if (structureAlignment == 0) {
            offsets[count] = offset;
            sizes[count++] = bytes;
        }
        return offset;
    }

    private static int aligned(int offset, int unit) {
        return (offset + unit - 1) / unit * unit;
    }

    ByteBuffer packed() {
        return packed;
    }

    int bytes() {
        return end;
    }

    /** Refuses arguments that the kernel does not take: these are defects of the caller. */
    void check(KernelSignature signature) {
        boolean fits = count == signature.parameters().size();
        for (int i = 0; fits && i < count; i++) {
            KernelSignature.Parameter expected = signature.parameters().get(i);
            fits = expected.offset() == offsets[i] && expected.bytes() == sizes[i];
        }
        if (!fits) {
            StringBuilder given = new StringBuilder();
            for (int i = 0; i < count; i++) {
                given.append(i == 0 ? "" : ", ").append(sizes[i]).append('@').append(offsets[i]);
            }
            throw new IllegalArgumentException(
                    "Arguments of " + signature.symbol() + ": " + given + " (bytes@offset), it takes "
                            + signature.parameters().stream()
                                    .map(parameter -> parameter.bytes() + "@" + parameter.offset())
                                    .toList()
                            + ".");
        }
    }
}
