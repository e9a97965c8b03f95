package io.algeon.cuda.fragment;

import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.graph.FunctionWork;
import io.algeon.cuda.memory.DeviceMemoryException;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.DeviceWork;
import io.algeon.cuda.relation.Downloads;
import io.algeon.cuda.relation.SentRows;
import io.algeon.cuda.relation.StagedRows;
import io.algeon.cuda.relation.Uploads;
import io.algeon.cuda.relation.Workspace;
import io.algeon.cuda.resident.ResidentColumns;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.device.FragmentReport;
import io.algeon.engine.device.MorselSink;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.source.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A fragment in one execution. Workers stage rows of the host side by side; what works on the device holds the fragment's lock,
 * what copies to it another one.
 *
 * <p>Rows of an input are copied a portion ahead: the copies of a portion are submitted before the kernels of the one before it, so
 * that both run at the same time, also where one worker does all. Up to two portions of an input are on the device.
 */
final class CudaFragment implements Fragment {
    /** A portion of rows takes up to such a fraction of the memory that is left. */
    private static final long SHARE_OF_MEMORY = 8;

    /** A string with its view and code, roughly. */
    private static final long TEXT_BYTES = 48;

    /** Fewer rows are not brought back at a time. */
    private static final int LEAST_ROWS_BACK = 256;

    private final String device;
    private final GpuSession session;
    private final ResidentColumns.Use residents;
    private final Workspace workspace;
    private final Uploads uploads;
    /** Held by who copies; taken before the fragment's own lock, never after it. */
    private final Object sending = new Object();

    private final Downloads downloads;
    private final DeviceWork work;
    private final ExecutionContext execution;
    private final FragmentCompiler.Compiled compiled;
    private final long rowsAtOnce;
    private final List<Input> inputs = new ArrayList<>();
    private volatile FragmentReport.Times times = FragmentReport.Times.NONE;
    private volatile boolean closed;
    /** Of the first task that failed on the device: what it has left half done is of no use to others. Guarded by the fragment. */
    private @Nullable RuntimeException failed;

    CudaFragment(
            String device,
            GpuSession session,
            ResidentColumns.Use residents,
            Workspace workspace,
            Uploads uploads,
            Downloads downloads,
            DeviceWork work,
            ExecutionContext execution,
            FragmentCompiler.Compiled compiled,
            long rowsAtOnce) {
        this.device = device;
        this.session = session;
        this.residents = residents;
        this.workspace = workspace;
        this.uploads = uploads;
        this.downloads = downloads;
        this.work = work;
        this.execution = execution;
        this.compiled = compiled;
        this.rowsAtOnce = rowsAtOnce;
        for (FragmentCompiler.HostInput input : compiled.inputs()) {
            inputs.add(new Input(input.node(), input.rows(), new Staging(input), List.copyOf(input.after())));
        }
    }

    @Override
    public List<Input> inputs() {
        return List.copyOf(inputs);
    }

    @Override
    public Source output() {
        return new Output();
    }

    @Override
    public void measure() {
        session.measure();
    }

    @Override
    public FragmentReport report() {
        return new FragmentReport(
                device,
                work.launches(),
                work.nanoseconds(),
                closed ? times : session.times(),
                work.bytesToDevice(),
                work.bytesToHost(),
                residents.residentBytes(),
                residents.residentColumns(),
                work.peakBytes());
    }

    @Override
    public long rows(PlanNode node) {
        AtomicLong count = compiled.rows().get(node);
        return count == null ? -1 : count.get();
    }

    @Override
    public Map<String, Number> facts(PlanNode node) {
        FunctionWork function = compiled.functions().get(node);
        return function == null ? Map.of() : function.facts();
    }

    @Override
    public List<Double> progress() {
        return compiled.functions().values().stream()
                .map(FunctionWork::progress)
                .toList();
    }

    @Override
    public void close() {
        synchronized (sending) {
            synchronized (this) {
                if (closed) {
                    return;
                }
                uploads.close();
                session.stream().settle();
                times = session.times();
                closed = true;
                // what others may use from now on has arrived, and nothing here uses what others may evict
                residents.close(session.device().lostBy() == null);
                session.close();
            }
        }
    }

    /** Sends rows on their way, beside the work on others. */
    private SentRows send(StagedRows rows) {
        synchronized (sending) {
            requireOpen();
            return uploads.send(rows);
        }
    }

    private void requireOpen() {
        if (closed) {
            execution.cancellation().check();
            throw new IllegalStateException("The fragment is closed.");
        }
    }

    /** Work on the device, alone; once a task has failed, all others fail as it did. */
    private <T> T onDevice(java.util.function.Supplier<T> task) {
        synchronized (this) {
            requireOpen();
            RuntimeException earlier = failed;
            if (earlier != null) {
                throw earlier;
            }
            long start = System.nanoTime();
            try {
                return task.get();
            } catch (RuntimeException failure) {
                RuntimeException translated = FailureTranslation.of(failure);
                failed = translated;
                throw translated;
            } finally {
                work.worked(System.nanoTime() - start);
            }
        }
    }

    /** Takes the rows of an input. */
    private final class Staging implements MorselSink {
        private final FragmentCompiler.HostInput input;
        private @Nullable TableScan scan;
        private @Nullable IntUnaryOperator morselOfWorker;
        /** Guarded by the fragment. */
        private @Nullable Portion ahead;

        /** Rows on their way, and where they are from. */
        private record Portion(SentRows rows, int morsel, boolean split) {}

        Staging(FragmentCompiler.HostInput input) {
            this.input = input;
        }

        @Override
        public void readsFrom(TableScan from, IntUnaryOperator morsels) {
            if (input.resident() != null) {
                scan = from;
                morselOfWorker = morsels;
            }
        }

