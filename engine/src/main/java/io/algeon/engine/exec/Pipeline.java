package io.algeon.engine.exec;

import java.util.List;

/**
 * Rows on their way from a source to a sink, a batch at a time, by several workers that share nothing but source and sink.
 *
 * @param id number within the query, its position in the list of pipelines
 * @param source where rows begin
 * @param sourceNode number of the plan node that the source carries out, for statistics
 * @param steps streaming steps, in order
 * @param sink where rows end; may be shared with other pipelines
 * @param sinkNode number of the plan node that the sink carries out; -1: the result
 * @param dependencies ids of the pipelines that must have finished before this one starts; a sink is finished with the
 *     last pipeline that feeds it
 */
public record Pipeline(
        int id,
        Source source,
        int sourceNode,
        List<PipelineStep> steps,
        Sink sink,
        int sinkNode,
        List<Integer> dependencies) {
    public Pipeline {
        steps = List.copyOf(steps);
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
