package io.algeon.engine.operator.window;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.window.RangeBounds.Bounded;
import io.algeon.engine.operator.window.RangeKeys.Offset;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.plan.WindowCall;
import io.algeon.engine.plan.WindowFrame;
import io.algeon.engine.plan.WindowFrame.Bound;
import io.algeon.engine.plan.WindowFrame.Unit;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of a window in one execution: makes what it needs of a region, and instances for workers. Thread-safe. */
final class FunctionPlan {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private final PlanNode.Window node;
    private final WindowCall call;
    private final ExecutionContext context;
    private final List<SqlType> types;
    private final @Nullable AggregateArguments aggregate;

    /** What a call needs of a region. */
    record Region(
            @Nullable AggregateRegion aggregate, @Nullable PresentPlaces present) {
        void close() {
            if (aggregate != null) {
                aggregate.close();
            }
        }
    }

    FunctionPlan(PlanNode.Window node, WindowCall call, ExecutionContext context, MemoryBudget memory) {
        this.node = node;
        this.call = call;
        this.context = context;
        this.types = node.input().output().stream().map(ColumnDef::type).toList();
        this.aggregate = isAggregate(call.function())
                ? new AggregateArguments(call, types, memory, context.cancellation())
                : null;
    }

    private static boolean isAggregate(String function) {
        return switch (function) {
            case "ntile", "lag", "lead", "first_value", "last_value", "nth_value" -> false;
            default -> !Ranking.has(function);
        };
    }

    /** Whether frames are ranges with offsets, so that the keys must be read. */
    boolean needsKeys() {
        WindowFrame frame = call.frame();
        return frame.unit() == Unit.RANGE
                && (frame.start().hasOffset() || frame.end().hasOffset());
    }

    /** Prepares for places {@code from} to {@code to}, which are whole partitions. */
    Region region(OrderedRows rows, int from, int to, MemoryBudget memory) {
        AggregateArguments arguments = aggregate;
        if (arguments != null) {
            return new Region(new AggregateRegion(arguments, rows, from, to, memory, context.cancellation()), null);
        }
        return new Region(
                null,
                call.ignoreNulls()
                        ? new PresentPlaces(
                                rows,
                                call.arguments().get(0),
                                from,
                                to,
                                memory.reservation(Windowing.CONSUMER),
                                context.cancellation())
                        : null);
    }

    /** An instance for one worker. */
    WindowFunction open(OrderedRows rows, @Nullable RangeKeys keys, Region region) {
        String function = call.function();
        AggregateRegion aggregated = region.aggregate;
        if (aggregated != null && aggregate != null) {
            return new FrameAggregate(aggregated, aggregate, rows, frames(rows, keys), context.cancellation());
        }
        List<Integer> arguments = call.arguments();
        int second = arguments.size() > 1 ? arguments.get(1) : -1;
        return switch (function) {
            case "ntile" -> new Buckets(rows, arguments.get(0), call.type());
            case "lag" -> new Shift(rows, arguments.get(0), second, true, region.present);
            case "lead" -> new Shift(rows, arguments.get(0), second, false, region.present);
            case "first_value", "last_value", "nth_value" ->
                new FrameValue(rows, frames(rows, keys), function, arguments.get(0), second, region.present);
            default -> new Ranking(function);
        };
    }

    private Frames frames(OrderedRows rows, @Nullable RangeKeys keys) {
        WindowFrame frame = call.frame();
        if (keys != null && needsKeys()) {
            SortKey key = node.order().get(0);
            RangeBounds range = new RangeBounds(
                    rows,
                    keys,
                    key.column(),
                    key.descending(),
                    key.nullsFirst(),
                    bounded(frame.start(), keys),
                    bounded(frame.end(), keys));
            return new Frames(frame, rows, 0, 0, range);
        }
        return new Frames(frame, rows, steps(frame.start()), steps(frame.end()), null);
    }

    private Bounded bounded(Bound bound, RangeKeys keys) {
        @Nullable
        Offset offset =
                bound.hasOffset() ? keys.offset(value(bound), bound.offset().type()) : null;
        return new Bounded(bound.kind(), offset);
    }

    private long steps(Bound bound) {
        if (!bound.hasOffset()) {
            return 0;
        }
        BigInteger number = new BigInteger(value(bound).toString());
        if (number.signum() < 0) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The offset of a " + call.frame().unit() + " frame must not be negative, but it is " + number
                            + ".");
        }
        // further than any row, and far from an overflow
        return number.min(LARGEST.shiftRight(2)).longValue();
    }

    private Object value(Bound bound) {
        Object value = ExpressionCompiler.evaluateConstant(bound.offset(), context);
        if (value == null) {
            throw new EngineException(ErrorCode.ARGUMENT_INVALID, "The offset of a window's frame must not be NULL.");
        }
        return value;
    }
}
