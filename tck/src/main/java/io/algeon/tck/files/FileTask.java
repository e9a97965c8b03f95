package io.algeon.tck.files;

import io.algeon.tck.tpch.TpchQueries;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What is done with a file. */
enum FileTask {
    /** Finding out how the file is written and of which types its columns are; its first row. */
    SNIFF("SELECT * FROM $T LIMIT 1"),
    COUNT("SELECT count(*) FROM $T"),
    /** Three columns of sixteen. */
    SUM("SELECT sum(l_quantity), sum(l_extendedprice) FROM $T WHERE l_discount > 0.05"),
    /** Rows of which few pass, all columns of those. */
    FIND("SELECT * FROM $T WHERE l_orderkey = 77 OR l_orderkey = 55554"),
    GROUP("""
            SELECT l_returnflag, l_linestatus, l_shipinstruct, l_shipmode, count(*), sum(l_quantity), sum(l_tax),
                min(l_shipdate), max(l_receiptdate), max(l_comment)
            FROM $T GROUP BY l_returnflag, l_linestatus, l_shipinstruct, l_shipmode"""),
    /** All columns. */
    ALL("""
            SELECT max(l_orderkey), max(l_partkey), max(l_suppkey), max(l_linenumber), max(l_quantity), max(l_extendedprice),
                max(l_discount), max(l_tax), max(l_returnflag), max(l_linestatus), max(l_shipdate), max(l_commitdate),
                max(l_receiptdate), max(l_shipinstruct), max(l_shipmode), max(l_comment) FROM $T"""),
    Q1(TpchQueries.text(1).replaceFirst("(?i)\\blineitem\\b", "\\$T")),
    Q6(TpchQueries.text(6).replaceFirst("(?i)\\blineitem\\b", "\\$T")),
    TABLE("CREATE OR REPLACE TABLE made AS SELECT * FROM $T"),
    TO_PARQUET("COPY (SELECT * FROM $T) TO '$O.parquet' (FORMAT parquet)"),
    TO_CSV("COPY (SELECT * FROM $T) TO '$O.csv' (FORMAT csv, HEADER true)"),
    TO_GZIP("COPY (SELECT * FROM $T) TO '$O.csv.gz' (FORMAT csv, HEADER true, COMPRESSION gzip)"),
    TO_JSON("COPY (SELECT * FROM $T) TO '$O.json' (FORMAT json)");

    private static final String CHECK =
            "SELECT count(*), sum(l_quantity), min(l_shipdate), max(l_comment), sum(char_length(l_comment)) FROM ";

    private final String sql;

    FileTask(String sql) {
        this.sql = sql;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Writers are timed over Parquet, and the one that people use most over CSV. */
    boolean fits(FileForm form) {
        return switch (this) {
            case TO_CSV, TO_GZIP, TO_JSON -> form == FileForm.PARQUET;
            case TO_PARQUET -> form == FileForm.PARQUET || form == FileForm.CSV;
            default -> true;
        };
    }

    /** Whether it is a query: its rows can be compared. */
    boolean isQuery() {
        return compareTo(TABLE) < 0;
    }

    String sql(Path file, Path target) {
        return sql.replace("$T", "'" + file + "'").replace("$O", target.toString());
    }

    /** A query over what was made. */
    String check(Path target) {
        List<String> parts = List.of(sql.split("'"));
        String made = this == TABLE
                ? "made"
                : parts.stream()
                        .filter(part -> part.startsWith("$O"))
                        .findFirst()
                        .map(part -> "'" + part.replace("$O", target.toString()) + "'")
                        .orElseThrow();
        return CHECK + made;
    }
}
