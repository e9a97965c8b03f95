package io.algeon.cuda.emulator.ptx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What each instruction means in C++; {@code ptx_support.h} has the operations that are not a line. */
final class Instructions {
    private static final Pattern GUARD = Pattern.compile("@(!?)(%?[\\w$]+) (.*)");

    private final FunctionTranslator function;

    // the instruction at hand
    private String text = "";
    private List<String> parts = List.of();
    private List<String> operands = List.of();
    private String type = "";

    Instructions(FunctionTranslator function) {
        this.function = function;
    }

    /** C++ for one instruction. */
    String translate(String statement) {
        String guard = "";
        String instruction = statement;
        Matcher guarded = GUARD.matcher(statement);
        if (guarded.matches()) {
            guard = "if (" + guarded.group(1) + function.value(guarded.group(2), "pred") + ") ";
            instruction = guarded.group(3);
        }
        text = instruction;
        int space = instruction.indexOf(' ');
        String opcode = space < 0 ? instruction : instruction.substring(0, space);
        parts = Arrays.asList(opcode.split("[.:]+"));
        type = parts.get(parts.size() - 1);
        String rest = space < 0 ? "" : instruction.substring(space + 1);
        operands = parts.get(0).equals("call") ? List.of(rest) : FunctionTranslator.operands(rest);
        return guard + "{ " + code() + " }";
    }

    private boolean has(String modifier) {
        return parts.contains(modifier);
    }

    private String operand(int i) {
        return operands.get(i);
    }

    private String value(int i) {
        return function.value(operand(i), type);
    }

    private String value(int i, String otherType) {
        return function.value(operand(i), otherType);
    }

    private String result(String expression) {
        return function.assign(operand(0), type, expression);
    }

    private static String call(String name, String... arguments) {
        return "ptx::" + name + "(" + String.join(", ", arguments) + ")";
    }

    private UnsupportedPtxException unknown() {
        return new UnsupportedPtxException("instruction", text);
    }

    private String code() {
        return switch (parts.get(0)) {
            case "ret", "exit" -> "return;";
            case "bra" -> "goto " + function.label(operand(0)) + ";";
            case "brx" -> tableBranch();
            case "call" -> functionCall();
            case "trap" -> "emulator::trap(\"trap instruction\");";
            case "nanosleep" -> "emulator::yield();";
            case "membar", "fence" -> "__threadfence();";
            case "mov" -> move();
            case "ld", "ldu" -> load();
            case "st" -> store();
            case "cvta" -> convertAddress();
            case "cvt" -> convert();
            case "atom", "red" -> atomic();
            case "bar", "barrier" -> barrier();
            case "shfl" -> shuffle();
            case "vote" -> vote();
            case "match" ->
                function.assign(
                        operand(0),
                        "b32",
                        "emulator::warp(emulator::WarpOperation::MATCH_ANY, " + value(2, "b32") + ", emulator::toBits("
                                + value(1) + "), 0, 32)");
            case "setp" -> setPredicate();
            case "set" -> set();
            case "selp" -> result(value(3, "pred") + " ? " + value(1) + " : " + value(2));
            case "slct" ->
                function.assign(
                        operand(0),
                        parts.get(parts.size() - 2),
                        value(3) + " >= 0 ? " + value(1, parts.get(parts.size() - 2)) + " : "
                                + value(2, parts.get(parts.size() - 2)));
            default -> arithmetic();
        };
    }

    // ---- control

    private String tableBranch() {
        StringBuilder cases = new StringBuilder("switch (" + value(0, "u32") + ") {");
        int i = 0;
        for (String target : function.targets(operand(1))) {
            cases.append(" case ")
                    .append(i++)
                    .append(": goto ")
                    .append(function.label(target))
                    .append(';');
        }
        return cases + " default: emulator::trap(\"brx.idx out of its table\"); }";
    }

