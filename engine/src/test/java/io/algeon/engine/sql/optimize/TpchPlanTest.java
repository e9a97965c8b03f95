package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.testing.TpchCatalog;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shape of TPC-H's plans, with the statistics of scale factor 1. */
class TpchPlanTest {
    private static final Plans PLANS = new Plans(TpchCatalog.create());

    private static PlanNode plan(int query) {
        return PLANS.plan(Plans.resource("/tpch/q" + query + ".sql"));
    }

    static List<Integer> queries() {
        return IntStream.rangeClosed(1, 22).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyJoin_hasAKeyOrOneRowOnTheBuiltSide(int query) {
        for (PlanNode.Join join : Plans.nodes(plan(query), PlanNode.Join.class)) {
            assertThat(!join.leftKeys().isEmpty() || join.right().estimatedRows() <= 1)
                    .as(Plans.text(join))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyJoin_buildsTheSmallerSide(int query) {
        for (PlanNode.Join join : Plans.nodes(plan(query), PlanNode.Join.class)) {
            if (join.kind() != JoinKind.ANTI_NULL_AWARE && join.kind() != JoinKind.MARK) {
                assertThat(join.right().estimatedRows())
                        .as(Plans.text(join))
                        .isLessThanOrEqualTo(join.left().estimatedRows());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void noPredicate_staysAboveTheScanThatCouldApplyIt(int query) {
        for (PlanNode.Filter filter : Plans.nodes(plan(query), PlanNode.Filter.class)) {
            assertThat(filter.input()).as(Plans.text(filter)).isNotInstanceOf(PlanNode.Scan.class);
        }
    }

    @Test
    void q1_isOneScanWithItsPredicateAndOneAggregate() {
        PlanNode plan = plan(1);
        PlanNode.Scan scan = Plans.nodes(plan, PlanNode.Scan.class).get(0);
        assertThat(scan.request().predicates()).hasSize(1);
        assertThat(scan.request().columns()).hasSize(6);
        assertThat(Plans.nodes(plan, PlanNode.Aggregate.class)).hasSize(1);
    }

    @Test
    void q2AndQ17AndQ20_reduceTheirAggregatesToTheChosenParts() {
        for (int query : new int[] {2, 17, 20}) {
            PlanNode plan = plan(query);
            PlanNode.Aggregate inner =
                    Plans.nodes(plan, PlanNode.Aggregate.class).get(query == 17 ? 1 : 0);
            assertThat(Plans.joinKinds(inner)).as(Plans.text(plan)).contains(JoinKind.SEMI);
        }
    }

    @Test
    void q4_buildsTheFewOrdersAndStreamsLines() {
        PlanNode.Join join = Plans.nodes(plan(4), PlanNode.Join.class).get(0);
        assertThat(join.kind()).isEqualTo(JoinKind.RIGHT_SEMI);
        assertThat(Plans.tables(join.right())).containsExactly("orders");
    }

    @Test
    void q5_joinsLinesLastButOne() {
        PlanNode.Join top = Plans.nodes(plan(5), PlanNode.Join.class).get(0);
        assertThat(top.leftKeys()).hasSize(2);
        assertThat(Plans.tables(top.left())).first().isEqualTo("lineitem");
    }

    @Test
    void q7_derivesTheNationsOfEachSideFromTheirPairs() {
        List<PlanNode.Scan> nations = Plans.nodes(plan(7), PlanNode.Scan.class).stream()
                .filter(scan -> scan.table().definition().name().equals("nation"))
                .toList();
        assertThat(nations)
                .hasSize(2)
                .allSatisfy(scan -> assertThat(scan.request().predicates()).hasSize(1));
    }

    @Test
    void q9_knowsThatPartAndSupplierTogetherAreAKey() {
        PlanNode.Aggregate aggregate =
                Plans.nodes(plan(9), PlanNode.Aggregate.class).get(0);
        assertThat(aggregate.input().estimatedRows()).isBetween(100_000.0, 1_000_000.0);
    }

    @Test
    void q10_sumsByTheNumberOfTheCustomerBeforeItGroupsByAddresses() {
        List<PlanNode.Aggregate> aggregates = Plans.nodes(plan(10), PlanNode.Aggregate.class);
        assertThat(aggregates).hasSize(2);
        assertThat(aggregates.get(0).groupColumns()).hasSize(7);
        assertThat(aggregates.get(1).groupColumns()).hasSize(1);
        assertThat(Plans.tables(aggregates.get(1))).containsExactlyInAnyOrder("lineitem", "orders");
    }

    @Test
    void q13_buildsCustomersAndFiltersOrdersInTheScan() {
        PlanNode.Join join = Plans.nodes(plan(13), PlanNode.Join.class).get(0);
        assertThat(join.kind()).isEqualTo(JoinKind.RIGHT);
        assertThat(join.left())
                .isInstanceOfSatisfying(
                        PlanNode.Scan.class,
                        scan -> assertThat(scan.request().predicates()).hasSize(1));
    }

    @Test
    void q15_computesTheRevenueOnce() {
        PlanNode plan = plan(15);
        List<PlanNode.Shared> shared = Plans.nodes(plan, PlanNode.Shared.class);
        assertThat(shared).hasSize(2);
        assertThat(shared.get(0)).isEqualTo(shared.get(1));
        assertThat(shared.get(0).input()).isInstanceOf(PlanNode.Aggregate.class);
    }

    @Test
    void q19_filtersBothTablesBeforeTheJoin() {
        PlanNode.Join join = Plans.nodes(plan(19), PlanNode.Join.class).get(0);
        assertThat(join.leftKeys()).hasSize(1);
        assertThat(join.residual()).isInstanceOf(Expr.Or.class);
        assertThat(Plans.nodes(join, PlanNode.Scan.class))
                .allSatisfy(scan -> assertThat(scan.request().predicates()).isNotEmpty());
    }

    @Test
    void q21_streamsTheOtherLinesOfAnOrderAgainstTheFewWaiting() {
        assertThat(Plans.joinKinds(plan(21))).contains(JoinKind.RIGHT_SEMI, JoinKind.RIGHT_ANTI);
    }

    @Test
    void q22_streamsOrdersAgainstTheChosenCustomers() {
        PlanNode.Join join = Plans.nodes(plan(22), PlanNode.Join.class).get(0);
        assertThat(join.kind()).isEqualTo(JoinKind.RIGHT_ANTI);
        assertThat(Plans.tables(join.left())).containsExactly("orders");
    }
}
