package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.tablefunction.Options;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** What is said of graphs and vertices that a function cannot take, wherever it runs. Ids are texts as they are shown. */
public final class GraphFailures {
    private GraphFailures() {}

    /** Neither edges nor vertices are given. */
    public static EngineException noVertices(String function) {
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The argument edges of " + function
                        + " has 0 rows and no vertices are named, so that there is no graph."
                        + " Give at least one edge, or name vertices in vertices => (...).");
    }

    /** An argument has an id that is not in the graph. */
    public static EngineException unknownVertex(String function, String argument, String id) {
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The argument " + argument + " of " + function + " has the id " + id
                        + ", which is no vertex of the graph. Leave it out, or name it in vertices => (...).");
    }

    /** An option has an id of the other family than those of the graph. */
    public static EngineException idOfOtherType(String function, String option, boolean idIsText) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "The option " + option + " of " + function + " is " + (idIsText ? "a text" : "a number")
                        + ", but the ids of the graph are " + (idIsText ? "integers" : "texts") + ". Give it as "
                        + (idIsText ? "a number, or CAST(... AS BIGINT)." : "a text, or CAST(... AS VARCHAR)."));
    }

    /** A weight is below 0. */
    public static EngineException negativeWeight(String function, double weight, String first, String second) {
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The argument edges of " + function + " has the negative weight " + weight + " between " + first
                        + " and " + second + "; weights have to be 0 or more. Leave such edges out, or use ABS.");
    }

    /** A weight is so large that sums of weights, or of their squares, are infinite. */
    public static EngineException hugeWeight(String function, double weight, String first, String second) {
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The argument edges of " + function + " has the weight " + weight + " between " + first + " and "
                        + second + ", which is too large to be added up with others: the squares of all weights have to"
                        + " sum to less than 1.8E308. Divide all weights by one number.");
    }

    /** An iteration did not come to rest. */
    public static EngineException notConverged(String function, long iterations, double error, Options options) {
        return new EngineException(
                ErrorCode.ALGORITHM_DID_NOT_CONVERGE,
                function + " did not converge: after " + iterations
                        + (iterations == 1 ? " iteration" : " iterations") + " the change was " + error
                        + ", not below " + options.get("epsilon")
                        + ". Raise max_iterations or epsilon, or take the last state with fail_on_nonconvergence =>"
                        + " false.");
    }

    /** The values of {@code personalization} are no probabilities. */
    public static EngineException personalization(String function, double negative) {
        boolean isNegative = negative < 0;
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The argument personalization of " + function + " "
                        + (isNegative
                                ? "has the negative value " + negative + ". Values have to be 0 or more."
                                : "is empty, or all its values are 0. At least one vertex has to have a value above"
                                        + " 0."));
    }
}