    private String functionCall() {
        List<String> elements = FunctionTranslator.operands(operand(0));
        List<String> arguments = new ArrayList<>();
        int at = 0;
        if (elements.get(0).startsWith("(")) {
            arguments.addAll(names(elements.get(at++)));
        }
        String name = elements.get(at++);
        if (at < elements.size()) {
            arguments.addAll(names(elements.get(at)));
        }
        PtxFunction called = function.function(name);
        if (called.results().size() + called.parameters().size() != arguments.size()) {
            throw unknown();
        }
        return "f_" + PtxTranslator.identifier(name) + "("
                + String.join(
                        ", ", arguments.stream().map(PtxTranslator::identifier).toList()) + ");";
    }

    private static List<String> names(String parenthesised) {
        return FunctionTranslator.operands(parenthesised.substring(1, parenthesised.length() - 1));
    }

    // ---- memory

    private static List<String> vector(String braces) {
        return FunctionTranslator.operands(braces.substring(1, braces.length() - 1));
    }

    private String move() {
        if (operand(0).startsWith("{")) {
            List<String> targets = vector(operand(0));
            String element = "b" + Types.bits(type) / targets.size();
            StringBuilder out = new StringBuilder("auto whole = " + value(1) + ";");
            for (int i = 0; i < targets.size(); i++) {
                out.append(' ').append(function.assign(targets.get(i), element, "whole >> " + i * Types.bits(element)));
            }
            return out.toString();
        }
        if (operand(1).startsWith("{")) {
            List<String> sources = vector(operand(1));
            String element = "b" + Types.bits(type) / sources.size();
            StringBuilder whole = new StringBuilder();
            for (int i = 0; i < sources.size(); i++) {
                whole.append(i == 0 ? "" : " | ")
                        .append("(uint64_t)")
                        .append(function.value(sources.get(i), element))
                        .append(" << ")
                        .append(i * Types.bits(element));
            }
            return result(whole.toString());
        }
        return result(value(1));
    }

    private String space() {
        for (String part : parts) {
            switch (part) {
                case "shared", "param", "global", "local", "const" -> {
                    return part;
                }
                default -> {}
            }
        }
        return "generic";
    }

    private String load() {
        String pointer = function.pointer(operand(1), space());
        if (!operand(0).startsWith("{")) {
            return result("ptx::load<" + Types.cpp(type) + ">(" + pointer + ")");
        }
        List<String> targets = vector(operand(0));
        StringBuilder out = new StringBuilder(
                "const auto* from = ptx::vector<" + Types.cpp(type) + ", " + targets.size() + ">(" + pointer + ");");
        // all elements are read before a register is written, which may be part of the address
        for (int i = 0; i < targets.size(); i++) {
            out.append(" auto e").append(i).append(" = from[").append(i).append("];");
        }
        for (int i = 0; i < targets.size(); i++) {
            out.append(' ').append(function.assign(targets.get(i), type, "e" + i));
        }
        return out.toString();
    }

    private String store() {
        String pointer = function.pointer(operand(0), space());
        if (!operand(1).startsWith("{")) {
            return "ptx::store<" + Types.cpp(type) + ">(" + pointer + ", " + value(1) + ");";
        }
        List<String> sources = vector(operand(1));
        StringBuilder out = new StringBuilder(
                "auto* at = ptx::vector<" + Types.cpp(type) + ", " + sources.size() + ">(" + pointer + ");");
        for (int i = 0; i < sources.size(); i++) {
            out.append(" at[")
                    .append(i)
                    .append("] = ")
                    .append(function.value(sources.get(i), type))
                    .append(';');
        }
        return out.toString();
    }

    private String convertAddress() {
        if (!has("shared")) {
            return result(value(1));
        }
        return result(has("to") ? call("toShared", value(1)) : call("fromShared", value(1)));
    }

