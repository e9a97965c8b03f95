package io.algeon.tck.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** The 22 query texts, from the test jar of Apache Spark on the class path. */
public final class TpchQueries {
    public static final int COUNT = 22;

    private TpchQueries() {}

    /** 1 to 22. */
    public static List<Integer> numbers() {
        return IntStream.rangeClosed(1, COUNT).boxed().toList();
    }

    /** Text of a query, without a semicolon. */
    public static String text(int number) {
        String resource = "tpch/q" + number + ".sql";
        try (InputStream stream = TpchQueries.class.getClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("There is no " + resource + " on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
