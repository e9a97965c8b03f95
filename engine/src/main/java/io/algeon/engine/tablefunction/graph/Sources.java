package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** The arguments {@code source} and {@code sources}, which exclude each other. */
final class Sources {
    private Sources() {}

    static Argument.Option source() {
        return Argument.Option.of("source", OptionType.VERTEX, null, Limits.NONE, "Where to begin: one id.");
    }

    static Argument.Relation sources(String meaning) {
        return GraphFunction.ids("sources", false, meaning);
    }

    /** @param required whether one of them has to be given */
    static void check(FunctionCall call, Options options, boolean required) {
        boolean several = call.relation("sources") >= 0;
        boolean one = !options.has("source") || options.get("source") != null;
        String name = call.function().name();
        if (several && one && options.has("source")) {
            throw invalid(name + " has both source and sources. Give one of them.");
        } else if (required && !several && !one) {
            throw invalid(name + " has no source. Give source => id, or sources => (SELECT vertex FROM ...).");
        }
        Object source = options.get("source");
        boolean isText = source instanceof String;
        if (source != null && isText != call.vertexType().kind().isCharacter()) {
            throw GraphFailures.idOfOtherType(name, "source", isText);
        }
    }

    static EngineException invalid(String message) {
        return new EngineException(ErrorCode.ARGUMENT_INVALID, message);
    }

    /** The vertices that are given. */
    static int[] of(GraphFunction.GraphCall call) {
        return call.invocation.relations().containsKey("sources")
                ? call.vertices("sources", 0)
                : new int[] {call.vertex("source")};
    }
}
