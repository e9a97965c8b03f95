package io.algeon.samples.console;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script into its statements: at semicolons that are not inside quotes or comments. */
final class Statements {
    private Statements() {}

    /** The statements without their semicolons; those of white space and comments alone are left out. */
    static List<String> split(String script) {
        List<String> statements = new ArrayList<>();
        int start = 0;
        boolean empty = true;
        int at = 0;
        while (at < script.length()) {
            char next = script.charAt(at);
            int end = at + 1;
            if (next == '\'' || next == '"') {
                end = after(script, String.valueOf(next), end);
                empty = false;
            } else if (script.startsWith("--", at)) {
                end = after(script, "\n", end);
            } else if (script.startsWith("/*", at)) {
                end = after(script, "*/", end + 1);
            } else if (next == ';') {
                if (!empty) {
                    statements.add(script.substring(start, at).strip());
                }
                start = end;
                empty = true;
            } else if (!Character.isWhitespace(next)) {
                empty = false;
            }
            at = end;
        }
        if (!empty) {
            statements.add(script.substring(start).strip());
        }
        return statements;
    }

    private static int after(String script, String mark, int from) {
        int found = script.indexOf(mark, from);
        return found < 0 ? script.length() : found + mark.length();
    }
}
