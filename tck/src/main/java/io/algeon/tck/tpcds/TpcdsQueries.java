package io.algeon.tck.tpcds;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The 99 query texts, from Trino's benchmark jar on the class path. */
public final class TpcdsQueries {
    public static final int COUNT = 99;

    /**
     * Divisors that are 0 for some rows, depending on the data. DuckDB then gives NULL, the standard an error, and so do we: both
     * engines get the text with the divisor guarded.
     */
    private static final Map<Integer, List<String>> DIVISORS = Map.of(
            12, List.of("\"sum\"(\"sum\"(\"ws_ext_sales_price\")) OVER (PARTITION BY \"i_class\")"),
            20, List.of("\"sum\"(\"sum\"(\"cs_ext_sales_price\")) OVER (PARTITION BY \"i_class\")"),
            98, List.of("\"sum\"(\"sum\"(\"ss_ext_sales_price\")) OVER (PARTITION BY \"i_class\")"),
            90, List.of("CAST(\"pmc\" AS DECIMAL(15,4))"));

    private TpcdsQueries() {}

    /** 1 to 99. */
    public static List<Integer> numbers() {
        return IntStream.rangeClosed(1, COUNT).boxed().toList();
    }

    /** Text of a query over tables without a schema, without a semicolon. */
    public static String text(int number) {
        String resource = String.format(Locale.ROOT, "sql/presto/tpcds/q%02d.sql", number);
        try (InputStream stream = TpcdsQueries.class.getClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("There is no " + resource + " on the class path");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${database}.${schema}.", "")
                    .replace("${prefix}", "")
                    .strip();
            for (String divisor : DIVISORS.getOrDefault(number, List.of())) {
                if (!text.contains(divisor)) {
                    throw new IllegalStateException("query " + number + " does not divide by " + divisor);
                }
                text = text.replace(divisor, "NULLIF(" + divisor + ", 0)");
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
