package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.CommunityRandom;
import io.algeon.engine.graph.CommunityRefinement;
import java.util.List;

/** Splits all communities of a level into parts, as {@link CommunityRefinement} does, with the same result. */
final class CommunityRefining implements AutoCloseable {
    private final CommunityLevels.Level level;
    private final Workspace workspace;
    private final Block labels;
    private final Block communities;
    private final double expectation;
    private final double unit;
    private final CommunityBatches batches;
    private final Block table;
    private final Block strengths;
    private final Block cuts;
    private final Block joining;
    private final Block firstJoining;
    private final Block wishes;
    private final Block wishLinks;
    private final Block decisions;
    private final Block joined;

    /**
     * @param labels the communities of the vertices, numbered without gaps
     * @param unit of gains, from which probabilities are made
     */
    CommunityRefining(
            CommunityLevels.Level level,
            Block labels,
            long count,
            double expectation,
            double unit,
            Operators operators) {
        this.level = level;
        this.workspace = operators.workspace();
        this.labels = labels;
        this.expectation = expectation;
        this.unit = unit;
        this.batches = new CommunityBatches(level, operators);
        long vertices = level.vertices();
        this.communities = new CommunityLevels(operators).strengths(level, labels, count);
        double[] points = CommunityRandom.table();
        this.table = workspace.allocate(8L * points.length);
        workspace.write(table, points);
        this.strengths = workspace.allocate(8 * vertices);
        workspace.stream().copy(level.strengths().address(), strengths.address(), 8 * vertices);
        this.cuts = workspace.allocate(8 * vertices, 0);
        this.joining = workspace.allocate(8 * vertices, 0);
        this.firstJoining = workspace.allocate(4 * vertices, -1);
        this.wishes = workspace.allocate(4 * vertices, -1);
        this.wishLinks = workspace.allocate(8 * vertices);
        this.decisions = workspace.allocate(vertices, 0);
        this.joined = workspace.allocate(4 * vertices, -1);
    }

    /** The part of each vertex, named after one of its vertices. */
    Block run(long key, Operators operators) {
        Block parts = operators.maps().identity(level.vertices(), 0);
        workspace.launch(
                KernelName.REFINE_CUTS,
                level.entries(),
                a -> level.addEntries(a).address(labels.address()).address(cuts.address()));
        Block all = workspace.allocate(level.vertices(), 1);
        batches.divide(all, key, CommunityRefinement.BATCHES);
        all.release();
        for (int batch = 0; ; batch++) {
            if (batches.take(batch)) {
                join(parts, key, batch);
            } else if (batch >= CommunityRefinement.BATCHES) {
                return parts;
            }
        }
    }

    private void join(Block parts, long key, int batch) {
        batches.link(parts, labels);
        long size = batches.size();
        workspace.launch(
                KernelName.REFINE_CHOOSE,
                batches.warps(),
                a -> batches.addTo(a)
                        .address(batches.starts().address())
                        .address(level.offsets().address())
                        .address(batches.keys().address())
                        .address(batches.sums().address())
                        .address(labels.address())
                        .address(level.strengths().address())
                        .address(communities.address())
                        .float64(expectation)
                        .float64(unit)
                        .int64(key)
                        .address(table.address())
                        .address(strengths.address())
                        .address(cuts.address())
                        .address(wishes.address())
                        .address(wishLinks.address())
                        .address(joining.address())
                        .address(firstJoining.address()));
        workspace.launch(
                KernelName.REFINE_WITHDRAW,
                size,
                a -> batches.addTo(a)
                        .int64(CommunityRandom.key(key, batch))
                        .address(level.strengths().address())
                        .float64(expectation)
                        .address(strengths.address())
                        .address(wishes.address())
                        .address(wishLinks.address())
                        .address(joining.address())
                        .address(firstJoining.address())
                        .address(decisions.address()));
        workspace.launch(
                KernelName.COMMUNITY_SUBTRACT,
                size,
                a -> batches.addTo(a)
                        .address(labels.address())
                        .address(level.strengths().address())
                        .address(wishes.address())
                        .address(decisions.address())
                        .address(joining.address())
                        .address(0));
        workspace.launch(
                KernelName.REFINE_SETTLE,
                size,
                a -> batches.addTo(a)
                        .address(level.strengths().address())
                        .float64(expectation)
                        .address(strengths.address())
                        .address(wishes.address())
                        .address(wishLinks.address())
                        .address(joining.address())
                        .address(firstJoining.address())
                        .address(decisions.address()));
        workspace.launch(
                KernelName.REFINE_JOIN,
                size,
                a -> batches.addTo(a)
                        .int32(batch)
                        .address(level.strengths().address())
                        .address(decisions.address())
                        .address(parts.address())
                        .address(strengths.address())
                        .address(wishes.address())
                        .address(joining.address())
                        .address(firstJoining.address())
                        .address(joined.address())
                        .address(batches.due().address()));
        workspace.launch(
                KernelName.REFINE_CUT,
                batches.warps(),
                a -> batches.addTo(a)
                        .int32(batch)
                        .address(level.offsets().address())
                        .address(level.targets().address())
                        .address(level.weightsAddress())
                        .int64(level.unit())
                        .address(parts.address())
                        .address(joined.address())
                        .address(cuts.address()));
    }

    @Override
    public void close() {
        batches.close();
        List.of(communities, table, strengths, cuts, joining, firstJoining, wishes, wishLinks, decisions, joined)
                .forEach(Block::release);
    }
}
