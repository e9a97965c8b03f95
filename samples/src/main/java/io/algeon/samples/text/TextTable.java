package io.algeon.samples.text;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints a result as a table: numbers to the right, everything else to the left. Columns are as wide as the first thousand rows
 * need, so that a result of any length is printed as it arrives.
 */
public final class TextTable {
    private static final int ROWS_MEASURED = 1_000;

    private final PrintStream out;
    private final String[] labels;
    private final int[] widths;
    private final boolean[] numeric;

    private TextTable(ResultSetMetaData columns, PrintStream out) throws SQLException {
        this.out = out;
        int count = columns.getColumnCount();
        labels = new String[count];
        widths = new int[count];
        numeric = new boolean[count];
        for (int i = 0; i < count; i++) {
            labels[i] = columns.getColumnLabel(i + 1);
            widths[i] = labels[i].length();
            numeric[i] = columns.isSigned(i + 1);
        }
    }

    /** Reads the result to its end and prints it; returns the number of rows. */
    public static long print(ResultSet result, PrintStream out) throws SQLException {
        return new TextTable(result.getMetaData(), out).print(result);
    }

    private long print(ResultSet result) throws SQLException {
        List<String[]> measured = new ArrayList<>();
        while (measured.size() < ROWS_MEASURED && result.next()) {
            String[] row = row(result);
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
            measured.add(row);
        }
        StringBuilder rule = new StringBuilder("  ");
        for (int width : widths) {
            rule.append("─".repeat(width)).append("  ");
        }
        line(labels);
        out.println(rule.toString().stripTrailing());
        measured.forEach(this::line);
        long rows = measured.size();
        if (rows == ROWS_MEASURED) {
            while (result.next()) {
                line(row(result));
                rows++;
            }
        }
        return rows;
    }

    private String[] row(ResultSet result) throws SQLException {
        String[] row = new String[labels.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = String.valueOf(result.getString(i + 1));
        }
        return row;
    }

    private void line(String[] cells) {
        StringBuilder line = new StringBuilder("  ");
        for (int i = 0; i < cells.length; i++) {
            String padding = " ".repeat(Math.max(0, widths[i] - cells[i].length()));
            line.append(numeric[i] ? padding + cells[i] : cells[i] + padding).append("  ");
        }
        out.println(line.toString().stripTrailing());
    }
}
