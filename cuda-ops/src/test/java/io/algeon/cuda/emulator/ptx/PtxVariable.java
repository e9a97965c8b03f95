package io.algeon.cuda.emulator.ptx;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A variable in memory: of a state space, or a parameter.
 *
 * @param space such as {@code shared}
 * @param type of an element, such as {@code b8}
 * @param name as in the text
 * @param elements number of elements; 0 for an array whose size the launch gives
 * @param alignment bytes
 * @param values initial values, empty if there are none
 */
record PtxVariable(String space, String type, String name, int elements, int alignment, String values) {
    private static final Pattern FORM = Pattern.compile("(?:\\.(?:extern|visible|weak|common)\\s+)*"
            + "\\.(global|const|shared|local|param)\\s+(?:\\.align\\s+(\\d+)\\s+)?\\.(\\w+)"
            + "(?:\\s+\\.ptr[^\\[]*?)?\\s+([\\w$]+)\\s*(?:\\[(\\d*)])?\\s*(?:=\\s*(.*))?");
    private static final Map<String, Integer> BYTES = Map.of("pred", 1);

    static boolean isDeclaration(String statement) {
        return FORM.matcher(statement).matches();
    }

    static PtxVariable parse(String statement) {
        Matcher form = FORM.matcher(statement.strip().replaceAll("\\s+", " "));
        if (!form.matches()) {
            throw new UnsupportedPtxException("declaration", statement);
        }
        String type = form.group(3);
        String count = form.group(5);
        return new PtxVariable(
                form.group(1),
                type,
                form.group(4),
                count == null ? 1 : count.isEmpty() ? 0 : Integer.parseInt(count),
                form.group(2) == null ? bytes(type) : Integer.parseInt(form.group(2)),
                form.group(6) == null ? "" : form.group(6));
    }

    static int bytes(String type) {
        Integer known = BYTES.get(type);
        return known == null ? Integer.parseInt(type.substring(1)) / Byte.SIZE : known;
    }

    int bytes() {
        return bytes(type) * elements;
    }
}
