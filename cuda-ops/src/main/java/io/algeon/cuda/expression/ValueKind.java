package io.algeon.cuda.expression;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** How values lie in a column of the device; ordinals are those of {@code Kind} in {@code common/types.cuh}. */
public enum ValueKind {
    BOOL(1),
    I32(4),
    I64(8),
    I128(16),
    F32(4),
    F64(8),
    /** A view: the address of the first byte, and the length. */
    STRING(16);

    private final int bytes;

    ValueKind(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of an element. */
    public int bytes() {
        return bytes;
    }

    public boolean isFloating() {
        return this == F32 || this == F64;
    }

    /**
     * The kind of a type's values.
     *
     * @throws NotOnDevice if the device has none for it
     */
    public static ValueKind of(SqlType type) {
        if (type.kind() == TypeKind.UUID || type.kind().isNested()) {
            throw new NotOnDevice("the type " + type);
        }
        return switch (type.physicalKind()) {
            case BOOLEAN -> BOOL;
            case INT32 -> I32;
            case INT64 -> I64;
            case INT128 -> I128;
            case FLOAT32 -> F32;
            case FLOAT64 -> F64;
            case BYTES -> STRING;
            case LIST, ROW, MAP -> throw new NotOnDevice("the type " + type);
        };
    }
}
