package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ProgramCompiler;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Programs;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A join of any kind. The right relation is built into chains of rows by hash; the left one probes, relation by relation.
 *
 * <p>Probing counts each left row's partners by key, and makes pairs of row numbers in portions of bounded size, so that a
 * skewed key needs no more memory than one portion. The residual condition keeps some of the pairs; what the kind of join asks
 * for follows from pairs and from which rows were met.
 */
public final class Join implements AutoCloseable {
    /** Pairs that are made at a time. */
    private static final long PORTION = 1 << 23;

    private static final long LEAST_PORTION = 1 << 12;

    /** What a pair takes, with what is made of it, roughly. */
    private static final long BYTES_A_PAIR = 128;

    private final PlanNode.Join node;
    private final Operators operators;
    private final Workspace workspace;
    private final RowMaps maps;
    private final boolean hasResidual;
    private Programs.@Nullable Compiled residual;

    private @Nullable DeviceRelation right;
    private List<DeviceColumn> rightKeys = List.of();
    private @Nullable Block rightHashes;
    private @Nullable Block heads;
    private @Nullable Block next;
    private @Nullable Block rightMet;
    private long slots;
    private boolean rightHasNullKey;
    private final long nullMask;

    public Join(PlanNode.Join node, Operators operators) {
        this.node = node;
        this.operators = operators;
        this.workspace = operators.workspace();
        this.maps = operators.maps();
        this.hasResidual = hasResidual(node);
        long mask = 0;
        for (int i = 0; i < node.nullsEqual().size(); i++) {
            mask |= node.nullsEqual().get(i) ? 0 : 1L << i;
        }
        this.nullMask = mask;
    }

    private static boolean hasResidual(PlanNode.Join node) {
        return !(node.residual() instanceof Expr.Literal literal && Boolean.TRUE.equals(literal.value()));
    }

