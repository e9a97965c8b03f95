package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.aggregate.LongExtreme.Operation;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregation keeps for its calls. Calls share state where they can: {@code avg(x)} is the sum and the count that
 * {@code sum(x)} and {@code count(x)} ask for, and DISTINCT calls with the same arguments share the set of distinct rows.
 */
final class AggregationLayout {
    /** DISTINCT changes nothing for these. */
    private static final Set<String> IDEMPOTENT = Set.of(
            "min", "max", "bool_and", "bool_or", "every", "some", "bit_and", "bit_or", "any_value", "single_value");

    private static final Set<String> MOMENTS = Set.of(
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "variance",
            "var_pop",
            "var_samp",
            "covar_pop",
            "covar_samp",
            "corr",
            "regr_count",
            "regr_slope",
            "regr_intercept",
            "regr_r2",
            "regr_avgx",
            "regr_avgy",
            "regr_sxx",
            "regr_syy",
            "regr_sxy");

    /** Fewer groups are found fast in any way. */
    private static final int MANY_GROUPS = 1 << 13;

    /** With fewer rows a group keys hardly repeat. */
    private static final int FEW_ROWS = 3;

    /**
     * State to keep.
     *
     * @param columns input columns: the arguments, then those of the order
     * @param argumentCount how many are arguments
     * @param order by the columns after the arguments, numbered from 0
     * @param filter input column or -1
     * @param distinct number of the {@link DistinctRows} that it is computed from at the end, -1 for all rows
     */
    record State(
            String function,
            SqlType type,
            List<Integer> columns,
            int argumentCount,
            List<SortKey> order,
            int filter,
            int distinct) {}

    /** Distinct rows of some columns within each group. */
    record DistinctRows(List<Integer> columns, int filter) {}

    /** A call's result: a state, or the quotient of two. */
    private record Result(AggregateCall call, int state, int count) {}

    final List<SqlType> inputTypes;
    final int[] groupColumns;
    final int[][] groupingSets;

    /** Grouping sets that rows are added to. */
    final int[] directSets;

    /** The others, each after the one that it is made of. */
    final int[] derivedSets;

    /** By grouping set: the one that it is made of, -1 for those of {@link #directSets}. */
    final int[] sourceOfSet;

    final List<State> states = new ArrayList<>();
    final List<DistinctRows> distinctRows = new ArrayList<>();
    final List<SqlType> outputTypes;
    private final List<Result> results = new ArrayList<>();

    /** Whether groups are expected to be many and of few rows each, with keys for {@link KeyRows}. */
    private final boolean keysAreMostlyDistinct;

    private @Nullable Boolean keepsKeyRows;

