package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY and aggregates over a relation. Finds the groups of each grouping set, then computes every call by group numbers.
 * Exact sums have 192 bits, so that no order of additions overflows; floating sums depend on the order in the last digits.
 */
public final class Aggregation {
    private final PlanNode.Aggregate node;
    private final List<SqlType> inputTypes;
    private final Operators operators;

    public Aggregation(PlanNode.Aggregate node, Operators operators) {
        this.node = node;
        this.inputTypes = inputTypes(node);
        this.operators = operators;
    }

    private static List<SqlType> inputTypes(PlanNode.Aggregate node) {
        return node.input().output().stream().map(column -> column.type()).toList();
    }

    /** Why a node cannot be computed, part of a sentence; null if it can. */
    public static @Nullable String objection(PlanNode.Aggregate node) {
        try {
            List<SqlType> types = inputTypes(node);
            node.groupColumns().forEach(column -> ValueKind.of(types.get(column)));
            for (AggregateCall call : node.calls()) {
                AggregateKind.of(call, types);
                ValueKind.of(call.type());
            }
            return null;
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
    }

    /** The groups with their aggregates; the input stays the caller's. */
    public DeviceRelation aggregate(DeviceRelation input) {
        List<DeviceRelation> sets = new ArrayList<>();
        for (int set = 0; set < node.groupingSets().size(); set++) {
            sets.add(aggregate(input, node.groupingSets().get(set), set));
        }
        if (sets.size() == 1) {
            return sets.get(0);
        }
        DeviceRelation all = Relations.concat(sets, operators);
        sets.forEach(DeviceRelation::close);
        return all;
    }

    private DeviceRelation aggregate(DeviceRelation input, List<Integer> set, int number) {
        List<DeviceColumn> keys = set.stream()
                .map(position -> input.columns().get(node.groupColumns().get(position)))
                .toList();
        try (Groups groups = groups(input, keys)) {
            long count = groups.count();
            List<DeviceColumn> output = new ArrayList<>();
            for (int position = 0; position < node.groupColumns().size(); position++) {
                DeviceColumn column = input.columns().get(node.groupColumns().get(position));
                output.add(
                        set.contains(position)
                                ? operators
                                        .maps()
                                        .pick(List.of(column), groups.firstRows(), count)
                                        .get(0)
                                : Relations.nulls(column.kind(), count, operators.workspace()));
            }
            for (AggregateCall call : node.calls()) {
                output.add(new CallResult(call, input, groups).compute());
            }
            if (node.groupingSets().size() > 1) {
                output.add(Relations.constant(number, count, operators.workspace()));
            }
            return new DeviceRelation(output, count);
        }
    }

    private Groups groups(DeviceRelation input, List<DeviceColumn> keys) {
        if (keys.isEmpty()) {
            return new Groups(
                    null,
                    operators.workspace().allocate(0),
                    operators.workspace().allocate(0),
                    1);
        }
        return Groups.find(keys, input.rows(), operators);
    }

    /** One call over the groups of one grouping set. */
    private final class CallResult {
        private final AggregateCall call;
        private final DeviceRelation input;
        private final Groups groups;
        private final AggregateKind kind;
        private final @Nullable SqlType argumentType;

        CallResult(AggregateCall call, DeviceRelation input, Groups groups) {
            this.call = call;
            this.input = input;
            this.groups = groups;
            this.kind = AggregateKind.of(call, inputTypes);
            this.argumentType = call.arguments().isEmpty()
                    ? null
                    : inputTypes.get(call.arguments().get(0));
        }

        private @Nullable DeviceColumn argument() {
            return call.arguments().isEmpty()
                    ? null
                    : input.columns().get(call.arguments().get(0));
        }

        private SqlType requiredType() {
            return java.util.Objects.requireNonNull(argumentType);
        }

        DeviceColumn compute() {
            Block taking = taking();
            DeviceColumn result = switch (kind) {
                case COUNT -> count(taking);
                case SUM -> sum(taking, call.type());
                case FLOAT_SUM -> floatSum(taking, ValueKind.of(call.type()));
                case AVERAGE -> average(taking);
                case EXTREME -> extreme(taking);
                case PICK_LEAST -> pick(taking, 1);
                case PICK_GREATEST -> pick(taking, -1);
                case ANY -> pick(taking, 3);
                case SINGLE -> single(taking);
                case BITS -> bits(taking);
                case MOMENT -> Moments.compute(call, inputTypes, input, groups, taking, operators.workspace());
                case ORDERED -> OrderedAggregate.compute(call, inputTypes, input, groups, taking, operators);
            };
            if (taking != null) {
                taking.release();
            }
            return result;
        }

        /** Flags of the rows that take part: FILTER, and the first of equal rows for DISTINCT; null: all. */
        private @Nullable Block taking() {
            List<Expr> conditions = new ArrayList<>();
            if (call.filter() >= 0) {
                conditions.add(new Expr.InputRef(call.filter(), inputTypes.get(call.filter())));
            }
            if (kind == AggregateKind.COUNT && call.arguments().size() > 1) {
                for (int column : call.arguments()) {
                    Expr value = new Expr.InputRef(column, inputTypes.get(column));
                    conditions.add(new Expr.Call("is_not_null", List.of(value), SqlTypes.BOOLEAN));
                }
            }
            Block filter = conditions.isEmpty()
                    ? null
                    : operators.programs().flags(operators.programs().condition(conditions), input);
            if (!call.distinct() && !call.function().equals("approx_count_distinct")
                    || kind.isIdempotent()
                    || input.rows() == 0) {
                return filter;
            }
            List<DeviceColumn> keys = new ArrayList<>();
            if (groups.groupOf() != null) {
                keys.add(DeviceColumn.dense(ValueKind.I32, input.rows(), groups.groupOf(), null));
            }
            call.arguments().forEach(column -> keys.add(input.columns().get(column)));
            if (filter != null) {
                keys.add(DeviceColumn.dense(ValueKind.BOOL, input.rows(), filter, null));
            }
            try (Groups distinct = Groups.find(keys, input.rows(), operators)) {
                Block first = distinct.isFirst().retain();
                if (filter == null) {
                    return first;
                }
                Block both = Relations.both(first, filter, input.rows(), operators);
                first.release();
                filter.release();
                return both;
            }
        }

        private Accumulated accumulate(
                int operation, int words, @Nullable DeviceColumn argument, @Nullable Block taking) {
            long count = groups.count();
            Block state = operators.workspace().allocate(8 * words * count);
            Block seen = operators.workspace().allocate(count);
            operators.workspace().stream().fill(seen.address(), (byte) 0, Math.max(1, count));
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_START,
                            count * words,
                            a -> a.int32(operation).int64(count).int32(words).address(state.address()));
            long column = argument == null ? 0 : operators.workspace().columns(List.of(argument));
            Block groupOf = groups.groupOf();
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_UPDATE,
                            input.rows(),
                            a -> a.address(column)
                                    .address(taking == null ? 0 : taking.address())
                                    .address(groupOf == null ? 0 : groupOf.address())
                                    .int64(input.rows())
                                    .int32(operation)
                                    .int64(count)
                                    .address(state.address())
                                    .address(seen.address()));
            return new Accumulated(state, seen);
        }

