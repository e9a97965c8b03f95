package io.algeon.engine.sql.testing;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.SqlFrontEnd;
import io.algeon.metadata.type.SqlType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans statements against a fake catalog. */
public final class Statements {
    private static final SqlFrontEnd FRONT_END = new SqlFrontEnd(Constants.EVALUATOR);

    private Statements() {}

    /** A table {@code t} with one column of each type, named after it. */
    public static FakeCatalog allTypes() {
        return new FakeCatalog()
                .table(
                        "t",
                        100,
                        "tiny TINYINT",
                        "small SMALLINT",
                        "i INTEGER",
                        "big BIGINT",
                        "d DECIMAL(12,2)",
                        "wide DECIMAL(30,4)",
                        "r REAL",
                        "x DOUBLE",
                        "s VARCHAR",
                        "b BOOLEAN",
                        "bin VARBINARY",
                        "u UUID",
                        "dt DATE",
                        "ti TIME(6)",
                        "ts TIMESTAMP(6)",
                        "ns TIMESTAMP(9)",
                        "tz TIMESTAMP WITH TIME ZONE",
                        "ym INTERVAL YEAR TO MONTH",
                        "ds INTERVAL DAY TO SECOND")
                .table("other", "elsewhere", 10, "i INTEGER")
                .file("data/*.parquet", 10, "c INTEGER");
    }

    public static PlannedStatement prepare(Catalog catalog, String sql) {
        return prepare(catalog, sql, null);
    }

    public static PlannedStatement prepare(Catalog catalog, String sql, @Nullable List<SqlType> parameterTypes) {
        return FRONT_END.prepare(
                sql,
                new PlanningContext(catalog, catalog.defaultSchema(), parameterTypes, "UTC", new CancellationToken()));
    }

    public static PlannedStatement.Query query(Catalog catalog, String sql) {
        return (PlannedStatement.Query) prepare(catalog, sql);
    }

    /** Text of a resource of the test class path. */
    public static String resource(String name) {
        try (InputStream stream = Statements.class.getClassLoader().getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
