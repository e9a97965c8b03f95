package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ValueConversion;
import io.algeon.metadata.type.PhysicalKind;
import org.jspecify.annotations.Nullable;

/**
 * Copies values of a {@link PlainPage} into a vector, converting them to their stored form. One call moves up to a window of
 * rows; the loops inside are typed, and read fixed-width values where they lie.
 */
abstract class ValueReader {
    /**
     * Copies {@code count} values to {@code target[at ..)}, which has room for them.
     *
     * @param first value of the page that position 0 stands for
     * @param positions which values, relative to {@code first}, ascending but for those that stand for NULLs; null: the
     *     next {@code count} ones
     */
    abstract void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at);

    /**
     * The reader for a leaf's values.
     *
     * @param memory in which growing targets of variable length are counted; null if the caller counts them
     */
    static ValueReader of(ParquetColumn leaf, @Nullable ScanMemory memory) {
        ValueConversion conversion = leaf.conversion();
        boolean wide = leaf.type().physicalKind() == PhysicalKind.INT128;
        ValueReader reader = switch (leaf.physicalType()) {
            case BOOLEAN -> conversion == ValueConversion.NONE ? new BytesReaders.Bits() : null;
            case INT32 ->
                switch (conversion) {
                    case NONE -> new FixedReaders.Ints();
                    case SIGN_EXTEND -> new FixedReaders.IntsToLongs(-1L, 1);
                    case ZERO_EXTEND -> new FixedReaders.IntsToLongs(0xffff_ffffL, 1);
                    case MILLIS_TO_MICROS -> new FixedReaders.IntsToLongs(-1L, 1000);
                    default -> null;
                };
            case INT64 ->
                switch (conversion) {
                    case NONE -> new FixedReaders.Longs();
                    case SIGN_EXTEND -> new FixedReaders.LongsToWide(true);
                    case ZERO_EXTEND -> new FixedReaders.LongsToWide(false);
                    case MILLIS_TO_MICROS -> new FixedReaders.LongsScaled(1000, 1);
                    case NANOS_TO_MICROS -> new FixedReaders.LongsScaled(1, 1000);
                    default -> null;
                };
            case INT96 -> conversion == ValueConversion.INT96_TO_MICROS ? new FixedReaders.Int96ToMicros() : null;
            case FLOAT -> conversion == ValueConversion.NONE ? new FixedReaders.Floats() : null;
            case DOUBLE -> conversion == ValueConversion.NONE ? new FixedReaders.Doubles() : null;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                switch (conversion) {
                    case NONE -> new BytesReaders.Bytes(memory);
                    case BIG_ENDIAN -> wide ? new BytesReaders.BigEndianToWide() : new BytesReaders.BigEndianToLongs();
                    case UUID -> new BytesReaders.BigEndianToWide();
                    case HALF_TO_REAL -> new BytesReaders.HalvesToFloats();
                    case INTERVAL_TO_MICROS -> new BytesReaders.IntervalsToMicros();
                    default -> null;
                };
        };
        if (reader == null) {
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    "Column '" + leaf.path() + "' has no conversion from " + leaf.physicalType() + " by " + conversion
                            + ".");
        }
        return reader;
    }
}