    AggregationLayout(PlanNode.Aggregate node) {
        inputTypes = node.input().output().stream().map(ColumnDef::type).toList();
        groupColumns = node.groupColumns().stream().mapToInt(Integer::intValue).toArray();
        groupingSets = node.groupingSets().stream()
                .map(set -> set.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        outputTypes = node.output().stream().map(ColumnDef::type).toList();
        keysAreMostlyDistinct = groupingSets.length == 1
                && node.estimatedRows() > MANY_GROUPS
                && node.estimatedRows() * FEW_ROWS > node.input().estimatedRows()
                && KeyRows.suits(keyTypes(0));
        for (AggregateCall call : node.calls()) {
            results.add(result(call));
        }
        sourceOfSet = sourcesOfSets();
        directSets = IntStream.range(0, groupingSets.length)
                .filter(set -> sourceOfSet[set] < 0)
                .toArray();
        derivedSets = IntStream.range(0, groupingSets.length)
                .filter(set -> sourceOfSet[set] >= 0)
                .boxed()
                .sorted(Comparator.comparingInt(set -> -groupingSets[set].length))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int[] sourcesOfSets() {
        int[] sources = new int[groupingSets.length];
        Arrays.fill(sources, -1);
        if (states.stream().anyMatch(state -> Collecting.isFor(state.function()))) {
            return sources;
        }
        for (int set = 0; set < sources.length; set++) {
            for (int other = 0; other < sources.length; other++) {
                int size = groupingSets[other].length;
                boolean finer = size > groupingSets[set].length || size == groupingSets[set].length && other < set;
                if (finer
                        && hasAll(groupingSets[other], groupingSets[set])
                        && (sources[set] < 0 || size < groupingSets[sources[set]].length)) {
                    sources[set] = other;
                }
            }
        }
        return sources;
    }

    private static boolean hasAll(int[] positions, int[] wanted) {
        return Arrays.stream(wanted)
                .allMatch(position -> Arrays.stream(positions).anyMatch(other -> other == position));
    }

    /** Calls over all rows of a group of one's own making: neither keys nor outputs of groups. */
    AggregationLayout(List<SqlType> inputTypes, List<AggregateCall> calls) {
        this.inputTypes = inputTypes;
        groupColumns = new int[0];
        groupingSets = new int[0][];
        directSets = new int[0];
        derivedSets = new int[0];
        sourceOfSet = new int[0];
        keysAreMostlyDistinct = false;
        outputTypes = calls.stream().map(AggregateCall::type).toList();
        for (AggregateCall call : calls) {
            results.add(result(call));
        }
    }

    /**
     * Decides for all states how keys are kept, by the first batch that comes: strings that are codes are numbered by code, at
     * the price of a number, however many they are.
     */
    synchronized void seeKeys(Batch batch) {
        if (keepsKeyRows == null) {
            boolean texts = false;
            for (int column : groupColumns) {
                texts |= batch.column(column) instanceof BytesVector;
            }
            keepsKeyRows = keysAreMostlyDistinct && texts;
        }
    }

    /** Whether keys are kept as {@link KeyRows}; not before a batch was seen. */
    synchronized boolean keepsKeyRows() {
        return keepsKeyRows != null && keepsKeyRows;
    }

    private Result result(AggregateCall call) {
        if (call.function().equals("avg")) {
            SqlType argument = inputTypes.get(call.arguments().get(0));
            SqlType sum = argument.kind().isFloating()
                    ? SqlTypes.DOUBLE
                    : SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, argument.scale());
            return new Result(call, state(call, "sum", sum), state(call, "count", SqlTypes.BIGINT));
        }
        return new Result(call, state(call, call.function(), call.type().withNullable(true)), -1);
    }

    private int state(AggregateCall call, String function, SqlType type) {
        List<Integer> columns = new ArrayList<>(call.arguments());
        List<SortKey> order = new ArrayList<>();
        if (Collecting.isFor(function)) {
            for (SortKey key : call.order()) {
                order.add(new SortKey(columns.size() - call.arguments().size(), key.descending(), key.nullsFirst()));
                columns.add(key.column());
            }
        }
        boolean distinct =
                (call.distinct() || function.equals("approx_count_distinct")) && !IDEMPOTENT.contains(function);
        int set = distinct ? index(distinctRows, new DistinctRows(columns, call.filter())) : -1;
        return index(
                states,
                new State(
                        function.equals("approx_count_distinct") ? "count" : function,
                        type,
                        columns,
                        call.arguments().size(),
                        order,
                        call.filter(),
                        set));
    }

    private static <T> int index(List<T> list, T element) {
        int index = list.indexOf(element);
        if (index < 0) {
            list.add(element);
            return list.size() - 1;
        }
        return index;
    }

    boolean isGlobal(int set) {
        return groupingSets[set].length == 0;
    }

    /** Whether the results of a state can be read by several threads, without the step that completes it. */
    boolean canBeShared() {
        return distinctRows.isEmpty() && states.stream().noneMatch(state -> Collecting.isFor(state.function()));
    }

    /** Whether groups have one key, an integer, and states can be read in parts. */
    boolean hasIntegerKey() {
        if (groupingSets.length != 1 || groupColumns.length != 1 || !canBeShared()) {
            return false;
        }
        PhysicalKind kind = inputTypes.get(groupColumns[0]).physicalKind();
        return kind == PhysicalKind.INT32 || kind == PhysicalKind.INT64;
    }

    List<SqlType> keyTypes(int set) {
        List<SqlType> types = new ArrayList<>();
        for (int position : groupingSets[set]) {
            types.add(inputTypes.get(groupColumns[position]));
        }
        return types;
    }

    /** Empty accumulators, one a state. */
    Accumulator[] accumulators(MemoryBudget memory, CancellationToken cancellation) {
        return states.stream()
                .map(state -> accumulator(state, memory, cancellation))
                .toArray(Accumulator[]::new);
    }

    /** The results of the calls, in order, from accumulators of this layout. */
    AggregateOutput[] outputs(Accumulator[] accumulators) {
        AggregateOutput[] outputs = new AggregateOutput[results.size()];
        for (int i = 0; i < outputs.length; i++) {
            Result result = results.get(i);
            Accumulator first = accumulators[result.state()];
            outputs[i] = result.count() < 0
                    ? first
                    : new Average(
                            first,
                            (CountAccumulator) accumulators[result.count()],
                            inputTypes.get(result.call().arguments().get(0)),
                            result.call().type());
        }
        return outputs;
    }

    private Accumulator accumulator(State state, MemoryBudget memory, CancellationToken cancellation) {
        List<SqlType> types = state.columns().stream().map(inputTypes::get).toList();
        SqlType type = state.type();
        String function = state.function();
        if (function.equals("count")) {
            return new CountAccumulator(memory.reservation(HashAggregation.CONSUMER));
        } else if (MOMENTS.contains(function)) {
            return new Moments(
                    function, type, types.toArray(SqlType[]::new), memory.reservation(HashAggregation.CONSUMER));
        } else if (Collecting.isFor(function)) {
            return new Collecting(
                    function.equals("listagg") ? "string_agg" : function,
                    type,
                    types,
                    state.argumentCount(),
                    state.order(),
                    memory.reservation(HashAggregation.CONSUMER),
                    memory,
                    cancellation);
        }
        PhysicalKind kind = types.get(0).physicalKind();
        return switch (function) {
            case "sum" ->
                switch (kind) {
                    case INT32, INT64 -> new LongSum(type, memory.reservation(HashAggregation.CONSUMER));
                    case INT128 -> new Int128Sum(type, memory.reservation(HashAggregation.CONSUMER));
                    case FLOAT32, FLOAT64 -> new DoubleSum(type, memory.reservation(HashAggregation.CONSUMER));
                    default -> throw unsupported(function, types.get(0));
                };
            case "min", "bool_and", "every" -> extreme(true, types.get(0), memory);
            case "max", "bool_or", "some" -> extreme(false, types.get(0), memory);
            case "bit_and" -> bits(Operation.BIT_AND, types.get(0), memory);
            case "bit_or" -> bits(Operation.BIT_OR, types.get(0), memory);
            case "bit_xor" -> bits(Operation.BIT_XOR, types.get(0), memory);
            case "single_value", "any_value" ->
                new FirstValue(
                        function.equals("single_value"),
                        types.get(0),
                        memory.reservation(HashAggregation.CONSUMER),
                        memory);
            default ->
                throw new EngineException(
                        ErrorCode.FUNCTION_NOT_FOUND, "There is no aggregate function " + function + ".");
        };
    }

    private static Accumulator extreme(boolean min, SqlType type, MemoryBudget memory) {
        return switch (type.physicalKind()) {
            case BOOLEAN, INT32, INT64 ->
                new LongExtreme(
                        min ? Operation.MIN : Operation.MAX, type, memory.reservation(HashAggregation.CONSUMER));
            case INT128 ->
                new Int128Extreme(min, type.kind() == TypeKind.UUID, memory.reservation(HashAggregation.CONSUMER));
            case FLOAT32, FLOAT64 -> new DoubleExtreme(min, type, memory.reservation(HashAggregation.CONSUMER));
            case BYTES ->
                new BytesExtreme(
                        min,
                        memory.reservation(HashAggregation.CONSUMER),
                        memory.reservation(HashAggregation.CONSUMER));
            case LIST, ROW, MAP -> throw unsupported(min ? "min" : "max", type);
        };
    }

    private static Accumulator bits(Operation operation, SqlType type, MemoryBudget memory) {
        PhysicalKind kind = type.physicalKind();
        if (kind != PhysicalKind.INT32 && kind != PhysicalKind.INT64) {
            throw unsupported("A bit aggregate", type);
        }
        return new LongExtreme(operation, type, memory.reservation(HashAggregation.CONSUMER));
    }

    private static EngineException unsupported(String function, SqlType type) {
        return new EngineException(
                ErrorCode.TYPE_MISMATCH, function + " cannot be computed over values of type " + type + ".");
    }
}