        private DeviceColumn count(@Nullable Block taking) {
            Accumulated counted = accumulate(AggregateOperation.COUNT, 1, argument(), taking);
            counted.seen().release();
            return DeviceColumn.dense(ValueKind.I64, groups.count(), counted.state(), null);
        }

        private DeviceColumn sum(@Nullable Block taking, SqlType type) {
            Accumulated sum = accumulate(AggregateOperation.SUM, 3, argument(), taking);
            long count = groups.count();
            ValueKind target = ValueKind.of(type);
            DeviceColumn result = DeviceColumn.dense(
                    target, count, operators.workspace().allocate(count * target.bytes()), sum.seen());
            long status = operators.programs().statusAddress();
            long column = operators.workspace().columns(List.of(result));
            int precision = target == ValueKind.I128 && type.kind() == TypeKind.DECIMAL ? type.precision() : 0;
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_SUM_FINISH,
                            count,
                            a -> a.address(sum.state().address())
                                    .address(sum.seen().address())
                                    .int64(count)
                                    .int32(target.bytes() * Byte.SIZE)
                                    .int32(precision)
                                    .address(column)
                                    .address(status));
            sum.state().release();
            if (operators.programs().failure() != 0) {
                throw Failures.sumOverflow(type);
            }
            return result;
        }

        private DeviceColumn floatSum(@Nullable Block taking, ValueKind target) {
            Accumulated sum = accumulate(AggregateOperation.FLOAT_SUM, 1, argument(), taking);
            return convert(sum, ValueKind.F64, target);
        }

        /** The accumulators as a column of another kind. */
        private DeviceColumn convert(Accumulated accumulated, ValueKind from, ValueKind to) {
            DeviceColumn wide = DeviceColumn.dense(from, groups.count(), accumulated.state(), accumulated.seen());
            if (from == to) {
                return wide;
            }
            DeviceColumn result = operators.maps().dense(wide, groups.count(), to);
            wide.release();
            return result;
        }

        private DeviceColumn average(@Nullable Block taking) {
            boolean floating = requiredType().kind().isFloating();
            SqlType sumType = floating
                    ? SqlTypes.DOUBLE
                    : SqlTypes.decimal(
                            SqlType.MAX_DECIMAL_PRECISION, requiredType().scale());
            DeviceColumn sum = floating ? floatSum(taking, ValueKind.F64) : sum(taking, sumType);
            DeviceColumn count = count(taking);
            Expr quotient = quotient(0, sumType, 1, call.type());
            // a group without values has no sum, so that nothing is divided by its count of 0
            return compute(List.of(sum, count), quotient);
        }

        /** One expression over columns of the groups, which are given up. */
        private DeviceColumn compute(List<DeviceColumn> columns, Expr expression) {
            try (DeviceRelation relation = new DeviceRelation(columns, groups.count())) {
                DeviceRelation result =
                        operators.programs().project(operators.programs().projection(List.of(expression)), relation);
                return result.columns().get(0);
            }
        }

        private DeviceColumn extreme(@Nullable Block taking) {
            boolean least = call.function().equals("min")
                    || call.function().equals("bool_and")
                    || call.function().equals("every");
            ValueKind target = ValueKind.of(call.type());
            if (!target.isFloating()) {
                return convert(
                        accumulate(least ? AggregateOperation.MIN : AggregateOperation.MAX, 1, argument(), taking),
                        ValueKind.I64,
                        target);
            }
            Accumulated ordered = accumulate(
                    least ? AggregateOperation.FLOAT_MIN : AggregateOperation.FLOAT_MAX, 1, argument(), taking);
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_UNORDER,
                            groups.count(),
                            a -> a.int64(groups.count()).address(ordered.state().address()));
            return convert(ordered, ValueKind.F64, target);
        }

        private DeviceColumn bits(@Nullable Block taking) {
            int operation = switch (call.function()) {
                case "bit_and" -> AggregateOperation.BIT_AND;
                case "bit_or" -> AggregateOperation.BIT_OR;
                default -> AggregateOperation.BIT_XOR;
            };
            return convert(accumulate(operation, 1, argument(), taking), ValueKind.I64, ValueKind.of(call.type()));
        }

        private DeviceColumn pick(@Nullable Block taking, int direction) {
            DeviceColumn argument = java.util.Objects.requireNonNull(argument());
            long count = groups.count();
            Block picked = operators.workspace().allocate(4 * count);
            operators.workspace().stream().fill(picked.address(), (byte) -1, Math.max(1, 4 * count));
            long column = operators.workspace().columns(List.of(argument));
            Block groupOf = groups.groupOf();
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_PICK,
                            input.rows(),
                            a -> a.address(column)
                                    .address(taking == null ? 0 : taking.address())
                                    .address(groupOf == null ? 0 : groupOf.address())
                                    .int64(input.rows())
                                    .int32(direction)
                                    .address(picked.address()));
            DeviceColumn result =
                    operators.maps().pick(List.of(argument), picked, count).get(0);
            picked.release();
            return result;
        }

        private DeviceColumn single(@Nullable Block taking) {
            Accumulated counted = accumulate(AggregateOperation.COUNT, 1, null, taking);
            long status = operators.programs().statusAddress();
            operators
                    .workspace()
                    .launch(
                            KernelName.AGGREGATE_SINGLE,
                            groups.count(),
                            a -> a.address(counted.state().address())
                                    .int64(groups.count())
                                    .address(status));
            boolean several = operators.programs().failure() != 0;
            counted.state().release();
            counted.seen().release();
            if (several) {
                throw Failures.severalRows();
            }
            return pick(taking, 2);
        }
    }

    private record Accumulated(Block state, Block seen) {}

    /** A sum in one column divided by a count in another: an average of that type. */
    public static Expr quotient(int sumColumn, SqlType sumType, int countColumn, SqlType type) {
        boolean floating = sumType.kind().isFloating();
        Expr sum = new Expr.InputRef(sumColumn, sumType);
        if (!floating) {
            SqlType countType = SqlTypes.decimal(SqlType.MAX_LONG_DECIMAL_PRECISION, 0);
            return new Expr.Call("divide", List.of(sum, new Expr.InputRef(countColumn, countType)), type);
        }
        Expr count = new Expr.Cast(new Expr.InputRef(countColumn, SqlTypes.BIGINT), SqlTypes.DOUBLE, false);
        Expr quotient = new Expr.Call("divide", List.of(sum, count), sumType);
        return type.kind() == TypeKind.REAL ? new Expr.Cast(quotient, type, false) : quotient;
    }
}
