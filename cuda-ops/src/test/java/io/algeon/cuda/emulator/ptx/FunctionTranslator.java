package io.algeon.cuda.emulator.ptx;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the body of one function: declarations, labels, scopes, and what {@link Instructions} makes of the rest. */
final class FunctionTranslator {
    private static final Pattern REGISTERS = Pattern.compile("\\.reg \\.(\\w+) (.*)");
    private static final Pattern REGISTER_RANGE = Pattern.compile("(%?[\\w$]+)<(\\d+)>");
    private static final Pattern BRANCH_TARGETS = Pattern.compile("\\.branchtargets (.*)");
    private static final Pattern INTEGER = Pattern.compile("-?(0[xX][0-9A-Fa-f]+|\\d+)U?");
    private static final Pattern SPECIAL = Pattern.compile("%(tid|ntid|ctaid|nctaid)\\.([xyz])");

    private final PtxFunction function;
    private final Map<String, PtxVariable> moduleVariables;
    private final Map<String, PtxFunction> functions;
    private final Deque<Map<String, String>> registers = new ArrayDeque<>();
    private final Map<String, PtxVariable> memory = new HashMap<>();
    private final Map<String, List<String>> branchTargets = new HashMap<>();
    private final Set<String> sharedUsed = new HashSet<>();
    private final StringBuilder code = new StringBuilder();
    private String pendingLabel = "";

    FunctionTranslator(
            PtxFunction function, Map<String, PtxVariable> moduleVariables, Map<String, PtxFunction> functions) {
        this.function = function;
        this.moduleVariables = moduleVariables;
        this.functions = functions;
        function.parameters().forEach(parameter -> memory.put(parameter.name(), parameter));
        function.results().forEach(result -> memory.put(result.name(), result));
    }

    String body() {
        registers.push(new HashMap<>());
        collectBranchTargets();
        Instructions instructions = new Instructions(this);
        for (String statement : function.statements()) {
            if (statement.equals("{")) {
                registers.push(new HashMap<>());
                code.append("{\n");
            } else if (statement.equals("}")) {
                registers.pop();
                code.append("}\n");
            } else if (statement.endsWith(":")) {
                pendingLabel = statement.substring(0, statement.length() - 1);
                if (!branchTargets.containsKey(pendingLabel)) {
                    code.append(label(pendingLabel)).append(":;\n");
                }
            } else if (statement.startsWith(".")) {
                declare(statement);
            } else {
                code.append("  ").append(instructions.translate(statement)).append('\n');
            }
        }
        StringBuilder shared = new StringBuilder();
        for (String name : sharedUsed) {
            PtxVariable variable = variable(name);
            if (memory.containsKey(name)) {
                shared.append("  static char site_of_")
                        .append(PtxTranslator.identifier(name))
                        .append(";\n");
            }
            shared.append("  const uint32_t shared_")
                    .append(PtxTranslator.identifier(name))
                    .append(
                            variable.elements() == 0
                                    ? " = 0;\n"
                                    : " = ptx::sharedOffset(&site_of_" + PtxTranslator.identifier(name) + ", "
                                            + variable.bytes() + ", " + variable.alignment() + ");\n");
        }
        return "  bool CC = false; (void)CC;\n" + shared + code;
    }

    private void collectBranchTargets() {
        String label = "";
        for (String statement : function.statements()) {
            Matcher targets = BRANCH_TARGETS.matcher(statement);
            if (targets.matches()) {
                branchTargets.put(label, List.of(targets.group(1).split("\\s*,\\s*")));
            }
            label = statement.endsWith(":") ? statement.substring(0, statement.length() - 1) : "";
        }
    }

    private void declare(String statement) {
        Matcher declaration = REGISTERS.matcher(statement);
        if (declaration.matches()) {
            String type = declaration.group(1);
            for (String name : declaration.group(2).split("\\s*,\\s*")) {
                Matcher range = REGISTER_RANGE.matcher(name.strip());
                if (range.matches()) {
                    for (int i = 0; i < Integer.parseInt(range.group(2)); i++) {
                        declareRegister(type, range.group(1) + i);
                    }
                } else {
                    declareRegister(type, name.strip());
                }
            }
        } else if (PtxVariable.isDeclaration(statement)) {
            PtxVariable variable = PtxVariable.parse(statement);
            memory.put(variable.name(), variable);
            if (!variable.space().equals("shared")) {
                code.append("  alignas(16) char ")
                        .append(PtxTranslator.identifier(variable.name()))
                        .append('[')
                        .append(variable.bytes())
                        .append("];\n");
            }
        } else if (!statement.startsWith(".pragma")
                && !BRANCH_TARGETS.matcher(statement).matches()) {
            throw new UnsupportedPtxException("directive", statement);
        }
    }

    private void declareRegister(String type, String name) {
        registers.element().put(name, type);
        code.append("  ")
                .append(Types.cpp(type))
                .append(' ')
                .append(PtxTranslator.identifier(name))
                .append(";\n");
    }

    String label(String name) {
        return "L_" + PtxTranslator.identifier(name);
    }

