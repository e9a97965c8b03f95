package io.algeon.cuda.relation;

import io.algeon.cuda.driver.CudaEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Rows on their way to the device. {@link #arrive} is called once, by the thread of the kernels' stream. */
public final class SentRows {
    private final List<SentColumn> columns;
    private final int rows;
    private final List<Block> blocks;
    private final CudaEvent arrived;
    private final Queue<CudaEvent> idle;

    /** A column that was sent. */
    interface SentColumn {
        /** The column, for what the workspace does next. */
        DeviceColumn arrive(Workspace workspace);
    }

    /**
     * @param blocks device memory of the columns
     * @param arrived marks the end of the copies
     * @param idle gets the event back
     */
    SentRows(List<SentColumn> columns, int rows, List<Block> blocks, CudaEvent arrived, Queue<CudaEvent> idle) {
        this.columns = columns;
        this.rows = rows;
        this.blocks = blocks;
        this.arrived = arrived;
        this.idle = idle;
    }

    public int rows() {
        return rows;
    }

    /** The rows, for what the workspace does next. */
    public DeviceRelation arrive(Workspace workspace) {
        workspace.stream().await(arrived);
        idle.add(arrived);
        for (Block block : blocks) {
            block.passTo(workspace.stream());
            workspace.adopt(block);
        }
        List<DeviceColumn> here = new ArrayList<>(columns.size());
        for (SentColumn column : columns) {
            here.add(column.arrive(workspace));
        }
        return new DeviceRelation(here, rows);
    }
}
