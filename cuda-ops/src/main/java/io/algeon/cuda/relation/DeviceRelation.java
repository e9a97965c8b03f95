package io.algeon.cuda.relation;

import java.util.List;

/** Rows in device memory. Holds its columns until it is closed. */
public record DeviceRelation(List<DeviceColumn> columns, long rows) implements AutoCloseable {
    public DeviceRelation {
        columns = List.copyOf(columns);
    }

    /** A relation of its own with the same rows. */
    public DeviceRelation retain() {
        columns.forEach(DeviceColumn::retain);
        return this;
    }

    @Override
    public void close() {
        columns.forEach(DeviceColumn::release);
    }
}