    /** Why a node cannot be computed, part of a sentence; null if it can. */
    public static @Nullable String objection(PlanNode.Join node) {
        try {
            if (node.leftKeys().size() > Long.SIZE) {
                return "a join with more than 64 keys";
            }
            node.leftKeys()
                    .forEach(key -> ValueKind.of(node.left().output().get(key).type()));
            node.output().forEach(column -> ValueKind.of(column.type()));
            return hasResidual(node) ? ProgramCompiler.objection(node.residual()) : null;
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
    }

    private boolean marksRight() {
        return switch (node.kind()) {
            case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
            case INNER, LEFT, SEMI, ANTI, ANTI_NULL_AWARE, MARK -> false;
        };
    }

    /** Takes the right relation, which is the join's from now on. */
    public void build(DeviceRelation built) {
        right = built;
        long rows = built.rows();
        rightKeys = node.rightKeys().stream().map(built.columns()::get).toList();
        Block absent = nullMask == 0 ? null : workspace.allocate(rows);
        rightHashes = Groups.hash(rightKeys, rows, absent, nullMask, workspace);
        slots = rightKeys.isEmpty() ? 1 : Groups.slots(rows);
        Block table = workspace.allocate(4 * slots);
        workspace.stream().fill(table.address(), (byte) -1, 4 * slots);
        Block chain = workspace.allocate(4 * rows);
        Block hashes = Objects.requireNonNull(rightHashes);
        workspace.launch(
                KernelName.JOIN_BUILD,
                rows,
                a -> a.address(hashes.address())
                        .address(absent == null ? 0 : absent.address())
                        .int64(rows)
                        .address(table.address())
                        .int32((int) (slots - 1))
                        .address(chain.address()));
        heads = table;
        next = chain;
        if (absent != null) {
            if (node.kind() == JoinKind.ANTI_NULL_AWARE || node.kind() == JoinKind.MARK) {
                RowMaps.Selection nulls = maps.select(absent, rows, null);
                rightHasNullKey = nulls.count() > 0;
                nulls.rows().release();
            }
            absent.release();
        }
        if (marksRight()) {
            rightMet = zeros(rows);
        }
        if (hasResidual) {
            residual = operators.programs().condition(List.of(node.residual()));
        }
    }

    private Block zeros(long rows) {
        Block flags = workspace.allocate(rows);
        workspace.stream().fill(flags.address(), (byte) 0, Math.max(1, rows));
        return flags;
    }

    /** What rows of the left relation, which stays the caller's, give. */
    public List<DeviceRelation> probe(DeviceRelation left) {
        List<DeviceRelation> output = new ArrayList<>();
        if (left.rows() == 0) {
            return output;
        }
        boolean wantsPairs = switch (node.kind()) {
            case INNER, LEFT, RIGHT, FULL -> true;
            case SEMI, ANTI, ANTI_NULL_AWARE, MARK, RIGHT_SEMI, RIGHT_ANTI -> false;
        };
        boolean marksLeft =
                node.kind() != JoinKind.INNER && node.kind().hasLeftColumns() && node.kind() != JoinKind.RIGHT;
        Block leftMet = marksLeft ? zeros(left.rows()) : null;
        Block leftAbsent = nullMask == 0 ? null : workspace.allocate(left.rows());
        List<DeviceColumn> leftKeys =
                node.leftKeys().stream().map(left.columns()::get).toList();
        Block leftHashes = Groups.hash(leftKeys, left.rows(), leftAbsent, nullMask, workspace);
        boolean one = !wantsPairs && !hasResidual && !marksRight();
        Pairs pairs = new Pairs(left, leftKeys, leftHashes, leftAbsent, one);
        pairs.forEach((leftRows, rightRows, count) -> {
            mark(leftMet, leftRows, count);
            mark(rightMet, rightRows, count);
            if (wantsPairs && count > 0) {
                output.add(joined(left, leftRows, rightRows, count));
            }
        });
        leftHashes.release();
        if (leftMet != null) {
            finishLeft(left, leftMet, leftAbsent, output);
            leftMet.release();
        }
        if (leftAbsent != null) {
            leftAbsent.release();
        }
        return output;
    }

    private void mark(@Nullable Block met, Block rows, long count) {
        if (met != null) {
            workspace.launch(
                    KernelName.MAP_MARK,
                    count,
                    a -> a.address(rows.address()).int64(count).int32(1).address(met.address()));
        }
    }

    private void finishLeft(DeviceRelation left, Block met, @Nullable Block leftAbsent, List<DeviceRelation> output) {
        DeviceRelation built = Objects.requireNonNull(right);
        switch (node.kind()) {
            case SEMI -> output.add(leftRows(left, met));
            case ANTI, LEFT, FULL -> {
                Relations.invert(met, left.rows(), workspace);
                if (node.kind() == JoinKind.ANTI) {
                    output.add(leftRows(left, met));
                } else {
                    RowMaps.Selection lonely = maps.select(met, left.rows(), null);
                    if (lonely.count() > 0) {
                        Block none = workspace.allocate(4 * lonely.count());
                        workspace.stream().fill(none.address(), (byte) -1, 4 * lonely.count());
                        output.add(joined(left, lonely.rows(), none, lonely.count()));
                        none.release();
                    }
                    lonely.rows().release();
                }
            }
            case ANTI_NULL_AWARE -> {
                if (built.rows() > 0 && rightHasNullKey) {
                    return;
                }
                Relations.invert(met, left.rows(), workspace);
                if (built.rows() > 0 && leftAbsent != null) {
                    Relations.invert(leftAbsent, left.rows(), workspace);
                    Block both = Relations.both(met, leftAbsent, left.rows(), operators);
                    output.add(leftRows(left, both));
                    both.release();
                } else {
                    output.add(leftRows(left, met));
                }
            }
            case MARK -> output.add(marked(left, met, leftAbsent, built.rows() > 0));
            case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI ->
                throw new IllegalStateException(node.kind().name());
        }
    }

    private DeviceRelation marked(DeviceRelation left, Block met, @Nullable Block leftAbsent, boolean rightHasRows) {
        long rows = left.rows();
        DeviceColumn mark;
        if (rightHasRows) {
            Block data = workspace.allocate(rows);
            Block valid = workspace.allocate(rows);
            workspace.launch(
                    KernelName.JOIN_MARK,
                    rows,
                    a -> a.address(met.address())
                            .address(leftAbsent == null ? 0 : leftAbsent.address())
                            .int32(rightHasNullKey ? 1 : 0)
                            .int64(rows)
                            .address(data.address())
                            .address(valid.address()));
            mark = DeviceColumn.dense(ValueKind.BOOL, rows, data, valid);
        } else {
            mark = DeviceColumn.dense(ValueKind.BOOL, rows, met.retain(), null);
        }
        List<DeviceColumn> columns = new ArrayList<>();
        for (int column : node.outputColumns()) {
            columns.add(
                    column < left.columns().size() ? left.columns().get(column).retain() : mark.retain());
        }
        mark.release();
        return new DeviceRelation(columns, rows);
    }

    private DeviceRelation leftRows(DeviceRelation left, Block flags) {
        try (DeviceRelation rows = Relations.select(left, flags, operators)) {
            return columns(rows.columns(), List.of(), rows.rows());
        }
    }

    private DeviceRelation joined(DeviceRelation left, Block leftRows, Block rightRows, long count) {
        List<Integer> wanted = node.outputColumns();
        int leftCount = left.columns().size();
        DeviceRelation built = Objects.requireNonNull(right);
        List<DeviceColumn> fromLeft = maps.pick(
                wanted.stream()
                        .filter(c -> c < leftCount)
                        .map(left.columns()::get)
                        .toList(),
                leftRows,
                count);
        List<DeviceColumn> fromRight = maps.pick(
                wanted.stream()
                        .filter(c -> c >= leftCount)
                        .map(c -> built.columns().get(c - leftCount))
                        .toList(),
                rightRows,
                count);
        List<DeviceColumn> columns = new ArrayList<>();
        int nextLeft = 0;
        int nextRight = 0;
        for (int column : wanted) {
            columns.add(column < leftCount ? fromLeft.get(nextLeft++) : fromRight.get(nextRight++));
        }
        return new DeviceRelation(columns, count);
    }

    /** The output columns, of columns that stay the caller's; either side may be absent if the kind does not have it. */
    private DeviceRelation columns(List<DeviceColumn> left, List<DeviceColumn> rightColumns, long rows) {
        List<DeviceColumn> columns = new ArrayList<>();
        int leftCount = node.left().output().size();
        for (int column : node.outputColumns()) {
            columns.add((column < leftCount ? left.get(column) : rightColumns.get(column - leftCount)).retain());
        }
        return new DeviceRelation(columns, rows);
    }

    /** After all probes: right rows that were met or not, as the kind of join asks; null if it asks for none. */
    public @Nullable DeviceRelation rest() {
        Block met = rightMet;
        DeviceRelation built = right;
        if (met == null || built == null) {
            return null;
        }
        if (node.kind() != JoinKind.RIGHT_SEMI) {
            Relations.invert(met, built.rows(), workspace);
        }
        try (DeviceRelation rows = Relations.select(built, met, operators)) {
            List<DeviceColumn> nulls = node.left().output().stream()
                    .map(column -> Relations.nulls(ValueKind.of(column.type()), rows.rows(), workspace))
                    .toList();
            DeviceRelation result = columns(nulls, rows.columns(), rows.rows());
            nulls.forEach(DeviceColumn::release);
            return result;
        }
    }

    private interface PairConsumer {
        void accept(Block leftRows, Block rightRows, long count);
    }

    /** The pairs of a left relation, portion by portion. */
    private final class Pairs {
        private final DeviceRelation left;
        private final List<DeviceColumn> leftKeys;
        private final Block leftHashes;
        private final @Nullable Block leftAbsent;
        private final boolean one;

        Pairs(
                DeviceRelation left,
                List<DeviceColumn> leftKeys,
                Block leftHashes,
                @Nullable Block leftAbsent,
                boolean one) {
            this.left = left;
            this.leftKeys = leftKeys;
            this.leftHashes = leftHashes;
            this.leftAbsent = leftAbsent;
            this.one = one;
        }

        void forEach(PairConsumer consumer) {
            long rows = left.rows();
            Block counts = workspace.allocate(4 * rows);
            long leftColumns = workspace.columns(leftKeys);
            long rightColumns = workspace.columns(rightKeys);
            Block hashes = Objects.requireNonNull(rightHashes);
            Block table = Objects.requireNonNull(heads);
            Block chain = Objects.requireNonNull(next);
            workspace.launch(
                    KernelName.JOIN_COUNT,
                    rows,
                    a -> a.address(leftColumns)
                            .address(rightColumns)
                            .int32(leftKeys.size())
                            .address(leftHashes.address())
                            .address(leftAbsent == null ? 0 : leftAbsent.address())
                            .int64(rows)
                            .address(hashes.address())
                            .address(table.address())
                            .int32((int) (slots - 1))
                            .address(chain.address())
                            .int32(one ? 1 : 0)
                            .address(counts.address()));
            RowMaps.Offsets offsets = maps.offsets(counts, rows);
            counts.release();
            if (offsets.total() > 0) {
                portions(offsets, consumer);
            }
            offsets.offsets().release();
        }

        private void portions(RowMaps.Offsets offsets, PairConsumer consumer) {
            long begin = 0;
            long done = 0;
            long portion = Math.min(PORTION, Math.max(LEAST_PORTION, workspace.availableBytes() / BYTES_A_PAIR));
            while (begin < left.rows()) {
                long end = left.rows();
                long pairs = offsets.total() - done;
                while (pairs > portion && end - begin > 1) {
                    end = begin + (end - begin + 1) / 2;
                    pairs = maps.at(offsets, end) - done;
                }
                if (pairs > Integer.MAX_VALUE) {
                    throw new EngineException(
                            ErrorCode.DEVICE_OUT_OF_MEMORY,
                            "One row of a join has " + pairs + " partners; the GPU pairs at most " + Integer.MAX_VALUE
                                    + ". Set execution_mode to cpu_only for this query.");
                }
                if (pairs > 0) {
                    portion(offsets, begin, end, pairs, consumer);
                }
                begin = end;
                done += pairs;
            }
        }

        private void portion(RowMaps.Offsets offsets, long begin, long end, long pairs, PairConsumer consumer) {
            Block leftRows = workspace.allocate(4 * pairs);
            Block rightRows = workspace.allocate(4 * pairs);
            long leftColumns = workspace.columns(leftKeys);
            long rightColumns = workspace.columns(rightKeys);
            Block hashes = Objects.requireNonNull(rightHashes);
            Block table = Objects.requireNonNull(heads);
            Block chain = Objects.requireNonNull(next);
            workspace.launch(
                    KernelName.JOIN_WRITE,
                    end - begin,
                    a -> a.address(leftColumns)
                            .address(rightColumns)
                            .int32(leftKeys.size())
                            .address(leftHashes.address())
                            .address(leftAbsent == null ? 0 : leftAbsent.address())
                            .int64(begin)
                            .int64(end)
                            .address(offsets.offsets().address())
                            .address(hashes.address())
                            .address(table.address())
                            .int32((int) (slots - 1))
                            .address(chain.address())
                            .address(leftRows.address())
                            .address(rightRows.address()));
            Programs.Compiled condition = residual;
            if (condition == null) {
                consumer.accept(leftRows, rightRows, pairs);
            } else {
                residual(condition, leftRows, rightRows, pairs, consumer);
            }
            leftRows.release();
            rightRows.release();
        }

        private void residual(
                Programs.Compiled condition, Block leftRows, Block rightRows, long pairs, PairConsumer consumer) {
            List<DeviceColumn> columns = new ArrayList<>(maps.pick(left.columns(), leftRows, pairs));
            columns.addAll(maps.pick(Objects.requireNonNull(right).columns(), rightRows, pairs));
            try (DeviceRelation candidates = new DeviceRelation(columns, pairs)) {
                Block keep = operators.programs().flags(condition, candidates);
                RowMaps.Selection kept = maps.select(keep, pairs, null);
                keep.release();
                Block keptLeft = maps.compose(leftRows, kept.rows(), kept.count());
                Block keptRight = maps.compose(rightRows, kept.rows(), kept.count());
                consumer.accept(keptLeft, keptRight, kept.count());
                keptLeft.release();
                keptRight.release();
                kept.rows().release();
            }
        }
    }

    /** Gives the built relation and its table back; idempotent. */
    @Override
    public void close() {
        DeviceRelation built = right;
        right = null;
        if (built != null) {
            built.close();
        }
        release(rightHashes);
        release(heads);
        release(next);
        release(rightMet);
        rightHashes = null;
        heads = null;
        next = null;
        rightMet = null;
    }

    private static void release(@Nullable Block block) {
        if (block != null) {
            block.release();
        }
    }
}
