package io.algeon.engine.exec;

import java.util.List;

/**
 * Rows on their way from a source to a sink, a batch at a time, by several workers that share nothing but source and sink.
 *
 * @param id number within the query, from 0
 * @param source where rows begin
 * @param operators streaming steps, in order
 * @param sink where rows end; may be shared with other pipelines
 * @param dependencies pipelines that must have finished (their sinks included) before this one starts
 */
public record Pipeline(int id, Source source, List<PipelineStep> operators, Sink sink, List<Pipeline> dependencies) {
    public Pipeline {
        operators = List.copyOf(operators);
        dependencies = List.copyOf(dependencies);
    }

    /**
     * A streaming step.
     *
     * @param factory makes the operators
     * @param node number of the plan node that it carries out, for statistics
     */
    public record PipelineStep(OperatorFactory factory, int node) {}
}
