package io.algeon.engine;

import io.algeon.engine.plan.DataDefinition;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.source.TableSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A planned statement with what tells whether it still fits its tables. Thread-safe. */
final class CachedPlan {
    private static final int HASH_BYTES = 8;

    final String sql;
    final PlannedStatement statement;
    final Duration planning;
    final String sqlHash;
    private final long catalogVersion;
    /** The statement as a look-up of one row, null if it is another query. */
    final @Nullable PointQuery point;
    /** Rows that the plan's largest node is expected to give. */
    final double largestEstimate;

    private final AtomicBoolean fresh = new AtomicBoolean(true);
    private final List<TableSource> tables;
    private final long[] versions;

    /** @param catalogVersion of the catalog in which names were looked up */
    CachedPlan(String sql, PlannedStatement statement, Duration planning, long catalogVersion) {
        this.sql = sql;
        this.catalogVersion = catalogVersion;
        this.statement = statement;
        this.planning = planning;
        this.sqlHash = hash(sql);
        this.point = statement instanceof PlannedStatement.Query query ? PointQuery.of(query.plan()) : null;
        Set<TableSource> found = Collections.newSetFromMap(new IdentityHashMap<>());
        double largest = 0;
        if (statement instanceof PlannedStatement.Chain chain) {
            for (PlannedStatement.Step step : chain.steps()) {
                largest = Math.max(largest, collect(step.change().rows(), found));
            }
            largest = Math.max(largest, collect(PlannedStatement.queryOf(chain).plan(), found));
        } else if (statement instanceof PlannedStatement.Query query) {
            largest = collect(query.plan(), found);
        } else if (statement instanceof PlannedStatement.Change change) {
            largest = collect(change.change().rows(), found);
        } else if (statement instanceof PlannedStatement.Define define
                && define.definition() instanceof DataDefinition.CreateTable create
                && create.rows() != null) {
            largest = collect(create.rows(), found);
        } else if (statement instanceof PlannedStatement.Explain explain) {
            largest = collect(explain.query().plan(), found);
        }
        this.largestEstimate = largest;
        this.tables = new ArrayList<>(found);
        this.versions = tables.stream().mapToLong(TableSource::version).toArray();
    }

    private static double collect(PlanNode node, Set<TableSource> tables) {
        if (node instanceof PlanNode.Scan scan) {
            tables.add(scan.table());
        }
        double largest = node.estimatedRows();
        for (PlanNode input : node.inputs()) {
            largest = Math.max(largest, collect(input, tables));
        }
        return largest;
    }

    /** The time that planning took, for the first execution; zero for later ones, which took the plan from the cache. */
    Duration takePlanning() {
        return fresh.get() && fresh.compareAndSet(true, false) ? planning : Duration.ZERO;
    }

    /**
     * Whether names mean what they meant, and no table has changed so much that the plan should be made again.
     *
     * @param presentVersion of the catalog
     */
    boolean isCurrent(long presentVersion) {
        if (presentVersion != catalogVersion) {
            return false;
        }
        for (int i = 0; i < versions.length; i++) {
            if (tables.get(i).version() != versions[i]) {
                return false;
            }
        }
        return true;
    }

    private static String hash(String sql) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
