package io.algeon.cuda.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an entry point takes, read from the PTX text.
 *
 * @param symbol its name
 * @param parameters in order
 * @param maxThreads most threads a block
 */
record KernelSignature(String symbol, List<Parameter> parameters, int maxThreads) {
    private static final int DEFAULT_MAX_THREADS = 1024;
    private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+([\\w$]+)\\s*\\(([^)]*)\\)([^{]*)\\{");
    private static final Pattern PARAMETER = Pattern.compile(
            "\\.param\\s+(?:\\.align\\s+(\\d+)\\s+)?\\.[a-z](\\d+)(?:\\s+\\.ptr[^%,]*?)?\\s+[\\w$]+(?:\\[(\\d+)])?\\s*$");
    private static final Pattern MAX_THREADS = Pattern.compile("\\.maxntid\\s+(\\d+)");

    /**
     * A parameter in the packed buffer.
     *
     * @param offset from the buffer's start
     * @param bytes that it takes
     */
    record Parameter(int offset, int bytes) {}

    KernelSignature {
        parameters = List.copyOf(parameters);
    }

    /** Bytes of all parameters together. */
    int bytes() {
        if (parameters.isEmpty()) {
            return 0;
        }
        Parameter last = parameters.get(parameters.size() - 1);
        return last.offset() + last.bytes();
    }

    /** The entry points of a text, by name. */
    static Map<String, KernelSignature> parse(String ptx) {
        Map<String, KernelSignature> signatures = new LinkedHashMap<>();
        Matcher entry = ENTRY.matcher(ptx);
        while (entry.find()) {
            List<Parameter> parameters = new ArrayList<>();
            int end = 0;
            for (String text : entry.group(2).split(",")) {
                if (text.isBlank()) {
                    continue;
                }
                Matcher parameter = PARAMETER.matcher(text.strip());
                if (!parameter.matches()) {
                    throw new IllegalStateException(
                            "The parameter '" + text.strip() + "' of " + entry.group(1) + " is of an unknown form.");
                }
                int unit = Integer.parseInt(parameter.group(2)) / Byte.SIZE;
                int bytes = parameter.group(3) == null ? unit : unit * Integer.parseInt(parameter.group(3));
                int alignment = parameter.group(1) == null ? unit : Integer.parseInt(parameter.group(1));
                int offset = (end + alignment - 1) / alignment * alignment;
                parameters.add(new Parameter(offset, bytes));
                end = offset + bytes;
            }
            Matcher threads = MAX_THREADS.matcher(entry.group(3));
            signatures.put(
                    entry.group(1),
                    new KernelSignature(
                            entry.group(1),
                            parameters,
                            threads.find() ? Integer.parseInt(threads.group(1)) : DEFAULT_MAX_THREADS));
        }
        return signatures;
    }
}
