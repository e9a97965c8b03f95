package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where predicates, columns and limits end up. */
class PushdownPlanTest {
    private final Plans plans = Plans.ofSmallTables();

    private List<PlanNode.Scan> scans(String sql) {
        return Plans.nodes(plans.plan(sql), PlanNode.Scan.class);
    }

    @Test
    void constant_isPassedToAllEqualColumns() {
        assertThat(scans("SELECT 1 FROM t, u, n WHERE a = d AND d = k AND k = 7"))
                .hasSize(3)
                .allSatisfy(scan -> assertThat(scan.request().predicates()).hasSize(1));
    }

    @Test
    void division_staysAboveTheFilterThatGuardsIt() {
        PlanNode plan = plans.plan("SELECT a FROM t WHERE a <> 0 AND 10 / a > 2");
        assertThat(Plans.nodes(plan, PlanNode.Filter.class)).hasSize(1);
        assertThat(Plans.nodes(plan, PlanNode.Scan.class).get(0).request().predicates())
                .hasSize(1);
    }

    @Test
    void division_staysAboveTheJoinThatRemovesRows() {
        PlanNode plan = plans.plan("SELECT a FROM t JOIN n ON a = k WHERE 10 / b > 2");
        PlanNode.Filter filter = Plans.nodes(plan, PlanNode.Filter.class).get(0);
        assertThat(filter.input()).isInstanceOf(PlanNode.Join.class);
    }

    @Test
    void arithmeticThatCannotOverflow_entersTheScan() {
        assertThat(scans("SELECT a FROM t WHERE a + b > 10").get(0).request().predicates())
                .hasSize(1);
    }

    @Test
    void leftJoin_withAPredicateOnItsPadding_isInner() {
        assertThat(Plans.joinKinds(plans.plan("SELECT * FROM t LEFT JOIN u ON a = d WHERE e > 5")))
                .containsExactly(JoinKind.INNER);
    }

    @Test
    void leftJoin_askedForItsPadding_staysOuter() {
        assertThat(Plans.joinKinds(plans.plan("SELECT * FROM t LEFT JOIN u ON a = d WHERE e IS NULL")))
                .containsExactly(JoinKind.LEFT);
    }

    @Test
    void fullJoin_losesTheSidesThatPredicatesExclude() {
        assertThat(Plans.joinKinds(plans.plan("SELECT * FROM t FULL JOIN u ON a = d WHERE b = 1 AND e = 1")))
                .containsExactly(JoinKind.INNER);
        assertThat(Plans.joinKinds(plans.plan("SELECT * FROM t FULL JOIN u ON a = d")))
                .containsExactly(JoinKind.FULL);
    }

    @Test
    void predicateOnGroupColumn_movesBelowTheAggregate() {
        assertThat(scans("SELECT * FROM (SELECT a, sum(b) s FROM t GROUP BY a) x WHERE a = 3")
                        .get(0)
                        .request()
                        .predicates())
                .hasSize(1);
    }

    @Test
    void predicate_entersEveryInputOfAUnion() {
        assertThat(scans("SELECT * FROM (SELECT a FROM t UNION ALL SELECT d FROM u) x WHERE a = 3"))
                .hasSize(2)
                .allSatisfy(scan -> assertThat(scan.request().predicates()).hasSize(1));
    }

    @Test
    void unusedColumns_areNotRead() {
        assertThat(scans("SELECT count(*) FROM (SELECT a, b, c FROM t) x")
                        .get(0)
                        .request()
                        .columns())
                .isEmpty();
        assertThat(scans("SELECT c FROM t JOIN u ON a = d"))
                .extracting(scan -> scan.request().columns().size())
                .containsExactlyInAnyOrder(2, 1);
    }

    @Test
    void falseCondition_readsNothing() {
        assertThat(scans("SELECT a FROM t WHERE 1 = 0")).isEmpty();
    }

    @Test
    void constantsOfTextAndIntervals_areLiteralsInTheScan() {
        PlanNode.Scan scan = scans("SELECT a FROM t WHERE a > CAST('4' || '2' AS INTEGER) AND c = upper('x')")
                .get(0);
        assertThat(scan.request().predicates())
                .hasSize(2)
                .allSatisfy(predicate -> assertThat(predicate.toString()).doesNotContain("Cast", "upper"));
    }

    @Test
    void constantThatFails_staysWhereItWasWritten() {
        assertThat(scans("SELECT a FROM t WHERE a > 5 AND a < 1 / 0")
                        .get(0)
                        .request()
                        .predicates())
                .hasSize(1);
    }

    @Test
    void limit_tellsTheScanHowManyRowsSuffice() {
        assertThat(scans("SELECT a FROM t LIMIT 5 OFFSET 2").get(0).request().limit())
                .isEqualTo(7);
    }

    @Test
    void orderByAndLimit_areOneSort() {
        PlanNode plan = plans.plan("SELECT a FROM t ORDER BY b LIMIT 5");
        assertThat(Plans.nodes(plan, PlanNode.Sort.class)).hasSize(1);
        assertThat(Plans.nodes(plan, PlanNode.Limit.class)).isEmpty();
        assertThat(plan.output()).hasSize(1);
    }

    @Test
    void commonFactorOfADisjunction_isAKey() {
        PlanNode.Join join = Plans.nodes(
                        plans.plan("SELECT 1 FROM t, u WHERE (a = d AND b > 5) OR (a = d AND e > 7)"),
                        PlanNode.Join.class)
                .get(0);
        assertThat(join.leftKeys()).hasSize(1);
    }

    @Test
    void commonTableExpression_usedTwice_isComputedOnce() {
        PlanNode plan = plans.plan("WITH w AS (SELECT a, sum(b) s FROM t GROUP BY a) SELECT * FROM w x, w y"
                + " WHERE x.a = y.a AND x.s <> y.s");
        assertThat(Plans.nodes(plan, PlanNode.Shared.class)).hasSize(2);
    }
}
