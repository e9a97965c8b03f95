package io.algeon.cuda.expression;

/** Functions of text, by the numbers of {@code TextFunction} in {@code expression/text_functions.cuh} (a test compares them). */
enum TextFunction {
    LEFT,
    RIGHT,
    SPLIT_PART,
    /** Of a text and a set of characters; likewise the next two. */
    TRIM_LEADING,
    TRIM_TRAILING,
    TRIM_BOTH,
    OVERLAY,
    REPEAT,
    REPLACE,
    TRANSLATE,
    /** Of a text, a length and a filling; likewise the next one. */
    LPAD,
    RPAD,
    REVERSE,
    /** Of a text and a {@link CaseTable}. */
    CASE,
    CHR,
    /** Of a number of l bits. */
    TO_HEX,
    HEX_BYTES,
    SPACE,
    ASCII,
    /** Of what is looked for, a text and perhaps where to begin; likewise the next one. */
    POSITION,
    LOCATE,
    ENDS_WITH,
    CONTAINS,
    /** Of a text, a pattern and an escape, which may be empty. */
    LIKE;

    /** Whether the result is a part of the first operand. */
    boolean isPart() {
        return compareTo(TRIM_BOTH) <= 0;
    }

    /** Whether the result is a number or truth value. */
    boolean isMeasure() {
        return compareTo(ASCII) >= 0;
    }
}
