package io.algeon.engine.sql.optimize;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.explain.PlanExplainer;
import io.algeon.engine.placement.Placement;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.SqlFrontEnd;
import io.algeon.engine.sql.testing.Constants;
import io.algeon.engine.sql.testing.FakeCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Plans statements and looks into plans. */
final class Plans {
    private final SqlFrontEnd frontEnd = new SqlFrontEnd(Constants.EVALUATOR);
    private final PlanningContext context;

    Plans(Catalog catalog) {
        context = new PlanningContext(catalog, "main", null, "UTC", new CancellationToken());
    }

    /** Over t(a, b, c) and u(d, e, f) with NULLs, n(k, v) without, big(id, ref, x) and small(id, y). */
    static Plans ofSmallTables() {
        return new Plans(new FakeCatalog()
                .table(
                        "t",
                        1000,
                        "a INTEGER ndv=100 min=0 max=99",
                        "b INTEGER ndv=1000 min=0 max=9999",
                        "c VARCHAR ndv=10")
                .table(
                        "u",
                        500,
                        "d INTEGER ndv=100 min=0 max=99",
                        "e INTEGER ndv=500 min=0 max=9999",
                        "f VARCHAR ndv=10")
                .table("n", 200, "k INTEGER NOT NULL ndv=200 min=0 max=199", "v VARCHAR NOT NULL ndv=50")
                .table(
                        "big",
                        1_000_000,
                        "id BIGINT NOT NULL ndv=1000000",
                        "ref INTEGER NOT NULL ndv=200 min=0 max=199",
                        "x BIGINT")
                .table("small", 10, "id INTEGER NOT NULL ndv=10 min=0 max=9", "y VARCHAR NOT NULL ndv=10"));
    }

    PlanNode plan(String sql) {
        return ((PlannedStatement.Query) frontEnd.prepare(sql, context)).plan();
    }

    String text(String sql) {
        return text(plan(sql));
    }

    static String text(PlanNode plan) {
        return String.join("\n", new PlanExplainer(Placement.cpu(plan, "test")).text());
    }

    static <T extends PlanNode> List<T> nodes(PlanNode plan, Class<T> type) {
        List<T> found = new ArrayList<>();
        collect(plan, type, found);
        return found;
    }

    private static <T extends PlanNode> void collect(PlanNode node, Class<T> type, List<T> found) {
        if (type.isInstance(node)) {
            found.add(type.cast(node));
        }
        node.inputs().forEach(input -> collect(input, type, found));
    }

    static List<JoinKind> joinKinds(PlanNode plan) {
        return nodes(plan, PlanNode.Join.class).stream()
                .map(PlanNode.Join::kind)
                .toList();
    }

    static List<String> tables(PlanNode plan) {
        return nodes(plan, PlanNode.Scan.class).stream()
                .map(scan -> scan.table().definition().name())
                .toList();
    }

    /** A text of the test class path. */
    static String resource(String path) {
        try (InputStream stream = Objects.requireNonNull(Plans.class.getResourceAsStream(path), path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