    private String atomic() {
        boolean reduction = parts.get(0).equals("red");
        int at = reduction ? 0 : 1;
        String cpp = switch (type) {
            case "u64", "b64" -> "unsigned long long";
            case "s64" -> "long long";
            case "u32", "b32" -> "unsigned";
            case "s32" -> "int";
            default -> Types.cpp(type);
        };
        String name = null;
        for (String part : parts) {
            name = switch (part) {
                case "cas" -> "atomicCAS";
                case "exch" -> "atomicExch";
                case "add" -> "atomicAdd";
                case "min" -> "atomicMin";
                case "max" -> "atomicMax";
                case "and" -> "atomicAnd";
                case "or" -> "atomicOr";
                case "xor" -> "atomicXor";
                default -> name;
            };
        }
        if (name == null) {
            throw unknown();
        }
        StringBuilder expression = new StringBuilder(name)
                .append("(ptx::vector<")
                .append(cpp)
                .append(", 1>(")
                .append(function.pointer(operand(at), space()))
                .append(")");
        for (int i = at + 1; i < operands.size(); i++) {
            expression.append(", (").append(cpp).append(")").append(value(i));
        }
        expression.append(')');
        return reduction ? expression + ";" : result(expression.toString());
    }

    // ---- threads

    private static final String SITE = "static const emulator::Site site = {\"PTX\", __LINE__}; ";

    private String barrier() {
        if (has("warp")) {
            return "__syncwarp(" + value(0, "b32") + ");";
        }
        if (has("red")) {
            String vote = has("popc") ? "COUNT" : has("or") ? "OR" : "AND";
            String predicate = operand(operands.size() - 1);
            String truth = predicate.startsWith("!")
                    ? "!" + function.value(predicate.substring(1), "pred")
                    : function.value(predicate, "pred");
            return SITE
                    + function.assign(
                            operand(0),
                            type,
                            "emulator::barrierVote(&site, emulator::Vote::" + vote + ", " + truth + ")");
        }
        if (operands.size() != 1 || !operand(0).equals("0")) {
            throw unknown();
        }
        return SITE + "emulator::barrier(&site);";
    }

    private String shuffle() {
        String[] targets = operand(0).split("\\|");
        String mode = parts.get(2);
        String kind = switch (mode) {
            case "up" -> "SHUFFLE_UP";
            case "down" -> "SHUFFLE_DOWN";
            case "bfly" -> "SHUFFLE_XOR";
            default -> "SHUFFLE_INDEX";
        };
        StringBuilder out = new StringBuilder("uint32_t control = " + value(3, "b32")
                + "; int width = 32 - (control >> 8 & 31), lane = emulator::here->linear % 32, b = (int)"
                + value(2, "b32")
                + ", first = lane & ~(width - 1); (void)first; uint32_t shuffled = (uint32_t)emulator::warp("
                + "emulator::WarpOperation::" + kind + ", " + value(4, "b32") + ", " + value(1, "b32")
                + ", b, width); ");
        out.append(function.assign(targets[0].strip(), "b32", "shuffled"));
        if (targets.length > 1) {
            String inRange = switch (mode) {
                case "up" -> "lane - b >= first";
                case "down" -> "lane + b < first + width";
                case "bfly" -> "(lane ^ b) < first + width";
                default -> "true";
            };
            out.append(' ').append(function.assign(targets[1].strip(), "pred", inRange));
        }
        return out.toString();
    }

    private String vote() {
        String predicate = operand(1);
        String truth = predicate.startsWith("!")
                ? "!" + function.value(predicate.substring(1), "pred")
                : function.value(predicate, "pred");
        String kind = has("ballot") ? "BALLOT" : has("any") ? "ANY" : has("all") ? "ALL" : "";
        if (kind.isEmpty()) {
            throw unknown();
        }
        return function.assign(
                operand(0),
                has("ballot") ? "b32" : "pred",
                "emulator::warp(emulator::WarpOperation::" + kind + ", " + value(2, "b32") + ", " + truth + ", 0, 32)");
    }

    // ---- comparison

    private String comparison(int first, int second) {
        String relation =
                parts.get(1).equals("nan") ? "UNORDERED" : parts.get(1).toUpperCase(Locale.ROOT);
        return "ptx::compare<ptx::Comparison::" + relation + ">(" + value(first) + ", " + value(second) + ")";
    }

