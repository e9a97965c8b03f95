package io.algeon.engine.parquet.write;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.apache.parquet.format.Type;

/**
 * A leaf of the schema that is written.
 *
 * @param path names from the top-level column down
 * @param type its SQL type
 * @param physicalType how its values are written
 * @param fixedLength bytes of a value of FIXED_LEN_BYTE_ARRAY, else 0
 * @param definitionLevel that of a value
 * @param repetitionLevel the largest one, 0 outside lists
 */
record LeafColumn(
        List<String> path, SqlType type, Type physicalType, int fixedLength, int definitionLevel, int repetitionLevel) {
    String name() {
        return String.join(".", path);
    }
}
