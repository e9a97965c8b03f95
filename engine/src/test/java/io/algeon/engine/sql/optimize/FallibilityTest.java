package io.algeon.engine.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.type.Overload;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The planner moves an expression only if the function registry says that it cannot fail, or ranges prove it. */
class FallibilityTest {
    private final QueryColumns columns = new QueryColumns(new CancellationToken());

    private Expr column(SqlType type) {
        return new Expr.InputRef(
                columns.create("c", type, ColumnFacts.unknown(type, 100)).id(), type);
    }

    @Test
    void planner_and_registry_agree_on_every_function() {
        for (ScalarFunction function : FunctionRegistry.scalars()) {
            for (Signature signature : function.signatures()) {
                List<Expr> operands = new ArrayList<>();
                List<SqlType> types = new ArrayList<>();
                signature.parameters().forEach(family -> {
                    SqlType type = Overload.representative(family);
                    types.add(type);
                    operands.add(column(type));
                });
                if (!signature.accepts(types)) {
                    continue;
                }
                Expr.Call call = new Expr.Call(
                        function.name(), operands, signature.result().derive(types));
                boolean safe = function.deterministic() && !ExprProperties.isFallible(call);
                // Beyond what the registry knows, ranges prove sums and products safe, those of types among them.
                boolean byRange = List.of("add", "subtract", "multiply").contains(function.name());
                assertThat(Fallibility.isSafe(call, columns))
                        .as("%s", call)
                        .matches(planned -> planned == safe || planned && byRange);
            }
        }
    }

    @Test
    void ranges_prove_what_types_do_not() {
        Column small = columns.create("small", SqlTypes.INTEGER, new ColumnFacts(10, 0, 9, 0, 10, true));
        Expr reference = new Expr.InputRef(small.id(), SqlTypes.INTEGER);
        Expr sum = new Expr.Call("add", List.of(reference, reference), SqlTypes.INTEGER);
        assertThat(ExprProperties.isFallible(sum)).isTrue();
        assertThat(Fallibility.of(sum, columns)).isEqualTo(Fallibility.SAFE);
        Expr other = column(SqlTypes.INTEGER);
        assertThat(Fallibility.of(new Expr.Call("add", List.of(other, other), SqlTypes.INTEGER), columns))
                .isEqualTo(Fallibility.OVERFLOW);
        assertThat(Fallibility.of(new Expr.Cast(column(SqlTypes.VARCHAR), SqlTypes.INTEGER, false), columns))
                .isEqualTo(Fallibility.FAILS);
        assertThat(Fallibility.of(new Expr.Cast(column(SqlTypes.VARCHAR), SqlTypes.INTEGER, true), columns))
                .isEqualTo(Fallibility.SAFE);
    }

    @Test
    void volatile_functions_stay_where_they_are() {
        assertThat(Fallibility.of(new Expr.Call("random", List.of(), SqlTypes.DOUBLE), columns))
                .isEqualTo(Fallibility.FAILS);
    }
}
