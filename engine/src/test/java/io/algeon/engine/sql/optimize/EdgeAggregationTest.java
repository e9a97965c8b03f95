package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a graph merges edges itself, and when it may not. */
class EdgeAggregationTest {
    private final Plans plans = Plans.ofSmallTables();

    private long aggregates(String call) {
        return Plans.nodes(plans.plan("SELECT * FROM " + call), PlanNode.Aggregate.class)
                .size();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cugraph_degrees((SELECT DISTINCT a, b FROM t))",
                "cugraph_degrees((SELECT a, b FROM t GROUP BY a, b))",
                "cugraph_degrees((SELECT DISTINCT a, -b FROM t), parallel_edges => 'min')",
                "cugraph_degrees((SELECT DISTINCT a, b FROM t WHERE b > 3))",
                "cugraph_pagerank((SELECT src, dst FROM (SELECT DISTINCT a AS src, b AS dst FROM t) AS e"
                        + " WHERE src IN (SELECT d FROM u)))"
            })
    void distinct_isLeftToTheGraph(String call) {
        assertThat(aggregates(call)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cugraph_pagerank((SELECT a AS src, -b AS dst, CAST(count(*) AS DOUBLE) AS weight FROM t GROUP BY a, b))",
                "cugraph_pagerank((SELECT a, b, count(*) FROM t GROUP BY a, b), parallel_edges => 'sum')"
            })
    void counts_areSumsOfTheGraph(String call) {
        PlanNode.TableFunction function = Plans.nodes(plans.plan("SELECT * FROM " + call), PlanNode.TableFunction.class)
                .get(0);
        assertThat(aggregates(call)).isZero();
        assertThat(function.inputs().get(0).output()).hasSize(2);
        assertThat(((Expr.Literal) function.call().option("parallel_edges")).value())
                .isEqualTo("sum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cugraph_degrees((SELECT DISTINCT a, b FROM t), parallel_edges => 'keep')",
                "cugraph_degrees((SELECT DISTINCT a, b FROM t), parallel_edges => 'sum')",
                "cugraph_degrees((SELECT a, b FROM t GROUP BY a, b HAVING count(*) > 1))",
                "cugraph_degrees((SELECT a, max(b) FROM t GROUP BY a))",
                "cugraph_pagerank((SELECT a, b, count(*) FROM t GROUP BY a, b), parallel_edges => 'max')",
                "cugraph_pagerank((SELECT a, b, count(*) + 1 FROM t GROUP BY a, b))",
                "cugraph_pagerank((SELECT a, b, count(*) AS n FROM t GROUP BY a, b HAVING count(*) > 2))",
                "cugraph_pagerank((SELECT a, b, count(DISTINCT c) FROM t GROUP BY a, b))",
                "cugraph_pagerank((SELECT min(a), max(b) FROM t))"
            })
    void otherAggregates_stay(String call) {
        assertThat(aggregates(call)).isPositive();
    }
}
