package io.algeon.metadata.parquet;

import io.algeon.metadata.type.SqlType;
import org.apache.parquet.format.Type;

/**
 * A leaf of a file's schema: a column that has pages.
 *
 * @param index its position among the leaves, that of its chunk in every row group
 * @param path names from the top-level column down, joined by dots, for messages
 * @param name the last of them
 * @param physicalType how its values are written
 * @param fixedLength bytes of a value of FIXED_LEN_BYTE_ARRAY, 0 for other types
 * @param type its SQL type
 * @param conversion how a written value becomes a stored one
 * @param definitionLevel definition level of a value that is not NULL: the largest one of the column
 * @param repetitionLevel the largest one of the column, 0 outside lists
 */
public record ParquetColumn(
        int index,
        String path,
        String name,
        Type physicalType,
        int fixedLength,
        SqlType type,
        ValueConversion conversion,
        int definitionLevel,
        int repetitionLevel) {}
