package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.List;

/** The ways in which aggregates are computed. */
enum AggregateKind {
    COUNT,
    SUM,
    FLOAT_SUM,
    AVERAGE,
    /** MIN and MAX by atomic operations on numbers. */
    EXTREME,
    /** MIN by the row that has it. */
    PICK_LEAST,
    PICK_GREATEST,
    ANY,
    SINGLE,
    BITS,
    /** Variances, covariances and their like: {@link Moments}. */
    MOMENT,
    /** {@link OrderedAggregate}. */
    ORDERED;

    /** Whether DISTINCT changes nothing. */
    boolean isIdempotent() {
        return this == EXTREME || this == PICK_LEAST || this == PICK_GREATEST || this == ANY || this == SINGLE;
    }

    /**
     * How a call is computed.
     *
     * @throws NotOnDevice if it cannot be
     */
    static AggregateKind of(AggregateCall call, List<SqlType> inputTypes) {
        NotOnDevice unsupported = new NotOnDevice("the aggregate " + call.function()
                + (call.arguments().isEmpty()
                        ? ""
                        : " of " + inputTypes.get(call.arguments().get(0))));
        if (Moments.isFor(call.function())) {
            Moments.require(call, inputTypes);
            return MOMENT;
        } else if (OrderedAggregate.isFor(call.function())) {
            OrderedAggregate.require(call, inputTypes);
            return ORDERED;
        }
        if (call.arguments().size() > 1 && !call.function().equals("count")) {
            throw unsupported;
        }
        if (call.arguments().isEmpty()) {
            if (call.function().equals("count")) {
                return COUNT;
            }
            throw unsupported;
        }
        call.arguments().forEach(column -> ValueKind.of(inputTypes.get(column)));
        SqlType type = inputTypes.get(call.arguments().get(0));
        ValueKind kind = ValueKind.of(type);
        switch (call.function()) {
            case "count", "approx_count_distinct" -> {
                return COUNT;
            }
            case "sum" -> {
                if (kind.isFloating()) {
                    return FLOAT_SUM;
                }
                if (kind == ValueKind.STRING || kind == ValueKind.BOOL) {
                    throw unsupported;
                }
                return SUM;
            }
            case "avg" -> {
                if (kind.isFloating() && call.type().kind().isFloating()
                        || type.kind().isExactNumeric() && call.type().kind() == TypeKind.DECIMAL) {
                    return AVERAGE;
                }
                throw unsupported;
            }
            case "min", "bool_and", "every" -> {
                return kind == ValueKind.STRING || kind == ValueKind.I128 ? PICK_LEAST : EXTREME;
            }
            case "max", "bool_or", "some" -> {
                return kind == ValueKind.STRING || kind == ValueKind.I128 ? PICK_GREATEST : EXTREME;
            }
            case "any_value" -> {
                return ANY;
            }
            case "single_value" -> {
                return SINGLE;
            }
            case "bit_and", "bit_or", "bit_xor" -> {
                if (kind == ValueKind.I32 || kind == ValueKind.I64) {
                    return BITS;
                }
                throw unsupported;
            }
            default -> throw unsupported;
        }
    }
}
