package io.algeon.engine.sql.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** TPC-DS's tables at scale factor 1: row counts, and distinct values of keys. */
public final class TpcdsCatalog {
    private TpcdsCatalog() {}

    public static FakeCatalog create() {
        FakeCatalog catalog = new FakeCatalog();
        InputStream stream = Objects.requireNonNull(TpcdsCatalog.class.getResourceAsStream("tpcds-schema.txt"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            String table = "";
            List<String> columns = new ArrayList<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("  ")) {
                    columns.add(line.trim());
                } else if (!line.startsWith("#")) {
                    add(catalog, table, columns);
                    table = line;
                }
            }
            add(catalog, table, columns);
            return catalog;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void add(FakeCatalog catalog, String table, List<String> columns) {
        if (!columns.isEmpty()) {
            String[] nameAndRows = table.split(" ");
            catalog.table(nameAndRows[0], Long.parseLong(nameAndRows[1]), columns.toArray(String[]::new));
            columns.clear();
        }
    }
}
