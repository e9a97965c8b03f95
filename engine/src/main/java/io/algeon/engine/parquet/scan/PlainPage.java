package io.algeon.engine.parquet.scan;

/**
 * Values of a page that are not NULL, in the layout of the PLAIN encoding, at which every position can be read directly.
 * Pages in other encodings are brought into it by {@link PlainPages}.
 *
 * <p>Fixed-width values lie one after the other (booleans: one bit each, from the lowest). Variable ones have a table of
 * their starts; a value ends {@code gap} bytes before the next one starts, so that PLAIN's length prefixes stay in place.
 * The table has one more, empty value behind the last one, which stands for NULLs.
 */
final class PlainPage {
    byte[] data = {};
    int start;
    int valueCount;

    /** Bytes of a value; 0 for booleans and variable lengths. */
    int width;

    /** Starts of {@code valueCount + 2} values, in {@link #data}; only for variable lengths. */
    int[] starts = {};

    int gap;

    int valueStart(int value) {
        return width > 0 ? start + value * width : starts[value];
    }

    int valueEnd(int value) {
        return width > 0 ? start + value * width + width : starts[value + 1] - gap;
    }
}
