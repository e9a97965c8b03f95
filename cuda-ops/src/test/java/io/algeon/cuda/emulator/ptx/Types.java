package io.algeon.cuda.emulator.ptx;

/** PTX's types in C++. */
final class Types {
    private Types() {}

    /** The C++ type of values of that type. */
    static String cpp(String type) {
        return switch (type) {
            case "pred" -> "bool";
            case "f32" -> "float";
            case "f64" -> "double";
            case "s8", "s16", "s32", "s64" -> "int" + type.substring(1) + "_t";
            case "u8", "u16", "u32", "u64", "b8", "b16", "b32", "b64" -> "uint" + type.substring(1) + "_t";
            default -> throw new UnsupportedPtxException("type", type);
        };
    }

    static boolean isType(String text) {
        return text.matches("pred|[subf](8|16|32|64)");
    }

    static boolean isFloating(String type) {
        return type.startsWith("f");
    }

    static boolean isSigned(String type) {
        return type.startsWith("s");
    }

    static int bits(String type) {
        return Integer.parseInt(type.substring(1));
    }
}
