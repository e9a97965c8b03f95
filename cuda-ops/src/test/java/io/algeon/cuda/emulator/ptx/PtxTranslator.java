package io.algeon.cuda.emulator.ptx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * PTX text to C++ against {@code ptx_support.h}: a C++ function for each entry point and function, a C++ variable for each
 * register. Pointers of the global, local and generic spaces are the host's; those of shared memory are offsets into the
 * block's arena. Entry points register themselves under their names with the hash of the text, so that the emulated driver
 * can refuse another text.
 */
public final class PtxTranslator {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private PtxTranslator() {}

    /** The C++ for one module. */
    public static String translate(String ptx) {
        PtxModule module = PtxModule.parse(ptx);
        StringBuilder out = new StringBuilder("#include \"ptx_support.h\"\n\nnamespace {\n");
        Map<String, PtxVariable> variables = new HashMap<>();
        for (PtxVariable variable : module.variables()) {
            variables.put(variable.name(), variable);
            if (variable.space().equals("shared")) {
                if (variable.elements() > 0) {
                    out.append("char site_of_")
                            .append(identifier(variable.name()))
                            .append(";\n");
                }
            } else {
                out.append(definition(variable));
            }
        }
        Map<String, PtxFunction> functions = new HashMap<>();
        for (PtxFunction function : module.functions()) {
            functions.put(function.name(), function);
            out.append(signature(function)).append(";\n");
        }
        for (PtxFunction function : module.functions()) {
            if (!function.statements().isEmpty()) {
                out.append('\n').append(signature(function)).append(" {\n");
                out.append(new FunctionTranslator(function, variables, functions).body());
                out.append("}\n");
            }
        }
        for (PtxFunction function : module.functions()) {
            if (function.entry()) {
                out.append(registration(function, hash(ptx)));
            }
        }
        return out.append("\n}  // namespace\n").toString();
    }

    /** FNV-1a, as the emulated driver computes it. */
    private static long hash(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }

    static String identifier(String name) {
        return name.replace("$", "_S_").replace("%", "_R_").replace(".", "_");
    }

    /** Functions take pointers to their results' and their parameters' memory. */
    private static String signature(PtxFunction function) {
        List<String> pointers = new ArrayList<>();
        for (PtxVariable variable : function.results()) {
            pointers.add("char* " + identifier(variable.name()));
        }
        for (PtxVariable variable : function.parameters()) {
            pointers.add("char* " + identifier(variable.name()));
        }
        return "void f_" + identifier(function.name()) + "(" + String.join(", ", pointers) + ")";
    }

    private static String definition(PtxVariable variable) {
        String type = Types.cpp(variable.type());
        return "alignas(" + variable.alignment() + ") " + type + " " + identifier(variable.name()) + "["
                + Math.max(1, variable.elements()) + "]"
                + (variable.values().isEmpty()
                        ? ""
                        : " = "
                                + (variable.values().startsWith("{")
                                        ? variable.values()
                                        : "{" + variable.values() + "}"))
                + ";\n";
    }

    private static String registration(PtxFunction function, long hash) {
        String name = identifier(function.name());
        StringBuilder arguments = new StringBuilder();
        for (int i = 0; i < function.parameters().size(); i++) {
            arguments.append(i == 0 ? "" : ", ").append("p[").append(i).append(']');
        }
        String sizes = function.parameters().stream()
                .map(parameter -> "{" + parameter.bytes() + ", " + parameter.alignment() + "}, ")
                .collect(Collectors.joining());
        return "\nvoid call_" + name + "(void*, char* const* p) { f_" + name + "(" + arguments + "); (void)p; }\n"
                + "const emulator::Parameter parameters_" + name + "[] = {" + sizes + "{0, 0}};\n"
                + "emulator::TranslatedKernel kernel_" + name + "(\"" + function.name() + "\", call_" + name
                + ", parameters_" + name + ", " + function.parameters().size() + ", " + function.maxThreads() + ", 0x"
                + Long.toHexString(hash) + "ull);\n";
    }
}