        @Override
        public Local open(WorkerContext worker) {
            return new StagingLocal(worker.worker());
        }

        /** The relation of rows that a portion brings; what can be kept of it is offered. */
        private DeviceRelation relation(DeviceRelation portion, int morsel, boolean split) {
            ResidentScan resident = input.resident();
            TableScan from = scan;
            if (resident == null) {
                return portion;
            }
            boolean whole = from != null && morsel >= 0 && !split && portion.rows() == from.morselRows(morsel);
            return resident.relation(portion, morsel, whole);
        }

        /** Works on the rows that were sent before; those of {@code next} are on their way meanwhile. */
        private void work(@Nullable Portion next) {
            onDevice(() -> {
                Portion arriving = ahead;
                ahead = next;
                if (arriving != null) {
                    DeviceRelation portion = arriving.rows().arrive(workspace);
                    input.feed().push(relation(portion, arriving.morsel(), arriving.split()));
                    uploads.worked();
                }
                return true;
            });
        }

        /** Sends rows; where there is no room, once what was sent before is worked on. */
        private void forward(StagedRows rows, int morsel, boolean split) {
            Portion portion;
            try {
                portion = new Portion(send(rows), morsel, split);
            } catch (DeviceMemoryException full) {
                work(null);
                portion = new Portion(send(rows), morsel, split);
            }
            work(portion);
        }

        @Override
        public void finish(Crew crew) {
            work(null);
        }

        @Override
        public void close() {
            // the fragment is closed by the query
        }

        private final class StagingLocal implements Local {
            private final Reservation reservation = execution.budget().reservation("The rows on their way to the GPU");
            private final StagedRows rows = new StagedRows(FragmentCompiler.kinds(input.rows()), reservation);
            private final long bytesARow = FragmentCompiler.kinds(input.rows()).stream()
                            .mapToLong(kind -> kind == ValueKind.STRING ? TEXT_BYTES : kind.bytes())
                            .sum()
                    + 1;
            private final int worker;
            private int morsel = -1;
            /** Whether other rows of the morsel were uploaded before. */
            private boolean split;

            StagingLocal(int worker) {
                this.worker = worker;
            }

            @Override
            public boolean accept(Batch batch) {
                execution.cancellation().check();
                IntUnaryOperator morsels = morselOfWorker;
                int next = morsels == null ? -1 : morsels.applyAsInt(worker);
                if (next != morsel) {
                    flush();
                    morsel = next;
                    split = false;
                } else if (rows.isFull(rowsAtOnce())) {
                    flush();
                    split = true;
                }
                rows.append(batch);
                return true;
            }

            /** As many as leave room for what is made of them. */
            private long rowsAtOnce() {
                ResidentScan resident = input.resident();
                if (resident != null && resident.isPartial()) {
                    return Integer.MAX_VALUE;
                }
                long room = session.grant().availableBytes() + residents.otherBytes();
                long fitting = room / (SHARE_OF_MEMORY * bytesARow);
                return Math.max(Batch.ROWS, Math.min(rowsAtOnce, fitting));
            }

            @Override
            public void combine() {
                flush();
            }

            private void flush() {
                if (rows.rows() > 0) {
                    try {
                        forward(rows, morsel, split);
                    } catch (RuntimeException failure) {
                        throw FailureTranslation.of(failure);
                    }
                }
            }

            @Override
            public void close() {
                reservation.close();
            }
        }
    }

    /** The rows of the root, for one worker. */
    private final class Output implements Source {
        @Override
        public int maxWorkers() {
            return 1;
        }

        @Override
        public Operator open(WorkerContext worker) {
            return new Reader();
        }
    }

    private final class Reader implements Operator {
        private @Nullable DeviceRelation relation;
        private @Nullable Batch portion;
        private long nextPortion;
        private int nextRow;
        private final int[] selected = new int[Batch.ROWS];
        private @Nullable Batch output;

        @Override
        public @Nullable Batch next() {
            execution.cancellation().check();
            Batch current = portion;
            if (current == null || nextRow == current.rowCount()) {
                current = onDevice(this::nextPortion);
                portion = current;
                nextRow = 0;
                if (current == null) {
                    return null;
                }
            }
            int count = Math.min(Batch.ROWS, current.rowCount() - nextRow);
            for (int i = 0; i < count; i++) {
                selected[i] = nextRow + i;
            }
            nextRow += count;
            Batch target = output;
            if (target == null) {
                target = new Batch(new ColumnVector[current.columnCount()], count);
                output = target;
            }
            target.setRowCount(count);
            for (int i = 0; i < current.columnCount(); i++) {
                // a vector of its own, never the portion's
                target.setColumn(i, current.column(i).gather(selected, count, current.column(i)));
            }
            return target;
        }

        private @Nullable Batch nextPortion() {
            DeviceRelation whole = relation;
            if (whole == null) {
                whole = compiled.root().result();
                relation = whole;
            }
            int count = (int) Math.min(Downloads.rowsAtOnce(), whole.rows() - nextPortion);
            if (count <= 0) {
                return null;
            }
            Batch rows = rows(whole, count);
            nextPortion += rows.rowCount();
            return rows;
        }

        /** So many rows, or fewer where the device has little room. */
        private Batch rows(DeviceRelation whole, int most) {
            for (int count = most; ; count /= 2) {
                Workspace.Mark mark = workspace.mark();
                try {
                    return downloads.rows(whole, nextPortion, count);
                } catch (DeviceMemoryException full) {
                    workspace.giveBackSince(mark);
                    if (count < 2 * LEAST_ROWS_BACK) {
                        throw full;
                    }
                }
            }
        }

        @Override
        public void close() {
            portion = null;
            output = null;
        }
    }
}
