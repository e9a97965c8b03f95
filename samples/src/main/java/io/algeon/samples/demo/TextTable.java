package io.algeon.samples.demo;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Prints a result as a table: numbers to the right, everything else to the left. */
final class TextTable {
    private TextTable() {}

    /** Reads the result to its end and prints it; returns the rows. */
    static int print(ResultSet result, PrintStream out) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        int count = columns.getColumnCount();
        int[] widths = new int[count];
        boolean[] numeric = new boolean[count];
        for (int i = 0; i < count; i++) {
            widths[i] = columns.getColumnLabel(i + 1).length();
            numeric[i] = columns.isSigned(i + 1);
        }
        List<String[]> rows = new ArrayList<>();
        while (result.next()) {
            String[] row = new String[count];
            for (int i = 0; i < count; i++) {
                row[i] = String.valueOf(result.getString(i + 1));
                widths[i] = Math.max(widths[i], row[i].length());
            }
            rows.add(row);
        }
        String[] header = new String[count];
        StringBuilder rule = new StringBuilder("  ");
        for (int i = 0; i < count; i++) {
            header[i] = columns.getColumnLabel(i + 1);
            rule.append("─".repeat(widths[i])).append("  ");
        }
        line(header, widths, numeric, out);
        out.println(rule.toString().stripTrailing());
        for (String[] row : rows) {
            line(row, widths, numeric, out);
        }
        return rows.size();
    }

    private static void line(String[] cells, int[] widths, boolean[] numeric, PrintStream out) {
        StringBuilder line = new StringBuilder("  ");
        for (int i = 0; i < cells.length; i++) {
            String padding = " ".repeat(widths[i] - cells[i].length());
            line.append(numeric[i] ? padding + cells[i] : cells[i] + padding).append("  ");
        }
        out.println(line.toString().stripTrailing());
    }
}
