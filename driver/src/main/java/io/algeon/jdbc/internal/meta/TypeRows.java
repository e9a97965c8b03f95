package io.algeon.jdbc.internal.meta;

import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows of getTypeInfo: every type in its widest form, by code of {@code java.sql.Types}. */
final class TypeRows {
    private TypeRows() {}

    private static final List<SqlType> TYPES = List.of(
            SqlTypes.BOOLEAN,
            SqlTypes.TINYINT,
            SqlTypes.SMALLINT,
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, 0),
            SqlTypes.REAL,
            SqlTypes.DOUBLE,
            SqlTypes.character(SqlType.UNLIMITED),
            SqlTypes.VARCHAR,
            SqlTypes.VARBINARY,
            SqlTypes.UUID,
            SqlTypes.DATE,
            SqlTypes.time(9),
            SqlTypes.timestamp(9),
            SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
            SqlTypes.INTERVAL_YEAR_MONTH,
            SqlTypes.INTERVAL_DAY_SECOND);

    static List<@Nullable Object[]> rows() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (SqlType type : TYPES) {
            rows.add(row(type));
        }
        rows.sort(Comparator.comparing(row -> (Integer) Objects.requireNonNull(row[1])));
        return rows;
    }

    private static @Nullable Object[] row(SqlType type) {
        TypeKind kind = type.kind();
        JdbcType jdbc = JdbcType.of(type);
        int maximumScale = kind == TypeKind.DECIMAL ? SqlType.MAX_DECIMAL_PRECISION : jdbc.scale();
        return new @Nullable Object[] {
            jdbc.name(),
            jdbc.code(),
            jdbc.precision(),
            prefix(kind),
            prefix(kind) == null ? null : "'",
            parameters(kind),
            DatabaseMetaData.typeNullable,
            kind.isCharacter(),
            kind.isCharacter() ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic,
            !JdbcType.signed(kind),
            false,
            false,
            null,
            0,
            maximumScale,
            null,
            null,
            kind.isNumeric() ? 10 : null
        };
    }

    private static @Nullable String prefix(TypeKind kind) {
        return switch (kind) {
            case CHAR, VARCHAR -> "'";
            case VARBINARY -> "X'";
            case DATE -> "DATE '";
            case TIME -> "TIME '";
            case TIMESTAMP -> "TIMESTAMP '";
            default -> null;
        };
    }

    private static @Nullable String parameters(TypeKind kind) {
        return switch (kind) {
            case DECIMAL -> "precision,scale";
            case CHAR, VARCHAR, VARBINARY -> "length";
            case TIME, TIMESTAMP -> "precision";
            default -> null;
        };
    }
}
