package io.algeon.cuda.operator;

import io.algeon.cuda.relation.Programs;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;

/** What the operators of a fragment work with. */
public record Operators(Workspace workspace, RowMaps maps, Programs programs) {}
