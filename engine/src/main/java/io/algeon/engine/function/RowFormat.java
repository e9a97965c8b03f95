package io.algeon.engine.function;

import io.algeon.engine.batch.BytesVector;

/** PostgreSQL's {@code format}: a text with places for arguments, {@code %[position$][-][width]type}. */
final class RowFormat {
    private static final int MAX_WIDTH = 1 << 20;

    private final RowArguments arguments;
    private final int row;
    private final TextBuffer out;
    private final String format;
    private int at;
    private int next = 1;

    private RowFormat(RowArguments arguments, int row, TextBuffer out) {
        this.arguments = arguments;
        this.row = row;
        this.out = out;
        this.format = arguments.text(0).string(row);
    }

    static VectorFunction bind(CallSite site) {
        RowArguments arguments = new RowArguments(site);
        TextBuffer out = new TextBuffer();
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            BytesVector result = buffers.bytes(rows);
            arguments.of(vectors, rows);
            for (int row = 0; row < rows; row++) {
                out.clear();
                if (arguments.isNull(0, row)) {
                    result.setNull(row, rows);
                } else {
                    new RowFormat(arguments, row, out).write();
                }
                result.set(row, out.bytes(), 0, out.length());
            }
            return result;
        };
    }

    private void write() {
        int start = 0;
        while (at < format.length()) {
            if (format.charAt(at) != '%') {
                at++;
                continue;
            }
            out.append(format.substring(start, at));
            at++;
            place();
            start = at;
        }
        out.append(format.substring(start));
    }

    private void place() {
        if (at < format.length() && format.charAt(at) == '%') {
            out.append('%');
            at++;
            return;
        }
        int position = 0;
        int digits = at;
        int number = number();
        if (at > digits && at < format.length() && format.charAt(at) == '$') {
            position = number;
            at++;
            if (position == 0) {
                throw Failures.invalidArgument("The arguments of format are counted from 1: '" + format + "'.");
            }
        } else {
            at = digits;
        }
        boolean left = at < format.length() && format.charAt(at) == '-';
        at += left ? 1 : 0;
        int width = number();
        if (at >= format.length()) {
            throw Failures.invalidArgument("The format '" + format + "' ends within a place; a % is written %%.");
        }
        char type = format.charAt(at++);
        if (type != 's' && type != 'I' && type != 'L') {
            throw Failures.invalidArgument(
                    "'%" + type + "' in the format '" + format + "' is not known; %s, %I, %L and %% are.");
        }
        int argument = position > 0 ? position : next;
        next = argument + 1;
        if (argument >= arguments.count()) {
            throw Failures.invalidArgument("The format '" + format + "' has more places than arguments follow it.");
        }
        pad(text(argument, type), width, left);
    }

    private int number() {
        int number = 0;
        while (at < format.length() && Character.isDigit(format.charAt(at))) {
            number = Math.min(MAX_WIDTH, number * 10 + format.charAt(at++) - '0');
        }
        return number;
    }

    private String text(int argument, char type) {
        if (arguments.isNull(argument, row)) {
            if (type == 'I') {
                throw Failures.invalidArgument("%I in a format needs a name, but its argument is NULL.");
            }
            return type == 'L' ? "NULL" : "";
        }
        String value = arguments.text(argument).string(row);
        return type == 's' ? value : type == 'I' ? TextFunctions.identifier(value) : TextFunctions.literal(value);
    }

    private void pad(String text, int width, boolean left) {
        int missing = width - text.codePointCount(0, text.length());
        if (left) {
            out.append(text);
        }
        for (int i = 0; i < missing; i++) {
            out.append(' ');
        }
        if (!left) {
            out.append(text);
        }
    }
}
