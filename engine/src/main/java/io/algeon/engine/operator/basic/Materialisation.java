package io.algeon.engine.operator.basic;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;

/** Rows kept in memory, to be read any number of times once {@link #sink()} has finished. */
public final class Materialisation {
    /** Rows with the given columns. */
    public Materialisation(List<ColumnDef> columns, ExecutionContext context) {
        throw new UnsupportedOperationException(columns + " " + context.threads());
    }

    /** Takes the rows; closing it gives the rows' memory back. */
    public Sink sink() {
        throw new UnsupportedOperationException();
    }

    /** A source of all rows; each call makes an independent one. */
    public Source source() {
        throw new UnsupportedOperationException();
    }
}
