package io.algeon.cuda.expression;

/**
 * Instructions of the bytecode, a stable form: numbers are the ordinals, new ones are added at the end, and
 * {@code src/main/cuda/expression/opcodes.cuh} has the same list (a test compares them).
 *
 * <p>An instruction names a target register {@code t}, operand registers {@code a} and {@code b}, a 32-bit number {@code s} and
 * a 64-bit number {@code l}. Registers hold 128 bits and whether there is a value. Instructions touch active rows only, give
 * NULL for NULL operands unless they say otherwise, and fail (overflow, division by zero) for active rows with values only.
 */
enum Opcode {
    /** The end of the program. */
    END,
    /** t = row of input column s. */
    LOAD,
    /** t = constant s. */
    CONSTANT,
    /** t = NULL. */
    NULL,
    /** t = a. */
    MOVE,
    /** t = a, for the rows of a branch. */
    MERGE,
    /** Until the next {@link #POP}, only the rows for which a is true are active. */
    PUSH_TRUE,
    /** Likewise, rows for which a is not true. */
    PUSH_NOT_TRUE,
    /** Likewise, rows for which a is not false. */
    PUSH_NOT_FALSE,
    /** Likewise, rows for which a is NULL. */
    PUSH_NULL,
    /** Ends the innermost PUSH. */
    POP,
    /** Only rows for which a is true stay active, to the end of the program or the next POP. */
    FILTER,
    /** t = a AND b, three-valued. */
    AND,
    /** t = a OR b, three-valued. */
    OR,
    NOT,
    /** t = whether a is NULL (s = 0) or not (s = 1). */
    IS_NULL,
    /** t = a IS TRUE, IS FALSE, IS NOT TRUE, IS NOT FALSE for s = 0 to 3. */
    TRUTH,
    /** t = a (relation s: = <> < <= > >=) b; l: kind, plus 256 for IS NOT DISTINCT FROM (s = 0) and IS DISTINCT FROM (1). */
    COMPARE,
    /** t = a IN constants s to s + l, which are sorted; b: kind; sign bit of l: the set has a NULL. */
    IN_SET,
    /** t = a + b of s bits. */
    INT_ADD,
    INT_SUBTRACT,
    INT_MULTIPLY,
    INT_DIVIDE,
    INT_MODULO,
    INT_NEGATE,
    /** t = a, which must fit s bits. */
    INT_FIT,
    /** t = a op b; s: 0 to 4 for + - * / %; l: bytes left scale, right scale, scale, precision of the result. */
    DECIMAL,
    /** t = a at another scale; l: bytes from, to, precision. */
    RESCALE,
    /** t = a rounded; s: 0 floor, 1 ceil, 2 half away from zero, 3 towards zero; l: bytes from, places + 64, to, precision. */
    ROUND,
    DECIMAL_NEGATE,
    /** t = |a|, an exact number. */
    ABS,
    /** t = a op b in floating point; s: 0 to 4 for + - * / %, plus 16 for REAL. */
    FLOAT,
    FLOAT_NEGATE,
    /** t = a rounded; s: 0 floor, 1 ceil, 2 half to even, 3 towards zero. */
    FLOAT_ROUND,
    /** t = |a|, square root of a, sign of a, whether a is NaN, infinite, finite (s = 0 to 5); a times the double l (6). */
    FLOAT_FUNCTION,
    /** t = the double nearest to the exact number a of scale s. */
    EXACT_TO_FLOAT,
    /** t = the double a as an integer of s bits. */
    FLOAT_TO_INT,
    TO_REAL,
    /** t = whether the exact number a is not 0. */
    TO_TRUTH,
    SIGN,
    /** t = field s of the day a. */
    DATE_FIELD,
    /** t = a / l % s; s = 0: a / l. */
    TIME_FIELD,
    FLOOR_DIVIDE,
    FLOOR_MODULO,
    /** t = a plus b months; l: units a day of a timestamp, 0 for days. */
    ADD_MONTHS,
    /** t = a * l in 64 bits. */
    SCALE_INT,
    /** t = a LIKE the tokens b. */
    LIKE,
    /** t = substring of a from b, for b + 1 if s = 1. */
    SUBSTRING,
    CHARACTERS,
    OCTETS,
    STARTS_WITH,
    /** t = position of a in b. */
    POSITION,
    CONCAT,
    /** Row of output column s = a. */
    STORE,
    /** The flags of the rows that are active, those of others 0. */
    KEEP,
    /** Fails for active rows. */
    RAISE,
    /** t = the greater (s = 1) or lesser of a and b, of kind l, NULL being no value. */
    EXTREME,
    /** t = the first s characters of a. */
    PREFIX,
    /** Until the next POP, {@link #DROP_TRUE} may make rows inactive. */
    PUSH_ALL,
    /** The rows for which a is true are no longer active, until the next POP. */
    DROP_TRUE,
    /** t = function s ({@link TextFunction}, and from bit 8 on the number of operands) of a and the registers from b on. */
    TEXT_PART,
    NEW_TEXT,
    TEXT_MEASURE,
    /** t = the text of a; s: {@link TextForm}, l: {@link TextForm#writing}. */
    WRITE_VALUE,
    /** t = the value of text a; s: {@link TextForm}, plus 256 for NULL instead of an error, l: {@link TextForm#reading}. */
    READ_VALUE,
    /** t = the double a as a decimal of scale s and l digits. */
    DOUBLE_TO_DECIMAL,
    /** t = the double a rounded to s places, truncated if l = 1. */
    ROUND_PLACES,
    /** t = the first day of field s of the day a (l = 0), the field's number counted on through all years (1), last day of the month (2). */
    CALENDAR,
    /** t = the date of year a, month b, day b + 1. */
    MAKE_DATE,
    /** t = a op b in l bits; s: and, or, xor, not a, a shifted left, right, number of bits of a, greatest common divisor. */
    BITS
}
