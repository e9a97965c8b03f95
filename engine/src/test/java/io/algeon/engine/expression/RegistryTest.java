package io.algeon.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every function of the registry evaluates, for every signature, on columns, coded columns, constants and NULLs. */
class RegistryTest {
    private static final SqlType ROW =
            SqlTypes.row(List.of(new SqlType.Field("f1", SqlTypes.INTEGER), new SqlType.Field("f2", SqlTypes.VARCHAR)));

    /** Types to call a parameter of a family with. */
    private static List<SqlType> types(TypeFamily family) {
        return switch (family) {
            case ANY -> List.of(SqlTypes.BIGINT, SqlTypes.VARCHAR, SqlTypes.decimal(30, 3));
            case BOOLEAN -> List.of(SqlTypes.BOOLEAN);
            case ELEMENT -> List.of(SqlTypes.INTEGER);
            case ARRAY_OF_TEXT -> List.of(SqlTypes.array(SqlTypes.VARCHAR));
            case INTEGER -> List.of(SqlTypes.SMALLINT, SqlTypes.INTEGER, SqlTypes.BIGINT);
            case DECIMAL -> List.of(SqlTypes.decimal(12, 2), SqlTypes.decimal(38, 6));
            case EXACT -> List.of(SqlTypes.INTEGER, SqlTypes.decimal(12, 2), SqlTypes.decimal(38, 6));
            case FLOATING -> List.of(SqlTypes.REAL, SqlTypes.DOUBLE);
            case NUMERIC -> List.of(SqlTypes.INTEGER, SqlTypes.BIGINT, SqlTypes.decimal(12, 2), SqlTypes.DOUBLE);
            case CHARACTER, TEXT -> List.of(SqlTypes.VARCHAR);
            case BINARY -> List.of(SqlTypes.VARBINARY);
            case DATE -> List.of(SqlTypes.DATE);
            case TIME -> List.of(SqlTypes.TIME, SqlTypes.time(9));
            case TIMESTAMP -> List.of(SqlTypes.TIMESTAMP, SqlTypes.timestamp(9));
            case TIMESTAMP_WITH_TIME_ZONE -> List.of(SqlTypes.TIMESTAMP_WITH_TIME_ZONE);
            case INTERVAL_YEAR_MONTH -> List.of(SqlTypes.INTERVAL_YEAR_MONTH);
            case INTERVAL_DAY_SECOND -> List.of(SqlTypes.INTERVAL_DAY_SECOND);
            case UUID -> List.of(SqlTypes.UUID);
            case ARRAY -> List.of(SqlTypes.array(SqlTypes.INTEGER));
            case MAP -> List.of(SqlTypes.map(SqlTypes.BIGINT, SqlTypes.VARCHAR));
            case ROW -> List.of(ROW);
        };
    }

    private static Object sample(String function, int position, SqlType type) {
        if (type.kind().isCharacter()) {
            if (List.of("extract", "date_part", "date_trunc", "date_diff", "timestampdiff", "datesub")
                            .contains(function)
                    && position == 0) {
                return "DAY";
            }
            if (function.equals("to_date") || function.equals("to_timestamp")) {
                return position == 0 ? "2024-02-29" : "YYYY-MM-DD";
            }
            if (function.startsWith("json")) {
                return position == 0 ? "[1, 2]" : "$[0]";
            }
            if (function.startsWith("compare_")) {
                return "=";
            }
            if (function.equals("age_part")) {
                return "DAY";
            }
            if (function.equals("normalize") && position == 1) {
                return "NFC";
            }
            if (function.equals("to_number")) {
                return "9";
            }
            if (function.equals("timezone")) {
                return "Asia/Tokyo";
            }
            if (List.of("encode", "decode").contains(function)) {
                return position == 1 ? "hex" : "6162";
            }
            if (function.equals("field")) {
                return "f2";
            }
            return function.matches("rlike|regexp_.*")
                            && position >= 2
                            && !(function.equals("regexp_replace") && position == 2)
                    ? "i"
                    : position == 2 && function.matches("i?like|similar_to") ? "!" : "ab";
        }
        // A logarithm to base 1 does not exist, and no hundredth of a month.
        int number = switch (function) {
            case "log" -> position == 0 ? 2 : 1;
            case "width_bucket" -> position == 2 ? 2 : 1;
            case "acosh" -> 1_000_000_000;
            case "atanh" -> 0;
            case "multiply" -> type.kind() == TypeKind.DECIMAL ? (int) Math.pow(10, type.scale()) : 1;
            case "regexp_extract", "regexp_extract_all" -> 0;
            case "regexp_substr" -> position == 5 ? 0 : 1;
            default -> 1;
        };
        return switch (type.physicalKind()) {
            case BOOLEAN -> true;
            case INT32 -> number;
            case INT64 -> (long) number;
            case INT128 -> BigInteger.valueOf(number);
            case FLOAT32 -> (float) number;
            case FLOAT64 -> (double) number;
            case BYTES -> new Expr.Bytes(new byte[] {1, 2});
            case LIST -> type.fields().get(0).type().kind().isCharacter() ? List.of("1", "2") : List.of(1, 2);
            case MAP -> List.of(1L, "one");
            case ROW -> List.of(1, "x");
        };
    }

