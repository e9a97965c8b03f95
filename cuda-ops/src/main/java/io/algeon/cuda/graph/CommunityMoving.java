package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.CommunityMoves;
import io.algeon.engine.graph.CommunityRandom;
import java.util.List;
import java.util.function.DoubleConsumer;

/** Moves vertices of a level among communities, as {@link CommunityMoves} does, with the same result. The host waits once a batch. */
final class CommunityMoving implements AutoCloseable {
    private final CommunityLevels.Level level;
    private final Workspace workspace;
    private final Block labels;
    private final double expectation;
    private final CommunityBatches batches;
    private final Block communities;
    private final Block arriving;
    private final Block leaving;
    private final Block firstArriving;
    private final Block firstLeaving;
    private final Block waits;
    private final Block wishes;
    private final Block linkGains;
    private final Block decisions;
    private final Block growth;

    /** @param labels the communities of the vertices, numbers below the number of vertices; changed */
    CommunityMoving(CommunityLevels.Level level, Block labels, double expectation, Operators operators) {
        this.level = level;
        this.workspace = operators.workspace();
        this.labels = labels;
        this.expectation = expectation;
        this.batches = new CommunityBatches(level, operators);
        long vertices = level.vertices();
        this.communities = new CommunityLevels(operators).strengths(level, labels, 2 * vertices);
        this.arriving = workspace.allocate(16 * vertices, 0);
        this.leaving = workspace.allocate(16 * vertices, 0);
        this.firstArriving = workspace.allocate(8 * vertices, -1);
        this.firstLeaving = workspace.allocate(8 * vertices, -1);
        this.waits = workspace.allocate(vertices, 1);
        this.wishes = workspace.allocate(4 * vertices, -1);
        this.linkGains = workspace.allocate(8 * vertices);
        this.decisions = workspace.allocate(vertices, 0);
        this.growth = workspace.allocate(8, 0);
    }

    /** Moves; returns the growth of modularity, in units of weight, at about; 0 if nobody has moved. */
    long run(long key, DoubleConsumer progress) {
        Block waiting = workspace.allocate(8);
        double visited = 0;
        for (int round = 0; ; round++) {
            workspace.stream().fill(waiting.address(), (byte) 0, 8);
            workspace.launch(
                    KernelName.COMMUNITY_WAITING,
                    level.vertices(),
                    a -> a.address(waits.address()).int64(level.vertices()).address(waiting.address()));
            long count = workspace.read(waiting, 1)[0];
            if (count == 0) {
                waiting.release();
                return workspace.read(growth, 1)[0];
            }
            long roundKey = CommunityRandom.key(key, round);
            int most = CommunityMoves.batches(count, level.vertices(), level.links());
            batches.divide(waits, roundKey, most);
            for (int batch = 0; batch < most; batch++) {
                if (batches.take(batch)) {
                    move(roundKey);
                    visited += batches.size();
                    progress.accept(visited / (visited + 2.0 * level.vertices()));
                }
            }
        }
    }

    private void move(long key) {
        batches.link(labels, null);
        long size = batches.size();
        workspace.launch(
                KernelName.COMMUNITY_CHOOSE,
                batches.warps(),
                a -> batches.addTo(a)
                        .address(batches.starts().address())
                        .int64(level.vertices())
                        .address(level.offsets().address())
                        .address(batches.keys().address())
                        .address(batches.sums().address())
                        .address(labels.address())
                        .address(level.strengths().address())
                        .float64(expectation)
                        .address(communities.address())
                        .address(waits.address())
                        .address(wishes.address())
                        .address(linkGains.address())
                        .address(arriving.address())
                        .address(leaving.address())
                        .address(firstArriving.address())
                        .address(firstLeaving.address()));
        workspace.launch(
                KernelName.COMMUNITY_WITHDRAW,
                size,
                a -> batches.addTo(a)
                        .int64(key)
                        .address(labels.address())
                        .address(level.strengths().address())
                        .float64(expectation)
                        .address(communities.address())
                        .address(wishes.address())
                        .address(linkGains.address())
                        .address(arriving.address())
                        .address(leaving.address())
                        .address(firstArriving.address())
                        .address(firstLeaving.address())
                        .address(decisions.address()));
        workspace.launch(
                KernelName.COMMUNITY_SUBTRACT,
                size,
                a -> batches.addTo(a)
                        .address(labels.address())
                        .address(level.strengths().address())
                        .address(wishes.address())
                        .address(decisions.address())
                        .address(arriving.address())
                        .address(leaving.address()));
        workspace.launch(
                KernelName.COMMUNITY_SETTLE,
                batches.warps(),
                a -> batches.addTo(a)
                        .address(level.offsets().address())
                        .address(level.targets().address())
                        .address(labels.address())
                        .address(level.strengths().address())
                        .float64(expectation)
                        .address(communities.address())
                        .address(wishes.address())
                        .address(linkGains.address())
                        .address(arriving.address())
                        .address(leaving.address())
                        .address(firstArriving.address())
                        .address(firstLeaving.address())
                        .address(decisions.address())
                        .address(growth.address()));
        workspace.launch(
                KernelName.COMMUNITY_MOVE,
                size,
                a -> batches.addTo(a)
                        .address(level.strengths().address())
                        .address(decisions.address())
                        .address(labels.address())
                        .address(communities.address())
                        .address(waits.address())
                        .address(wishes.address())
                        .address(arriving.address())
                        .address(leaving.address())
                        .address(firstArriving.address())
                        .address(firstLeaving.address()));
        workspace.launch(
                KernelName.COMMUNITY_WAKE,
                batches.warps(),
                a -> batches.addTo(a)
                        .address(level.offsets().address())
                        .address(level.targets().address())
                        .address(labels.address())
                        .address(decisions.address())
                        .address(waits.address()));
    }

    @Override
    public void close() {
        batches.close();
        List.of(
                        communities,
                        arriving,
                        leaving,
                        firstArriving,
                        firstLeaving,
                        waits,
                        wishes,
                        linkGains,
                        decisions,
                        growth)
                .forEach(Block::release);
    }
}
