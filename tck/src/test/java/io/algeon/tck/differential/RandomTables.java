package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Tables of all types with NULLs, skew, Unicode and awkward sizes, written as Parquet by the oracle. All have the same
 * columns, so that queries can be made without looking at them.
 */
public final class RandomTables {
    /** A column: name, type in DDL, kind. */
    record Column(String name, String type, Kind kind) {}

    static final List<Column> COLUMNS = List.of(
            new Column("id", "BIGINT", Kind.BIGINT),
            new Column("flag", "BOOLEAN", Kind.BOOLEAN),
            new Column("tiny", "TINYINT", Kind.INTEGER),
            new Column("small", "SMALLINT", Kind.INTEGER),
            new Column("k", "INTEGER", Kind.INTEGER),
            new Column("n", "INTEGER", Kind.INTEGER),
            new Column("big", "BIGINT", Kind.BIGINT),
            new Column("price", "DECIMAL(9,2)", Kind.DECIMAL),
            new Column("rate", "DECIMAL(18,4)", Kind.DECIMAL),
            new Column("wide", "DECIMAL(30,6)", Kind.DECIMAL),
            new Column("ratio", "DOUBLE", Kind.DOUBLE),
            new Column("code", "VARCHAR", Kind.TEXT),
            new Column("label", "VARCHAR", Kind.TEXT),
            new Column("day", "DATE", Kind.DATE),
            new Column("moment", "TIMESTAMP", Kind.TIMESTAMP));

    /** Name and rows. The names say what is special. */
    record Table(String name, int rows) {}

    static final List<Table> TABLES = List.of(
            new Table("plain", 3000),
            new Table("skewed", 5000),
            new Table("few", 65),
            new Table("one", 1),
            new Table("none", 0),
            new Table("nulls", 64));

    private static final String[] CODES = {"A", "B", "C", "ab", "aB", "", "é", "日本", "😀", "Z"};
    private static final String[] WORDS = {"red", "green", "blue", "straße", "naïve", "東京", "x_y", "100%", "🙂🙃", "a'b"
    };

    private RandomTables() {}

    /** Creates the tables in the oracle and writes each to {@code directory/NAME.parquet}. */
    public static void create(Connection oracle, Path directory, long seed) throws SQLException {
        Random random = new Random(seed);
        for (Table table : TABLES) {
            try (Statement statement = oracle.createStatement()) {
                StringBuilder ddl = new StringBuilder("CREATE TABLE " + table.name() + " (");
                for (int i = 0; i < COLUMNS.size(); i++) {
                    ddl.append(i == 0 ? "" : ", ")
                            .append(COLUMNS.get(i).name())
                            .append(' ')
                            .append(COLUMNS.get(i).type());
                }
                statement.execute(ddl.append(")").toString());
                insert(statement, table, random);
                statement.execute("COPY " + table.name() + " TO '" + directory.resolve(table.name() + ".parquet")
                        + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
            }
        }
    }

    private static void insert(Statement statement, Table table, Random random) throws SQLException {
        for (int start = 0; start < table.rows(); start += 500) {
            StringBuilder sql = new StringBuilder("INSERT INTO " + table.name() + " VALUES ");
            int end = Math.min(table.rows(), start + 500);
            for (int row = start; row < end; row++) {
                sql.append(row == start ? "(" : ", (").append(row);
                for (int column = 1; column < COLUMNS.size(); column++) {
                    boolean isNull = table.name().equals("nulls") || random.nextInt(10) == 0;
                    sql.append(", ")
                            .append(isNull ? "NULL" : value(COLUMNS.get(column).name(), table, random));
                }
                sql.append(')');
            }
            statement.execute(sql.toString());
        }
    }

    private static String value(String column, Table table, Random random) {
        boolean skewed = table.name().equals("skewed");
        return switch (column) {
            case "flag" -> random.nextBoolean() ? "TRUE" : "FALSE";
            case "tiny" -> Integer.toString(random.nextInt(256) - 128);
            case "small" -> Integer.toString(random.nextInt(2001) - 1000);
            case "k" -> Integer.toString(skewed && random.nextInt(10) < 8 ? 7 : random.nextInt(50));
            case "n" -> Integer.toString(random.nextInt(200_001) - 100_000);
            case "big" -> Long.toString(random.nextLong() >> 24);
            case "price" -> String.format(Locale.ROOT, "%.2f", (random.nextInt(2_000_001) - 1_000_000) / 100.0);
            case "rate" -> String.format(Locale.ROOT, "%.4f", (random.nextInt(2_000_001) - 1_000_000) / 10000.0);
            case "wide" ->
                (random.nextBoolean() ? "-" : "") + (random.nextLong() >>> 20) + "."
                        + (100_000 + random.nextInt(900_000));
            case "ratio" ->
                switch (random.nextInt(20)) {
                    case 0 -> "0.0";
                    case 1 -> "-0.0";
                    default -> Double.toString((random.nextInt(20_001) - 10_000) / 16.0);
                };
            case "code" -> quoted(CODES[skewed && random.nextInt(10) < 8 ? 0 : random.nextInt(CODES.length)]);
            case "label" -> quoted(WORDS[random.nextInt(WORDS.length)] + "-" + random.nextInt(table.rows() + 1));
            case "day" -> "DATE '1970-01-01' + " + (random.nextInt(40_000) - 10_000);
            case "moment" ->
                "TIMESTAMP '2001-01-01 00:00:00' + INTERVAL (" + random.nextInt(1_000_000_000) + ") SECOND";
            default -> throw new IllegalArgumentException(column);
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