    private String setPredicate() {
        String[] targets = operand(0).split("\\|");
        String compared = comparison(1, 2);
        String other = "";
        if (operands.size() > 3) {
            String predicate = operand(3);
            String truth = predicate.startsWith("!")
                    ? "!" + function.value(predicate.substring(1), "pred")
                    : function.value(predicate, "pred");
            String operator = has("and") ? "&" : has("or") ? "|" : has("xor") ? "^" : "";
            if (operator.isEmpty()) {
                throw unknown();
            }
            other = " " + operator + " " + truth;
        }
        StringBuilder out = new StringBuilder("bool compared = " + compared + "; bool both = compared" + other
                + ", neither = !compared" + other + "; (void)neither; ");
        out.append(function.assign(targets[0].strip(), "pred", "both"));
        if (targets.length > 1) {
            out.append(' ').append(function.assign(targets[1].strip(), "pred", "neither"));
        }
        return out.toString();
    }

    private String set() {
        String target = parts.get(parts.size() - 2);
        String truth = Types.isFloating(target) ? "1" : "~0ull";
        return function.assign(operand(0), target, comparison(1, 2) + " ? " + truth + " : 0");
    }

    // ---- conversion

    private String convert() {
        String to = parts.get(parts.size() - 2);
        String from = type;
        String source = value(1, from);
        String rounding = "";
        for (String part : parts) {
            if (part.matches("r[nzmp]i?")) {
                rounding = part;
            }
        }
        if (has("sat") || !Types.isType(to)) {
            throw unknown();
        }
        String expression;
        if (Types.isFloating(from) && !Types.isFloating(to)) {
            expression = "ptx::toInteger<" + Types.cpp(to) + ">(" + rounded(rounding, source) + ")";
        } else if (Types.isFloating(from) && rounding.endsWith("i")) {
            expression = rounded(rounding, source);
        } else if (!rounding.isEmpty() && !rounding.equals("rn")) {
            throw unknown();
        } else {
            expression = source;
        }
        return function.assign(operand(0), to, expression);
    }

    private String rounded(String rounding, String source) {
        return switch (rounding) {
            case "rni" -> "rint(" + source + ")";
            case "rzi" -> "trunc(" + source + ")";
            case "rmi" -> "floor(" + source + ")";
            case "rpi" -> "ceil(" + source + ")";
            default -> throw unknown();
        };
    }

    // ---- arithmetic

    private String arithmetic() {
        String opcode = parts.get(0);
        boolean floating = Types.isFloating(type);
        if (has("sat") || has("cc") && !isCarrying(opcode)) {
            throw unknown();
        }
        return switch (opcode) {
            case "add" -> has("cc") ? carry("addCarry", "false") : result(value(1) + " + " + value(2));
            case "sub" -> has("cc") ? carry("subtractBorrow", "false") : result(value(1) + " - " + value(2));
            case "addc" -> carry("addCarry", "CC");
            case "subc" -> carry("subtractBorrow", "CC");
            case "mul", "mad", "mul24", "mad24" -> multiply(floating);
            case "madc" -> carryingMultiply();
            case "fma" -> result("fma(" + value(1) + ", " + value(2) + ", " + value(3) + ")");
            case "div" -> result(floating ? value(1) + " / " + value(2) : call("divide", value(1), value(2)));
            case "rem" -> result(call("remainder", value(1), value(2)));
            case "min" ->
                result(floating ? "fmin(" + value(1) + ", " + value(2) + ")" : call("least", value(1), value(2)));
            case "max" ->
                result(floating ? "fmax(" + value(1) + ", " + value(2) + ")" : call("greatest", value(1), value(2)));
            case "abs" -> result(floating ? "fabs(" + value(1) + ")" : call("absolute", value(1)));
            case "neg" -> result(floating ? "-" + value(1) : "0 - " + value(1));
            case "sqrt" -> result("sqrt(" + value(1) + ")");
            case "rcp" -> result("1 / " + value(1));
            case "copysign" -> result("copysign(" + value(2) + ", " + value(1) + ")");
            case "and" -> result(value(1) + " & " + value(2));
            case "or" -> result(value(1) + " | " + value(2));
            case "xor" -> result(value(1) + " ^ " + value(2));
            case "not" -> result(type.equals("pred") ? "!" + value(1) : "~" + value(1));
            case "cnot" -> result(value(1) + " == 0");
            case "shl" -> result(call("shiftLeft", value(1), value(2, "u32")));
            case "shr" -> result(call("shiftRight", value(1), value(2, "u32")));
            case "shf" ->
                result(call(
                        (has("l") ? "funnelLeft" : "funnelRight") + (has("clamp") ? "Clamped" : ""),
                        value(1),
                        value(2),
                        value(3, "u32")));
            case "popc" -> function.assign(operand(0), "u32", "__builtin_popcountll(" + value(1) + ")");
            case "clz" -> function.assign(operand(0), "u32", call("leadingZeros", value(1)));
            case "brev" -> result(call("reverse", value(1)));
            case "bfind" -> function.assign(operand(0), "u32", call("highestBit", value(1)));
            case "bfe" -> result(call("extract", value(1), value(2, "u32"), value(3, "u32")));
            case "bfi" -> result(call("insert", value(1), value(2), value(3, "u32"), value(4, "u32")));
            case "prmt" -> result("__byte_perm(" + value(1) + ", " + value(2) + ", " + value(3) + ")");
            case "lop3" -> result(call("logic", value(1), value(2), value(3), value(4, "u32")));
            case "testp" -> function.assign(operand(0), "pred", test());
            case "ex2" -> result("exp2(" + value(1) + ")");
            case "lg2" -> result("log2(" + value(1) + ")");
            default -> throw unknown();
        };
    }

