package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which joins sub-queries become. Their results are compared with the oracle's in the conformance tests. */
class SubQueryPlanTest {
    private final Plans plans = Plans.ofSmallTables();

    private List<JoinKind> kinds(String sql) {
        return Plans.joinKinds(plans.plan(sql));
    }

    @Test
    void in_isASemiJoin() {
        assertThat(kinds("SELECT a FROM t WHERE a IN (SELECT d FROM u)")).containsExactly(JoinKind.SEMI);
    }

    @Test
    void notIn_ofNullableValues_isNullAware() {
        assertThat(kinds("SELECT a FROM t WHERE a NOT IN (SELECT d FROM u)")).containsExactly(JoinKind.ANTI_NULL_AWARE);
    }

    @Test
    void notIn_withoutNulls_isAnAntiJoin() {
        assertThat(kinds("SELECT k FROM n WHERE k NOT IN (SELECT ref FROM big)"))
                .first()
                .isIn(JoinKind.ANTI, JoinKind.RIGHT_ANTI);
    }

    @Test
    void notIn_correlatedAndNullable_keepsTheComparisonAsResidual() {
        PlanNode.Join join = Plans.nodes(
                        plans.plan("SELECT a FROM t WHERE a NOT IN (SELECT d FROM u WHERE f = c)"), PlanNode.Join.class)
                .get(0);
        assertThat(join.kind()).isIn(JoinKind.ANTI, JoinKind.RIGHT_ANTI);
        assertThat(join.leftKeys()).hasSize(1);
        assertThat(join.residual().toString()).contains("is_not_false");
    }

    @Test
    void exists_inADisjunction_isAMark() {
        assertThat(kinds("SELECT a FROM t WHERE b > 5 OR EXISTS (SELECT 1 FROM u WHERE d = a)"))
                .containsExactly(JoinKind.MARK);
    }

    @Test
    void correlatedAggregate_isGroupedByItsCorrelation() {
        PlanNode plan = plans.plan("SELECT a FROM t WHERE b > (SELECT max(e) FROM u WHERE d = a)");
        assertThat(Plans.joinKinds(plan)).containsExactly(JoinKind.INNER);
        assertThat(Plans.nodes(plan, PlanNode.Aggregate.class).get(0).groupColumns())
                .hasSize(1);
    }

    @Test
    void correlatedCount_isZeroWhereThereIsNoGroup() {
        String text = plans.text("SELECT a, (SELECT count(*) FROM u WHERE d = a) FROM t");
        assertThat(text).containsIgnoringCase("coalesce").containsPattern("Hash join (left|right)");
    }

    @Test
    void scalarSubQuery_ofManyRows_isChecked() {
        PlanNode plan = plans.plan("SELECT a, (SELECT d FROM u WHERE e = b) FROM t");
        List<AggregateCall> calls = Plans.nodes(plan, PlanNode.Aggregate.class).stream()
                .flatMap(aggregate -> aggregate.calls().stream())
                .toList();
        assertThat(calls).extracting(AggregateCall::function).contains("single_value");
    }

    @Test
    void nonEquiCorrelation_joinsTheDomain() {
        PlanNode plan = plans.plan("SELECT a, (SELECT sum(e) FROM u WHERE d < a) FROM t");
        assertThat(Plans.tables(plan)).contains("t", "u");
    }

    @Test
    void limitInACorrelatedScalarSubQuery_countsForEachKey() {
        PlanNode plan = plans.plan("SELECT a, (SELECT e FROM u WHERE d = a ORDER BY e LIMIT 1) FROM t");
        PlanNode.Sort sort = Plans.nodes(plan, PlanNode.Sort.class).get(0);
        assertThat(sort.partitionKeys()).isEqualTo(1);
        assertThat(sort.keys()).hasSize(2);
        assertThat(Plans.tables(plan)).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    void limitBelowAnotherCorrelation_countsForEachValueOfTheDomain() {
        PlanNode plan =
                plans.plan("SELECT a, x.e FROM t, LATERAL (SELECT e FROM u WHERE d < a ORDER BY e LIMIT 2) AS x");
        assertThat(Plans.nodes(plan, PlanNode.Sort.class).get(0).partitionKeys())
                .isEqualTo(1);
    }
}
