package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.sql.testing.TpcdsCatalog;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of TPC-DS has a plan, but for those with window functions, which say so. */
class TpcdsPlanTest {
    private static final Plans PLANS = new Plans(TpcdsCatalog.create());

    /** Queries that multiply sub-results of one or few rows, which are cross products by their nature. */
    private static final Set<Integer> ONE_ROW_PRODUCTS = Set.of(28, 61, 77, 88, 90);

    static List<Integer> queries() {
        return IntStream.rangeClosed(1, 99).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void query_hasAPlanOrNamesItsWindow(int query) {
        String sql = Plans.resource("/sql/presto/tpcds/q" + String.format(Locale.ROOT, "%02d", query) + ".sql")
                .replace("${database}.${schema}.", "")
                .replaceAll(";\\s*$", "");
        PlanNode plan;
        try {
            plan = PLANS.plan(sql);
        } catch (EngineException refused) {
            assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_OPERATOR);
            assertThat(refused).hasMessageContaining("Window functions");
            return;
        }
        for (PlanNode.Join join : Plans.nodes(plan, PlanNode.Join.class)) {
            boolean small = join.right().estimatedRows() * join.left().estimatedRows() < 1e7;
            assertThat(!join.leftKeys().isEmpty() || small || ONE_ROW_PRODUCTS.contains(query))
                    .as(Plans.text(join))
                    .isTrue();
        }
    }
}