    List<String> targets(String label) {
        List<String> targets = branchTargets.get(label);
        if (targets == null) {
            throw new UnsupportedPtxException("list of branch targets", label);
        }
        return targets;
    }

    PtxFunction function(String name) {
        PtxFunction called = functions.get(name);
        if (called == null) {
            throw new UnsupportedPtxException("indirect call of", name);
        }
        return called;
    }

    boolean isRegister(String name) {
        return registers.stream().anyMatch(scope -> scope.containsKey(name));
    }

    String registerType(String name) {
        return registers.stream()
                .filter(scope -> scope.containsKey(name))
                .map(scope -> scope.get(name))
                .findFirst()
                .orElseThrow(() -> new UnsupportedPtxException("register", name));
    }

    private PtxVariable variable(String name) {
        PtxVariable variable = memory.get(name);
        if (variable == null) {
            variable = moduleVariables.get(name);
        }
        if (variable == null) {
            throw new UnsupportedPtxException("operand", name);
        }
        return variable;
    }

    /** An operand's value as C++ of the given PTX type. */
    String value(String operand, String type) {
        String cpp = Types.cpp(type);
        if (isRegister(operand)) {
            return "ptx::as<" + cpp + ">(" + PtxTranslator.identifier(operand) + ")";
        }
        if (operand.startsWith("%")) {
            return "ptx::as<" + cpp + ">(" + special(operand) + ")";
        }
        if (operand.matches("0[dD][0-9A-Fa-f]{16}")) {
            return "ptx::as<" + cpp + ">((uint64_t)0x" + operand.substring(2) + "ull)";
        }
        if (operand.matches("0[fF][0-9A-Fa-f]{8}")) {
            return "ptx::as<" + cpp + ">((uint32_t)0x" + operand.substring(2) + "u)";
        }
        if (INTEGER.matcher(operand).matches()) {
            String digits = operand.replace("U", "");
            return digits.equals("-9223372036854775808")
                    ? "(" + cpp + ")0x8000000000000000ull"
                    : "(" + cpp + ")" + digits + (digits.startsWith("-") ? "ll" : "ull");
        }
        return "ptx::as<" + cpp + ">((uint64_t)" + addressOf(operand) + ")";
    }

    private static String special(String operand) {
        Matcher position = SPECIAL.matcher(operand);
        if (position.matches()) {
            String member = switch (position.group(1)) {
                case "tid" -> "thread";
                case "ntid" -> "blockSize";
                case "ctaid" -> "block";
                default -> "gridSize";
            };
            return "(uint32_t)emulator::here->" + member + "." + position.group(2);
        }
        return switch (operand) {
            case "%laneid" -> "(uint32_t)(emulator::here->linear % 32)";
            case "%warpid" -> "(uint32_t)(emulator::here->linear / 32)";
            case "%lanemask_eq" -> "(uint32_t)(1u << emulator::here->linear % 32)";
            case "%lanemask_lt" -> "(uint32_t)((1u << emulator::here->linear % 32) - 1)";
            case "%lanemask_le" -> "(uint32_t)((2u << emulator::here->linear % 32) - 1)";
            case "%lanemask_gt" -> "(uint32_t)~((2u << emulator::here->linear % 32) - 1)";
            case "%lanemask_ge" -> "(uint32_t)~((1u << emulator::here->linear % 32) - 1)";
            default -> throw new UnsupportedPtxException("special register", operand);
        };
    }

    /** The address of a variable, in its own space. */
    private String addressOf(String name) {
        PtxVariable variable = variable(name);
        if (variable.space().equals("shared")) {
            sharedUsed.add(name);
            return "shared_" + PtxTranslator.identifier(name);
        }
        return PtxTranslator.identifier(name);
    }

    /** The host's address that "[base+offset]" of a state space means. */
    String pointer(String bracketed, String space) {
        String inside = bracketed.substring(1, bracketed.length() - 1).strip();
        int plus = inside.lastIndexOf('+');
        String base = plus < 0 ? inside : inside.substring(0, plus).strip();
        String offset = plus < 0 ? "0" : inside.substring(plus + 1).strip();
        if (space.equals("shared")) {
            return "ptx::sharedPointer(" + value(base, "u32") + " + (" + offset + "))";
        }
        return "((char*)" + value(base, "u64") + " + (" + offset + "))";
    }

    /** Assigns C++ of the given PTX type to a register; "_" takes nothing. */
    String assign(String register, String type, String expression) {
        if (register.equals("_")) {
            return "(void)(" + expression + ");";
        }
        String cpp = Types.cpp(registerType(register));
        return PtxTranslator.identifier(register) + " = ptx::to<" + cpp + ">((" + Types.cpp(type) + ")(" + expression
                + "));";
    }

    /** Splits operands at commas outside brackets. */
    static List<String> operands(String text) {
        List<String> operands = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += c == '{' || c == '[' || c == '(' ? 1 : c == '}' || c == ']' || c == ')' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == text.length())) {
                String operand = text.substring(from, i).strip();
                if (!operand.isEmpty()) {
                    operands.add(operand);
                }
                from = i + 1;
            }
        }
        return operands;
    }
}
