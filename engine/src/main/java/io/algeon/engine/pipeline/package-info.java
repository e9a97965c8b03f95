/**
 * From a physical plan to pipelines: which nodes stream, where rows are collected, what waits for what. Between {@code plan}
 * and {@code exec}; knows the operators and the sources. Start with {@link io.algeon.engine.pipeline.PipelineBuilder}.
 */
@NullMarked
package io.algeon.engine.pipeline;

import org.jspecify.annotations.NullMarked;
