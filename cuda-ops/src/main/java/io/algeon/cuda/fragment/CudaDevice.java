package io.algeon.cuda.fragment;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ProgramCompiler;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.graph.GraphFunctions;
import io.algeon.cuda.operator.Aggregation;
import io.algeon.cuda.operator.Join;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Sort;
import io.algeon.cuda.relation.DeviceWork;
import io.algeon.cuda.relation.Downloads;
import io.algeon.cuda.relation.Programs;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Uploads;
import io.algeon.cuda.relation.Workspace;
import io.algeon.cuda.resident.ResidentColumns;
import io.algeon.engine.device.Device;
import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.file.FileIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An opened GPU as the engine sees it. */
public final class CudaDevice implements Device {
    private static final Logger LOGGER = LoggerFactory.getLogger(CudaDevice.class);

    /** Rows that are copied to the device at a time; large enough to keep it busy, small enough to fit. */
    private static final long ROWS_AT_ONCE = 1 << 20;

    private final GpuDevice device;
    private final ResidentColumns residents;
    private final Object costsLock = new Object();
    private @Nullable DeviceCosts costs;

    /** @param cacheCapBytes most bytes of columns that stay on the device */
    public CudaDevice(GpuDevice device, long cacheCapBytes) {
        this.device = device;
        this.residents = new ResidentColumns(device.memory(), device.name(), device.newStream(), cacheCapBytes);
        device.whenReleased(residents::close);
    }

    /** The columns that stay on the device. */
    public ResidentColumns residents() {
        return residents;
    }

    @Override
    public String name() {
        return device.name();
    }

    /** Loads them, or measures and stores them, when they are first wanted. */
    @Override
    public DeviceCosts costs() {
        synchronized (costsLock) {
            DeviceCosts known = costs;
            if (known == null) {
                known = loadedOrMeasured();
                costs = known;
            }
            return known;
        }
    }

    private DeviceCosts loadedOrMeasured() {
        Optional<Path> file = CostFile.of(device.description());
        Optional<DeviceCosts> stored = file.flatMap(CostFile::load);
        if (stored.isPresent()) {
            return stored.get();
        }
        try {
            DeviceCosts measured = Calibration.of(device);
            file.ifPresent(path -> CostFile.store(path, device.description(), measured));
            return measured;
        } catch (RuntimeException failed) {
            LOGGER.debug("the costs of {} cannot be measured", name(), failed);
            return DeviceCosts.assumed();
        }
    }

    @Override
    public Set<Integer> resident(TableSource table, List<Integer> columns) {
        if (residents.isEmpty()) {
            return Set.of();
        }
        List<FileIdentity> files = table.snapshot().files();
        if (files.isEmpty()) {
            return Set.of();
        }
        List<String> names = columns.stream()
                .map(column -> table.definition().columns().get(column).name())
                .toList();
        return residents.present(files, names).stream().map(columns::get).collect(Collectors.toSet());
    }

    @Override
    public Optional<String> objection(PlanNode node) {
        return Optional.ofNullable(why(node));
    }

    private static @Nullable String why(PlanNode node) {
        try {
            node.output().forEach(column -> ValueKind.of(column.type()));
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
        if (node instanceof PlanNode.Filter filter) {
            return ProgramCompiler.objection(filter.condition());
        } else if (node instanceof PlanNode.Project project) {
            return objection(project.expressions());
        } else if (node instanceof PlanNode.Join join) {
            return Join.objection(join);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return Aggregation.objection(aggregate);
        } else if (node instanceof PlanNode.Sort sort) {
            return Sort.objection(sort);
        } else if (node instanceof PlanNode.TableFunction function) {
            return GraphFunctions.objection(function);
        } else if (node instanceof PlanNode.Limit
                || node instanceof PlanNode.UnionAll
                || node instanceof PlanNode.SetOperation
                || node instanceof PlanNode.Shared) {
            return null;
        }
        return "the operator " + node.getClass().getSimpleName();
    }

    private static @Nullable String objection(List<Expr> expressions) {
        for (Expr expression : expressions) {
            String objection = ProgramCompiler.objection(expression);
            if (objection != null) {
                return objection;
            }
        }
        return null;
    }

    @Override
    public Fragment open(PlanNode root, ExecutionContext execution, Function<TableSource, TableSnapshot> snapshots) {
        GpuSession session;
        try {
            session = device.newSession("query", Long.MAX_VALUE);
        } catch (CudaException refused) {
            throw FailureTranslation.of(refused);
        }
        ResidentColumns.Use use = residents.use();
        boolean opened = false;
        try {
            DeviceWork work = new DeviceWork();
            Workspace workspace = new Workspace(session, execution.cancellation(), work);
            RowMaps maps = new RowMaps(workspace);
            Downloads downloads = new Downloads(workspace, maps);
            Programs programs = new Programs(workspace, maps, downloads, execution);
            FragmentCompiler.Compiled compiled = FragmentCompiler.compile(
                    root,
                    new Operators(workspace, maps, programs),
                    execution,
                    scan -> ResidentScan.of(scan, use, execution, snapshots));
            Uploads uploads = new Uploads(session, execution.cancellation(), work);
            Fragment fragment = new CudaFragment(
                    name(), session, use, workspace, uploads, downloads, work, execution, compiled, ROWS_AT_ONCE);
            opened = true;
            return fragment;
        } catch (RuntimeException failure) {
            throw FailureTranslation.of(failure);
        } finally {
            if (!opened) {
                use.close();
                session.close();
            }
        }
    }
}