    @Test
    void every_signature_evaluates() {
        int calls = 0;
        for (ScalarFunction function : FunctionRegistry.scalars()) {
            for (Signature signature : function.signatures()) {
                int variants = signature.parameters().stream()
                        .mapToInt(f -> types(f).size())
                        .max()
                        .orElse(1);
                for (int variant = 0; variant < variants; variant++) {
                    List<SqlType> types = new ArrayList<>();
                    for (TypeFamily family : signature.parameters()) {
                        List<SqlType> choices = types(family);
                        types.add(choices.get(Math.min(variant, choices.size() - 1)));
                    }
                    if (function.name().equals("item")
                            && types.get(0).equals(types(TypeFamily.MAP).get(0))) {
                        types.set(1, SqlTypes.BIGINT);
                    }
                    check(function, types);
                    calls++;
                }
            }
        }
        assertThat(calls).isGreaterThan(250);
    }

    private static void check(ScalarFunction function, List<SqlType> types) {
        SqlType result = Objects.requireNonNull(function.resultType(types), function.name() + types);
        if (function.name().equals("field")) {
            result = SqlTypes.VARCHAR;
        }
        String what = function.name() + types + " -> " + result;
        int rows = 5;
        List<Expr> columns = new ArrayList<>();
        List<Expr> constants = new ArrayList<>();
        ColumnVector[] vectors = new ColumnVector[types.size()];
        ColumnVector[] coded = new ColumnVector[types.size()];
        for (int i = 0; i < types.size(); i++) {
            Object sample = sample(function.name(), i, types.get(i));
            // Row 1 is NULL everywhere.
            List<@Nullable Object> values = new ArrayList<>(Collections.nCopies(rows, sample));
            values.set(1, null);
            vectors[i] = Expressions.vector(types.get(i), values);
            coded[i] = types.get(i).kind().isCharacter()
                    ? Expressions.coded(values.stream()
                            .map(v -> v == null ? null : v.toString())
                            .toList())
                    : vectors[i];
            boolean constant = i == 0 && "DAY".equals(sample)
                    || i > 0
                            && function.name().matches("field|.*like|similar_to|regexp.*|rlike")
                            && (i == types.size() - 1
                                    || types.get(i).kind().isCharacter() && i > 1 && types.size() > 4);
            columns.add(constant ? new Expr.Literal(sample, types.get(i)) : new Expr.InputRef(i, types.get(i)));
            constants.add(new Expr.Literal(sample, types.get(i)));
        }
        Expr onColumns = new Expr.Call(function.name(), columns, result);
        Object constant = Expressions.constant(new Expr.Call(function.name(), constants, result));
        for (ColumnVector[] form : List.of(vectors, coded)) {
            List<@Nullable Object> values = Expressions.evaluate(onColumns, new Batch(form, rows));
            boolean allConstant = columns.stream().noneMatch(Expr.InputRef.class::isInstance);
            if (function.deterministic()) {
                assertThat(values.get(0)).as(what).isEqualTo(constant);
                assertThat(values.get(4)).as(what).isEqualTo(constant);
            }
            if (function.strict() && !allConstant) {
                assertThat(values.get(1)).as(what).isNull();
            }
        }
        assertThat(Expressions.evaluate(onColumns, new Batch(vectors, 0)))
                .as(what)
                .isEmpty();
    }

    @Test
    void every_function_is_documented() {
        for (ScalarFunction function : FunctionRegistry.scalars()) {
            assertThat(function.description()).as(function.name()).isNotBlank().endsWith(".");
            assertThat(function.example()).as(function.name()).isNotBlank();
            assertThat(function.name()).matches("[a-z][a-z0-9_]*");
        }
    }

    @Test
    void the_registry_has_the_functions_that_plans_name() {
        List<String> names = Arrays.asList(
                "equal not_equal less less_or_equal greater greater_or_equal is_distinct_from is_not_distinct_from"
                        .split(" "));
        assertThat(names).allMatch(name -> FunctionRegistry.scalar(name) != null);
        assertThat(
                        "not is_null is_not_null is_true is_false is_not_true is_not_false add subtract multiply divide modulo"
                                .split(" "))
                .allMatch(name -> FunctionRegistry.scalar(name) != null);
        assertThat(
                        ("negate like ilike similar_to concat concat_ignore_null substring upper lower char_length octet_length"
                                        + " position trim_both trim_leading trim_trailing replace lpad rpad left right reverse repeat"
                                        + " starts_with split_part overlay ascii chr md5 to_hex extract date_trunc floor ceil round truncate"
                                        + " abs sign sqrt cbrt power exp ln log10 log sin cos tan asin acos atan atan2 sinh cosh tanh degrees"
                                        + " radians pi random greatest least item cardinality field")
                                .split(" "))
                .allMatch(name -> FunctionRegistry.scalar(name) != null);
    }
}
