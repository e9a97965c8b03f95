package io.algeon.engine.sql.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Row expressions of validated queries, in a short notation: names of functions, c for a column, types of casts. */
class RexTranslatorTest {
    private static final FakeCatalog CATALOG = new FakeCatalog()
            .table(
                    "t",
                    10,
                    "i INTEGER",
                    "tiny TINYINT",
                    "big BIGINT",
                    "d DECIMAL(12,2)",
                    "w DECIMAL(38,0)",
                    "f DECIMAL(38,20)",
                    "x DOUBLE",
                    "s VARCHAR",
                    "b BOOLEAN",
                    "dt DATE",
                    "ts TIMESTAMP(6)");

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                // one type for both sides, constants converted
                "i = big # equal(cast(c, BIGINT), c)",
                "i = 1 # equal(c, 1)",
                "x < 1 # less(c, 1.0)",
                "d = i # equal(c, cast(c, DECIMAL(12, 2)))",
                "s = 'a' # equal(c, a)",
                // a constant takes the column's type, digits are never lost
                "d = 2.5 # equal(c, 250)",
                "d = '2.50' # equal(c, 250)",
                "d < 2.505 # less_or_equal(c, 250)",
                "d >= 2.505 # greater(c, 250)",
                "2.505 > d # less_or_equal(c, 250)",
                "d < -2.505 # less_or_equal(c, -251)",
                "i < 2.5 # less_or_equal(c, 2)",
                "i = 2.0 # equal(c, 2)",
                "tiny <= 100 # less_or_equal(c, 100)",
                "i IN (1, 2, 3) # set(c, 1, 2, 3)",
                "d IN ('1.5', 2, 3) # set(c, 150, 200, 300)",
                "i NOT IN (1, 2, 3) # not(set(c, 1, 2, 3))",
                // row values
                "(i, s) = (1, 'a') # and(equal(c, 1), equal(c, a))",
                "(i, s) < (1, 'a') # or(less(c, 1), and(equal(c, 1), less(c, a)))",
                // logic
                "b AND i = 1 AND s = 'a' # and(c, equal(c, 1), equal(c, a))",
                "NOT b # not(c)",
                "b IS NOT TRUE # is_not_true(c)",
                "s LIKE 'a%' # like(c, a%)",
                "s NOT LIKE 'a%' # not(like(c, a%))",
                "s ILIKE 'a%' # ilike(c, a%)",
                "i BETWEEN 1 AND 2 # and(greater_or_equal(c, 1), less_or_equal(c, 2))",
                // functions
                "s || 'x' # concat(c, x)",
                "upper(s) # upper(c)",
                "trim(s) # `trim_both(c,  )`",
                "trim(LEADING 'x' FROM s) # trim_leading(c, x)",
                "substring(s FROM 2 FOR 3) # substring(c, 2, 3)",
                "position('x' IN s) # position(x, c)",
                "i + big # add(cast(c, BIGINT), c)",
                "-i # negate(c)",
                "i % 2 # modulo(c, 2)",
                "coalesce(i, 1) # coalesce(c, 1)",
                "nullif(i, 1) # case(equal(c, 1), null, c)",
                "CASE WHEN b THEN 1 ELSE 2 END # case(c, 1, 2)",
                "CAST(i AS VARCHAR) # cast(c, VARCHAR)",
                "TRY_CAST(s AS INTEGER) # try_cast(c, INTEGER)",
                // dates
                "extract(YEAR FROM dt) # extract(YEAR, c)",
                "floor(ts TO MONTH) # date_trunc(MONTH, c)",
                "ceil(ts TO DAY) # case(equal(date_trunc(DAY, c), c), c, add(date_trunc(DAY, c), 86400000000))",
                "dt + INTERVAL '3 days' # add(c, 259200000000)",
                "dt + INTERVAL '1 year 2 months' # add(c, 14)",
                "dt - dt # subtract(c, c)",
                "TIMESTAMPDIFF(DAY, dt, dt) # cast(timestampdiff(DAY, c, c), INTEGER)",
            })
    void expression_isTranslated(String sql, String expected) {
        assertThat(text(expression(sql))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"w = f", "w < f", "w >= f", "w <> f", "f > w", "w IS DISTINCT FROM f"})
    void decimalsThatHaveNoCommonType_areComparedByTheirTruncation(String sql) {
        assertThat(text(expression(sql))).contains("truncate(c, 0)").doesNotContain("cast(c,");
    }

    @Test
    void comparisonWithMoreDigitsThanTheColumnHas_isDecided() {
        assertThat(text(expression("d = 2.505"))).isEqualTo("case(is_null(c), null, false)");
        assertThat(text(expression("d <> 2.505"))).isEqualTo("case(is_null(c), null, true)");
        assertThat(text(expression("d < 1000000000000"))).isEqualTo("case(is_null(c), null, true)");
        assertThat(text(expression("tiny > 300"))).isEqualTo("case(is_null(c), null, false)");
    }

    @Test
    void operandsOfComparisons_haveOnePhysicalKindAndScale() {
        for (String left : new String[] {"i", "tiny", "big", "d", "w", "f", "x", "1", "2.5", "1e0"}) {
            for (String right : new String[] {"i", "tiny", "big", "d", "w", "f", "x"}) {
                Expr expression = expression(left + " <= " + right);
                assertComparable(expression);
            }
        }
    }

    private static void assertComparable(Expr expression) {
        if (expression instanceof Expr.Call call) {
            if (call.function().matches("equal|less|less_or_equal|greater|greater_or_equal")) {
                Expr left = call.operands().get(0);
                Expr right = call.operands().get(1);
                assertThat(left.type().physicalKind())
                        .as(text(expression))
                        .isEqualTo(right.type().physicalKind());
                assertThat(left.type().scale())
                        .as(text(expression))
                        .isEqualTo(right.type().scale());
            }
            call.operands().forEach(RexTranslatorTest::assertComparable);
        } else if (expression instanceof Expr.And and) {
            and.operands().forEach(RexTranslatorTest::assertComparable);
        } else if (expression instanceof Expr.Or or) {
            or.operands().forEach(RexTranslatorTest::assertComparable);
        }
    }

    @Test
    void intervalOfMonthsAndDays_isRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> expression("2 * INTERVAL '1 month 3 days'"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_FEATURE))
                .withMessageContaining("'1 month 3 days' is of both (line 1, column 12)");
    }

    private static Expr expression(String sql) {
        PlanNode node = Statements.query(CATALOG, "SELECT " + sql + " FROM t").plan();
        while (!(node instanceof PlanNode.Project)) {
            node = node.inputs().get(0);
        }
        return ((PlanNode.Project) node).expressions().get(0);
    }

    private static String text(Expr expression) {
        if (expression instanceof Expr.InputRef) {
            return "c";
        } else if (expression instanceof Expr.Literal literal) {
            return String.valueOf(literal.value());
        } else if (expression instanceof Expr.Call call) {
            return call(call.function(), call.operands());
        } else if (expression instanceof Expr.And and) {
            return call("and", and.operands());
        } else if (expression instanceof Expr.Or or) {
            return call("or", or.operands());
        } else if (expression instanceof Expr.Coalesce coalesce) {
            return call("coalesce", coalesce.operands());
        } else if (expression instanceof Expr.Cast cast) {
            return (cast.safe() ? "try_cast(" : "cast(") + text(cast.operand()) + ", "
                    + cast.type().withNullable(true) + ")";
        } else if (expression instanceof Expr.InSet set) {
            return "set(" + text(set.operand()) + ", "
                    + set.values().stream().map(RexTranslatorTest::text).collect(Collectors.joining(", ")) + ")";
        } else if (expression instanceof Expr.Case branches) {
            return "case("
                    + branches.branches().stream()
                            .map(branch -> text(branch.condition()) + ", " + text(branch.value()))
                            .collect(Collectors.joining(", "))
                    + ", " + text(branches.otherwise()) + ")";
        }
        return expression.toString();
    }

    private static String call(String name, java.util.List<Expr> operands) {
        return operands.stream().map(RexTranslatorTest::text).collect(Collectors.joining(", ", name + "(", ")"));
    }
}
