package io.algeon.cuda.emulator.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PTX text cut into its parts.
 *
 * @param variables of the module
 * @param functions declared and defined, in order
 */
record PtxModule(List<PtxVariable> variables, List<PtxFunction> functions) {
    private static final int DEFAULT_MAX_THREADS = 1024;
    private static final Pattern HEADER =
            Pattern.compile("\\.(entry|func)\\s*(?:\\(([^)]*)\\))?\\s*([\\w$]+)\\s*(?:\\(([^)]*)\\))?");
    private static final Pattern MAX_THREADS = Pattern.compile("\\.maxntid\\s+(\\d+)");
    private static final Pattern LABEL = Pattern.compile("[\\w$]+");

    static PtxModule parse(String text) {
        String code = text.replaceAll("//[^\n]*", "")
                .replaceAll("(?s)/\\*.*?\\*/", "")
                .replaceAll("(?m)^\\s*\\.(version|target|address_size|loc|file|section)\\b.*$", "");
        List<PtxVariable> variables = new ArrayList<>();
        List<PtxFunction> functions = new ArrayList<>();
        int at = 0;
        while (at < code.length()) {
            int end = endOfHeader(code, at);
            String header = code.substring(at, end).strip();
            if (header.isEmpty()) {
                at = end + 1;
                continue;
            }
            boolean body = end < code.length() && code.charAt(end) == '{';
            Matcher function = HEADER.matcher(header);
            if (function.find()) {
                int close = body ? closing(code, end) : end;
                functions.add(
                        function(function, header, body ? statements(code.substring(end + 1, close)) : List.of()));
                at = close + 1;
            } else {
                int semicolon = code.indexOf(';', at);
                variables.add(PtxVariable.parse(code.substring(at, semicolon).strip()));
                at = semicolon + 1;
            }
        }
        return new PtxModule(variables, functions);
    }

    private static int endOfHeader(String code, int from) {
        int brace = code.indexOf('{', from);
        int semicolon = code.indexOf(';', from);
        if (brace < 0 && semicolon < 0) {
            return code.length();
        }
        return brace < 0 || semicolon >= 0 && semicolon < brace ? semicolon : brace;
    }

    private static int closing(String code, int open) {
        int depth = 0;
        for (int i = open; i < code.length(); i++) {
            char c = code.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new UnsupportedPtxException("unclosed body", code.substring(open, Math.min(code.length(), open + 60)));
    }

    private static PtxFunction function(Matcher header, String whole, List<String> statements) {
        Matcher threads = MAX_THREADS.matcher(whole);
        return new PtxFunction(
                header.group(3),
                header.group(1).equals("entry"),
                variables(header.group(2)),
                variables(header.group(4)),
                threads.find() ? Integer.parseInt(threads.group(1)) : DEFAULT_MAX_THREADS,
                statements);
    }

    private static List<PtxVariable> variables(String list) {
        List<PtxVariable> variables = new ArrayList<>();
        if (list != null) {
            for (String variable : list.split(",")) {
                if (!variable.isBlank()) {
                    variables.add(PtxVariable.parse(variable.strip()));
                }
            }
        }
        return variables;
    }

    /** Cuts a body at semicolons, labels ("name:") and braces of scopes, which are not those of vectors. */
    private static List<String> statements(String body) {
        List<String> statements = new ArrayList<>();
        int from = 0;
        int vectors = 0;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            boolean startsStatement = body.substring(from, i).isBlank();
            if (c == '{' && startsStatement || c == '}' && startsStatement && vectors == 0) {
                statements.add(String.valueOf(c));
                from = i + 1;
            } else if (c == '{') {
                vectors++;
            } else if (c == '}') {
                vectors--;
            } else if (c == ';') {
                String statement = body.substring(from, i).strip();
                if (!statement.isEmpty()) {
                    statements.add(statement.replaceAll("\\s+", " "));
                }
                from = i + 1;
            } else if (c == ':'
                    && LABEL.matcher(body.substring(from, i).strip()).matches()) {
                statements.add(body.substring(from, i).strip() + ":");
                from = i + 1;
            }
        }
        return statements;
    }
}
