package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.pipeline.DynamicFilterPlan;
import io.algeon.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which scans the keys of joins restrict. */
class DynamicFilterPlanTest {
    private final Plans plans = Plans.ofSmallTables();

    /** Restricted columns as {@code table.column}, in the order of the plan. */
    private List<String> restricted(String sql) {
        PlanNode plan = plans.plan(sql);
        DynamicFilterPlan filters = DynamicFilterPlan.of(plan);
        List<String> columns = new ArrayList<>();
        List<PlanNode> preorder = new ArrayList<>();
        addPreorder(plan, preorder);
        for (int number = 0; number < preorder.size(); number++) {
            for (DynamicFilterPlan.Restriction restriction : filters.ofScan(number)) {
                PlanNode.Scan scan = (PlanNode.Scan) preorder.get(number);
                assertThat(preorder.get(restriction.join())).isInstanceOf(PlanNode.Join.class);
                columns.add(scan.table().definition().name() + "."
                        + scan.output().get(restriction.column()).name());
            }
        }
        return columns;
    }

    private static void addPreorder(PlanNode node, List<PlanNode> nodes) {
        nodes.add(node);
        node.inputs().forEach(input -> addPreorder(input, nodes));
    }

    @Test
    void innerJoin_restrictsTheStreamingSide() {
        assertThat(restricted("SELECT x FROM big, n WHERE ref = k AND v = 'a'")).containsExactly("big.ref");
    }

    @Test
    void wholeTableWithAllPartners_restrictsNothing() {
        assertThat(restricted("SELECT x, v FROM big, n WHERE ref = k")).isEmpty();
    }

    @Test
    void outerJoin_restrictsOnlyWhatItMayDrop() {
        assertThat(restricted("SELECT x, y FROM big LEFT JOIN (SELECT * FROM small WHERE y = 'a') s ON ref = s.id"))
                .isEmpty();
    }

    @Test
    void antiJoin_restrictsNothingOfTheKeptSide() {
        assertThat(restricted("SELECT x FROM big WHERE NOT EXISTS (SELECT 1 FROM small WHERE small.id = ref)"))
                .isEmpty();
    }

    @Test
    void semiJoin_restrictsTheKeptSide() {
        assertThat(restricted("SELECT x FROM big WHERE ref IN (SELECT k FROM n WHERE v = 'a')"))
                .containsExactly("big.ref");
    }

    @Test
    void severalJoins_restrictOneScan() {
        assertThat(restricted("SELECT x FROM big, n, small WHERE ref = k AND v = 'a' AND big.id = small.id"))
                .contains("big.ref", "big.id");
    }

    @Test
    void groupColumn_passesTheKeysOn() {
        assertThat(restricted("SELECT s FROM (SELECT ref, sum(x) AS s FROM big GROUP BY ref) g, n"
                        + " WHERE g.ref = k AND v = 'a'"))
                .contains("big.ref");
    }

    @Test
    void limit_stopsTheKeys() {
        assertThat(restricted("SELECT x FROM (SELECT ref, x FROM big ORDER BY id LIMIT 1000) g, n"
                        + " WHERE g.ref = k AND v = 'a'"))
                .doesNotContain("big.ref");
    }
}
