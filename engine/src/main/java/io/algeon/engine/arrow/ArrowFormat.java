package io.algeon.engine.arrow;

import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.DataFormat;
import io.algeon.engine.file.WiderTypes;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Arrow's IPC files and streams. */
public final class ArrowFormat implements DataFormat {
    public static final ArrowFormat INSTANCE = new ArrowFormat();

    private ArrowFormat() {}

    @Override
    public DataFile open(FileIdentity identity) {
        return ArrowFile.open(identity);
    }

    /** Types are what the files say; only by the user's wish are they widened. */
    @Override
    public @Nullable SqlType unified(SqlType left, SqlType right, boolean byName) {
        if (left.withNullable(true).equals(right.withNullable(true))) {
            return left;
        }
        return byName ? WiderTypes.of(left, right) : null;
    }

    @Override
    public ColumnDef settled(ColumnDef column) {
        return column.type().kind() == TypeKind.NULL ? new ColumnDef(column.name(), SqlTypes.VARCHAR) : column;
    }
}