    private static boolean isCarrying(String opcode) {
        return switch (opcode) {
            case "add", "sub", "addc", "subc", "mad", "madc" -> true;
            default -> false;
        };
    }

    private String carry(String operation, String carryIn) {
        String unsigned = "u" + Types.bits(type);
        String out = has("cc") ? "CC" : "unused";
        return "bool unused = false; (void)unused; "
                + function.assign(
                        operand(0), unsigned, call(operation, value(1, unsigned), value(2, unsigned), carryIn, out));
    }

    private String multiply(boolean floating) {
        boolean adds = parts.get(0).startsWith("mad");
        if (floating) {
            return result(
                    adds ? "fma(" + value(1) + ", " + value(2) + ", " + value(3) + ")" : value(1) + " * " + value(2));
        }
        if (has("wide")) {
            String wide = type.charAt(0) + String.valueOf(2 * Types.bits(type));
            String cpp = Types.cpp(wide);
            return function.assign(
                    operand(0),
                    wide,
                    "(" + cpp + ")" + value(1) + " * (" + cpp + ")" + value(2) + (adds ? " + " + value(3, wide) : ""));
        }
        String product = has("hi") ? call("highProduct", value(1), value(2)) : call("product", value(1), value(2));
        if (!adds) {
            return result(product);
        }
        if (!has("cc")) {
            return result(product + " + " + value(3));
        }
        return multiplyAddCarry(product, "false");
    }

    private String carryingMultiply() {
        return multiplyAddCarry(
                has("hi") ? call("highProduct", value(1), value(2)) : call("product", value(1), value(2)), "CC");
    }

    private String multiplyAddCarry(String product, String carryIn) {
        String unsigned = "u" + Types.bits(type);
        String cpp = Types.cpp(unsigned);
        String out = has("cc") ? "CC" : "unused";
        return "bool unused = false; (void)unused; "
                + function.assign(
                        operand(0),
                        unsigned,
                        call("addCarry", "(" + cpp + ")" + product, value(3, unsigned), carryIn, out));
    }

    private String test() {
        return switch (parts.get(1)) {
            case "finite" -> "isfinite(" + value(1) + ")";
            case "infinite" -> "isinf(" + value(1) + ")";
            case "notanumber" -> "isnan(" + value(1) + ")";
            case "number" -> "!isnan(" + value(1) + ")";
            case "normal" -> "isnormal(" + value(1) + ")";
            default -> throw unknown();
        };
    }
}
