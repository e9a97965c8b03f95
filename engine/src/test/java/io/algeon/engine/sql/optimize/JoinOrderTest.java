package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.sql.testing.FakeCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Join order and robustness against large statements. */
class JoinOrderTest {
    private static FakeCatalog chain(int tables) {
        FakeCatalog catalog = new FakeCatalog();
        for (int i = 0; i < tables; i++) {
            long rows = 100L * (i + 1);
            catalog.table(
                    "t" + i,
                    rows,
                    "k" + i + " INTEGER NOT NULL ndv=" + rows,
                    "r" + i + " INTEGER NOT NULL ndv=" + rows);
        }
        return catalog;
    }

    private static String chainQuery(int tables) {
        StringBuilder sql = new StringBuilder("SELECT count(*) FROM t0");
        for (int i = 1; i < tables; i++) {
            sql.append(", t").append(i);
        }
        sql.append(" WHERE true");
        for (int i = 1; i < tables; i++) {
            sql.append(" AND r").append(i - 1).append(" = k").append(i);
        }
        return sql.toString();
    }

    @Test
    @Timeout(20)
    void twentyTables_areOrderedWithoutCrossProducts() {
        PlanNode plan = new Plans(chain(20)).plan(chainQuery(20));
        assertThat(Plans.nodes(plan, PlanNode.Join.class))
                .hasSize(19)
                .allSatisfy(join -> assertThat(join.leftKeys()).isNotEmpty());
    }

    @Test
    @Timeout(20)
    void eightyTables_haveAPlan() {
        PlanNode plan = new Plans(chain(80)).plan(chainQuery(80));
        assertThat(Plans.nodes(plan, PlanNode.Join.class)).hasSize(79);
    }

    @Test
    void unconnectedTables_areMultipliedWhereTheyAreSmall() {
        PlanNode plan = Plans.ofSmallTables().plan("SELECT 1 FROM big, n, small WHERE ref = k");
        assertThat(Plans.nodes(plan, PlanNode.Join.class))
                .filteredOn(join -> join.leftKeys().isEmpty())
                .singleElement()
                .satisfies(join -> assertThat(Plans.tables(join)).containsExactly("n", "small"));
    }

    @Test
    void selectiveSemiJoin_isAppliedBeforeTheLargeJoin() {
        PlanNode plan =
                Plans.ofSmallTables().plan("SELECT x FROM big JOIN n ON ref = k WHERE k IN (SELECT id FROM small)");
        PlanNode.Join top = Plans.nodes(plan, PlanNode.Join.class).get(0);
        assertThat(top.kind()).isEqualTo(JoinKind.INNER);
        assertThat(Plans.tables(top.right())).contains("n", "small");
    }

    @Test
    @Timeout(30)
    void largeStatements_arePlanned() {
        Plans plans = Plans.ofSmallTables();
        StringBuilder alternatives = new StringBuilder("SELECT 1 FROM t WHERE a = 0");
        for (int i = 1; i < 3000; i++) {
            alternatives.append(" OR a = ").append(i).append(" AND b = ").append(i % 17);
        }
        assertThat(Plans.tables(plans.plan(alternatives.toString()))).containsExactly("t");
        StringBuilder members = new StringBuilder("SELECT 1 FROM t WHERE a IN (0");
        for (int i = 1; i < 5000; i++) {
            members.append(", ").append(i);
        }
        assertThat(Plans.tables(plans.plan(members.append(")").toString()))).containsExactly("t");
        StringBuilder computed = new StringBuilder("SELECT a");
        for (int i = 1; i < 1500; i++) {
            computed.append(", a + ").append(i);
        }
        assertThat(plans.plan(computed.append(" FROM t").toString()).output()).hasSize(1500);
    }
}
