package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.ARRAY;
import static io.algeon.engine.function.TypeFamily.ARRAY_OF_TEXT;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.ELEMENT;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that search, change and join arrays. Positions count from 1; NULL elements are equal to each other. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        lengths(all);
        changes(all);
        orders(all);
        searches(all);
        quantified(all);
        texts(all);
        return all;
    }

    private static FunctionBuilder array(String name, TypeFamily... parameters) {
        return function(Category.NESTED, name)
                .takes(ResultTypes.FIRST, parameters)
                .handlesNulls()
                .expensive();
    }

    private static void lengths(List<ScalarFunction> all) {
        all.add(function(Category.NESTED, "array_length")
                .takes(ResultTypes.INTEGER, ARRAY)
                .takes(ResultTypes.INTEGER, ARRAY, INTEGER)
                .handlesNulls()
                .says(
                        "Number of elements (in the first dimension, the only one that is known; NULL for others).",
                        "array_length(ARRAY[7, 8], 1) = 2")
                .by(site -> RowFunctions.exact(
                        site,
                        (arguments, row) -> arguments.count() == 2 && arguments.number(1, row) != 1
                                ? null
                                : java.math.BigDecimal.valueOf(length(arguments.vector(0), row)))));
        all.add(function(Category.NESTED, "array_upper")
                .takes(ResultTypes.INTEGER, ARRAY, INTEGER)
                .handlesNulls()
                .says("Position of the last element; NULL for an empty array.", "array_upper(ARRAY[7, 8], 1) = 2")
                .by(site -> RowFunctions.exact(
                        site,
                        (arguments, row) -> arguments.number(1, row) != 1 || length(arguments.vector(0), row) == 0
                                ? null
                                : java.math.BigDecimal.valueOf(length(arguments.vector(0), row)))));
        all.add(function(Category.NESTED, "array_lower")
                .takes(ResultTypes.INTEGER, ARRAY, INTEGER)
                .handlesNulls()
                .says("Position of the first element, 1; NULL for an empty array.", "array_lower(ARRAY[7, 8], 1) = 1")
                .by(site -> RowFunctions.exact(
                        site,
                        (arguments, row) -> arguments.number(1, row) != 1 || length(arguments.vector(0), row) == 0
                                ? null
                                : java.math.BigDecimal.ONE)));
    }

    private static int length(ColumnVector vector, int row) {
        int[] offsets = ((ListVector) vector).offsets();
        return offsets[row + 1] - offsets[row];
    }

    private static void changes(List<ScalarFunction> all) {
        all.add(array("array_append", ARRAY, ELEMENT)
                .says(
                        "The array with a value at its end, which may be NULL; a NULL array counts as empty.",
                        "array_append(ARRAY[7], 8) = ARRAY[7, 8]")
                .by(site -> new ArrayBuilding(
                        site,
                        (arrays, row) -> {
                            if (!arrays.isNull(0, row)) {
                                arrays.pickAll(0, row);
                            }
                            arrays.pick(arrays.element(1, row));
                            return true;
                        },
                        1)));
        all.add(function(Category.NESTED, "array_prepend")
                .takes(ResultTypes.SECOND, ELEMENT, ARRAY)
                .handlesNulls()
                .expensive()
                .says(
                        "The array with a value at its start, which may be NULL; a NULL array counts as empty.",
                        "array_prepend(7, ARRAY[8]) = ARRAY[7, 8]")
                .by(site -> new ArrayBuilding(
                        site,
                        (arrays, row) -> {
                            arrays.pick(arrays.element(0, row));
                            if (!arrays.isNull(1, row)) {
                                arrays.pickAll(1, row);
                            }
                            return true;
                        },
                        0)));
        all.add(array("array_cat", ARRAY, ARRAY)
                .says(
                        "One array after the other; a NULL array counts as empty, two give NULL.",
                        "array_cat(ARRAY[7], ARRAY[8]) = ARRAY[7, 8]")
                .by(site -> new ArrayBuilding(site, (arrays, row) -> {
                    for (int argument = 0; argument < 2; argument++) {
                        if (!arrays.isNull(argument, row)) {
                            arrays.pickAll(argument, row);
                        }
                    }
                    return !arrays.isNull(0, row) || !arrays.isNull(1, row);
                })));
        all.add(array("array_remove", ARRAY, ELEMENT)
                .says(
                        "The array without the elements that equal a value; NULL removes NULLs.",
                        "array_remove(ARRAY[7, 8, 7], 7) = ARRAY[8]")
                .by(site -> new ArrayBuilding(
                        site,
                        (arrays, row) ->
                                filter(arrays, row, position -> !arrays.isSame(position, arrays.element(1, row))),
                        1)));
        all.add(array("array_replace", ARRAY, ELEMENT, ELEMENT)
                .says(
                        "The array with each element that equals the first value replaced by the second.",
                        "array_replace(ARRAY[7, 8, 7], 7, 1) = ARRAY[1, 8, 1]")
                .by(site -> new ArrayBuilding(
                        site,
                        (arrays, row) -> {
                            if (arrays.isNull(0, row)) {
                                return false;
                            }
                            int start = arrays.start(0, row);
                            for (int i = start; i < start + arrays.length(0, row); i++) {
                                boolean same = arrays.isSame(i, arrays.element(1, row));
                                arrays.pick(same ? arrays.element(2, row) : i);
                            }
                            return true;
                        },
                        1,
                        2)));
        all.add(array("array_slice", ARRAY, INTEGER, INTEGER)
                .says(
                        "The elements from a position to another, both included (x[2:3]); NULL is the first or last one, a"
                                + " negative position counts from the end.",
                        "array_slice(ARRAY[7, 8, 9], 2, 3) = ARRAY[8, 9]")
                .by(site -> new ArrayBuilding(site, ArrayFunctions::slice)));
        all.add(array("array_trim", ARRAY, INTEGER)
                .takes(ResultTypes.FIRST, ARRAY, INTEGER)
                .fallible()
                .says("The array without so many of its last elements.", "array_trim(ARRAY[7, 8, 9], 2) = ARRAY[7]")
                .by(site -> new ArrayBuilding(site, (arrays, row) -> {
                    if (arrays.isNull(0, row) || arrays.isNull(1, row)) {
                        return false;
                    }
                    long dropped = arrays.arguments().number(1, row);
                    int length = arrays.length(0, row);
                    if (dropped < 0 || dropped > length) {
                        throw Failures.invalidArgument(
                                "An array of " + length + " elements cannot be trimmed by " + dropped + ".");
                    }
                    int start = arrays.start(0, row);
                    for (int i = start; i < start + length - dropped; i++) {
                        arrays.pick(i);
                    }
                    return true;
                })));
    }

    private static boolean filter(ArrayBuilding arrays, int row, java.util.function.IntPredicate kept) {
        if (arrays.isNull(0, row)) {
            return false;
        }
        int start = arrays.start(0, row);
        for (int i = start; i < start + arrays.length(0, row); i++) {
            if (kept.test(i)) {
                arrays.pick(i);
            }
        }
        return true;
    }

    private static boolean slice(ArrayBuilding arrays, int row) {
        if (arrays.isNull(0, row)) {
            return false;
        }
        int length = arrays.length(0, row);
        long from = arrays.isNull(1, row) ? 1 : fromStart(arrays.arguments().number(1, row), length);
        long to = arrays.isNull(2, row) ? length : fromStart(arrays.arguments().number(2, row), length);
        int start = arrays.start(0, row);
        for (long i = Math.max(1, from); i <= Math.min(length, to); i++) {
            arrays.pick(start + (int) i - 1);
        }
        return true;
    }

    private static long fromStart(long position, int length) {
        return position < 0 ? length + 1 + position : position;
    }

    private static void orders(List<ScalarFunction> all) {
        all.add(array("array_reverse", ARRAY)
                .says("The elements in opposite order.", "array_reverse(ARRAY[7, 8]) = ARRAY[8, 7]")
                .by(site -> new ArrayBuilding(site, (arrays, row) -> {
                    if (arrays.isNull(0, row)) {
                        return false;
                    }
                    int start = arrays.start(0, row);
                    for (int i = start + arrays.length(0, row) - 1; i >= start; i--) {
                        arrays.pick(i);
                    }
                    return true;
                })));
        all.add(array("array_sort", ARRAY)
                .says("The elements in ascending order, NULLs last.", "array_sort(ARRAY[8, 7]) = ARRAY[7, 8]")
                .by(site -> new ArrayBuilding(site, (arrays, row) -> sort(arrays, row, 1))));
        all.add(array("array_reverse_sort", ARRAY)
                .says("The elements in descending order, NULLs first.", "array_reverse_sort(ARRAY[7, 8]) = ARRAY[8, 7]")
                .by(site -> new ArrayBuilding(site, (arrays, row) -> sort(arrays, row, -1))));
        all.add(array("array_distinct", ARRAY)
                .says(
                        "The elements without repetitions, in order of their first occurrence; NULL is kept once.",
                        "array_distinct(ARRAY[8, 7, 8]) = ARRAY[8, 7]")
                .by(site -> new ArrayBuilding(site, ArrayFunctions::distinct)));
    }

    private static boolean sort(ArrayBuilding arrays, int row, int direction) {
        if (arrays.isNull(0, row)) {
            return false;
        }
        List<Integer> positions = positions(arrays, row);
        positions.sort((left, right) -> {
            boolean leftNull = arrays.isNullElement(left);
            boolean rightNull = arrays.isNullElement(right);
            int order = leftNull || rightNull ? Boolean.compare(leftNull, rightNull) : arrays.compare(left, right);
            return direction * order;
        });
        positions.forEach(arrays::pick);
        return true;
    }

    private static List<Integer> positions(ArrayBuilding arrays, int row) {
        int start = arrays.start(0, row);
        int length = arrays.length(0, row);
        List<Integer> positions = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            positions.add(start + i);
        }
        return positions;
    }

    /** Sorted first, so that the work is not quadratic; then the first of each run, in their old order. */
    private static boolean distinct(ArrayBuilding arrays, int row) {
        if (arrays.isNull(0, row)) {
            return false;
        }
        List<Integer> sorted = positions(arrays, row);
        sorted.sort((left, right) -> {
            boolean leftNull = arrays.isNullElement(left);
            boolean rightNull = arrays.isNullElement(right);
            return leftNull || rightNull ? Boolean.compare(leftNull, rightNull) : arrays.compare(left, right);
        });
        List<Integer> first = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            if (i == 0 || !arrays.isSame(sorted.get(i - 1), sorted.get(i))) {
                first.add(sorted.get(i));
            }
        }
        first.sort(Integer::compare);
        first.forEach(arrays::pick);
        return true;
    }

    private static void searches(List<ScalarFunction> all) {
        all.add(function(Category.NESTED, "array_position")
                .takes(ResultTypes.INTEGER, ARRAY, ELEMENT)
                .handlesNulls()
                .says(
                        "Position of the first element that equals a value, which may be NULL; NULL if there is none.",
                        "array_position(ARRAY[7, 8], 8) = 2")
                .by(ArrayFunctions::position));
        all.add(function(Category.NESTED, "array_contains")
                .takes(ResultTypes.BOOLEAN, ARRAY, ELEMENT)
                .says(
                        "Whether an element equals a value; NULL if the value or the array is.",
                        "array_contains(ARRAY[7, 8], 8) = true")
                .by(site -> {
                    SqlType type = site.argument(1);
                    return RowFunctions.test(
                            site,
                            (arguments, row) -> find(arguments.vector(0), row, arguments.vector(1), row, type) >= 0);
                }));
        all.add(containment(
                        "array_has_all",
                        "Whether every element of the second array is in the first one (the @> operator).",
                        "(ARRAY[7, 8], ARRAY[8]) = true")
                .by(site -> containment(site, false, false)));
        all.add(containment(
                        "array_is_in",
                        "Whether every element of the first array is in the second one (the <@ operator).",
                        "(ARRAY[8], ARRAY[7, 8]) = true")
                .by(site -> containment(site, true, false)));
        all.add(containment(
                        "array_has_any",
                        "Whether the arrays have an element in common (the && operator); NULLs do not count.",
                        "(ARRAY[7, 8], ARRAY[8, 9]) = true")
                .by(site -> containment(site, false, true)));
        for (String name : List.of("array_max", "array_min")) {
            boolean largest = name.endsWith("max");
            all.add(function(Category.NESTED, name)
                    .takes(arguments -> arguments.get(0).fields().get(0).type().withNullable(true), ARRAY)
                    .handlesNulls()
                    .says(
                            "The " + (largest ? "largest" : "smallest")
                                    + " element that is not NULL; NULL if there is none.",
                            name + "(ARRAY[7, NULL, 8]) = " + (largest ? 8 : 7))
                    .by(site -> extreme(site, largest ? 1 : -1)));
        }
    }

    private static void quantified(List<ScalarFunction> all) {
        for (String name : List.of("compare_any", "compare_all")) {
            boolean any = name.equals("compare_any");
            all.add(function(Category.NESTED, name)
                    .takes(ResultTypes.BOOLEAN, CHARACTER, ELEMENT, ARRAY)
                    .handlesNulls()
                    .says(
                            "Whether a comparison of a value holds for " + (any ? "an element" : "every element")
                                    + " of an array: x " + (any ? "= ANY" : "<> ALL") + " (array).",
                            any ? "2 = ANY (ARRAY[1, 2]) = true" : "3 <> ALL (ARRAY[1, 2]) = true")
                    .by(site -> quantified(site, any)));
        }
    }

    private static VectorFunction quantified(CallSite site, boolean any) {
        String comparison = Constants.string(site.constant(0), "=");
        SqlType type = site.argument(1);
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            io.algeon.engine.batch.BooleanVector result = buffers.booleans(rows);
            for (int row = 0; row < rows; row++) {
                if (vectors[2].isNull(row)) {
                    result.setNull(row, rows);
                    continue;
                }
                ListVector list = (ListVector) vectors[2];
                boolean decided = false;
                boolean unknown = false;
                for (int i = list.offsets()[row]; i < list.offsets()[row + 1] && !decided; i++) {
                    if (vectors[1].isNull(row) || list.elements().isNull(i)) {
                        unknown = true;
                    } else {
                        decided =
                                holds(comparison, ValueOrder.compare(vectors[1], row, list.elements(), i, type)) == any;
                    }
                }
                result.set(row, decided == any);
                if (!decided && unknown) {
                    result.setNull(row, rows);
                }
            }
            return result;
        };
    }

    private static boolean holds(String comparison, int order) {
        return switch (comparison) {
            case "=" -> order == 0;
            case "<>", "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static FunctionBuilder containment(String name, String description, String example) {
        return function(Category.NESTED, name)
                .takes(ResultTypes.BOOLEAN, ARRAY, ARRAY)
                .expensive()
                .says(description, name + example);
    }

    /** Offset of the first element that equals a value, -1 if none does; NULL equals NULL. */
    private static int find(ColumnVector array, int row, ColumnVector values, int at, SqlType type) {
        ListVector list = (ListVector) array;
        int start = list.offsets()[row];
        for (int i = start; i < list.offsets()[row + 1]; i++) {
            if (ValueOrder.compareNullable(list.elements(), i, values, at, type) == 0) {
                return i - start;
            }
        }
        return -1;
    }

    private static VectorFunction position(CallSite site) {
        SqlType type = site.argument(1);
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            io.algeon.engine.batch.IntVector result = buffers.ints(rows);
            for (int row = 0; row < rows; row++) {
                int found = vectors[0].isNull(row) ? -1 : find(vectors[0], row, vectors[1], row, type);
                result.values()[row] = found + 1;
                if (found < 0) {
                    result.setNull(row, rows);
                }
            }
            return result;
        };
    }

    private static VectorTest containment(CallSite site, boolean swapped, boolean any) {
        SqlType type = site.argument(0).fields().get(0).type();
        int container = swapped ? 1 : 0;
        return RowFunctions.test(site, (arguments, row) -> {
            ListVector wanted = (ListVector) arguments.vector(1 - container);
            for (int i = wanted.offsets()[row]; i < wanted.offsets()[row + 1]; i++) {
                boolean found = !wanted.elements().isNull(i)
                        && find(arguments.vector(container), row, wanted.elements(), i, type) >= 0;
                if (found == any) {
                    return any;
                }
            }
            return !any;
        });
    }

    private static VectorFunction extreme(CallSite site, int direction) {
        SqlType type = site.argument(0).fields().get(0).type();
        Picker picker = new Picker();
        return (vectors, rows) -> {
            ListVector list = (ListVector) vectors[0];
            ColumnVector elements = list.elements();
            picker.begin(rows);
            for (int row = 0; row < rows; row++) {
                int best = -1;
                for (int i = list.offsets()[row]; !list.isNull(row) && i < list.offsets()[row + 1]; i++) {
                    if (!elements.isNull(i)
                            && (best < 0 || direction * ValueOrder.compare(elements, i, elements, best, type) > 0)) {
                        best = i;
                    }
                }
                picker.pick(row, best);
            }
            return picker.finish(elements, rows);
        };
    }

    private static void texts(List<ScalarFunction> all) {
        all.add(function(Category.NESTED, "array_to_string")
                .takes(ResultTypes.VARCHAR, ARRAY_OF_TEXT, CHARACTER)
                .takes(ResultTypes.VARCHAR, ARRAY_OF_TEXT, CHARACTER, CHARACTER)
                .says(
                        "The elements as text with a delimiter between them; NULLs are left out, or written as the third"
                                + " argument.",
                        "array_to_string(ARRAY[7, NULL, 8], ', ', '?') = '7, ?, 8'")
                .by(site -> RowFunctions.text(site, ArrayFunctions::join)));
        all.add(function(Category.STRING, "string_to_array")
                .takes(TextLists.TYPE, CHARACTER, CHARACTER)
                .takes(TextLists.TYPE, CHARACTER, CHARACTER, CHARACTER)
                .handlesNulls()
                .expensive()
                .says(
                        "The parts between delimiters; a NULL delimiter makes one of each character, an empty one none. Parts"
                                + " equal to the third argument are NULL.",
                        "string_to_array('a,b', ',') = ARRAY['a', 'b']")
                .by(site -> TextLists.bind(site, ArrayFunctions::split)));
        all.add(function(Category.STRING, "string_split")
                .takes(TextLists.TYPE, CHARACTER, CHARACTER)
                .handlesNulls()
                .expensive()
                .says(
                        "The parts between delimiters; an empty text is one part, an empty delimiter parts characters.",
                        "string_split('a,b', ',') = ARRAY['a', 'b']")
                .by(site -> TextLists.bind(site, (arguments, row, out) -> {
                    if (!arguments.isValid(row)) {
                        return false;
                    }
                    String text = arguments.text(0).string(row);
                    String delimiter = arguments.text(1).string(row);
                    if (delimiter.isEmpty() && !text.isEmpty()) {
                        text.codePoints().forEach(c -> out.add(Character.toString(c)));
                    } else if (text.isEmpty()) {
                        out.add("");
                    } else {
                        parts(text, delimiter, null, out);
                    }
                    return true;
                })));
    }

    private static void join(RowArguments arguments, int row, TextBuffer out) {
        ListVector list = (ListVector) arguments.vector(0);
        ColumnVector elements = list.elements();
        BytesView texts = new BytesView().of(elements);
        BytesView delimiter = arguments.text(1);
        boolean first = true;
        for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
            boolean isNull = elements.isNull(i);
            if (isNull && arguments.count() < 3) {
                continue;
            }
            if (!first) {
                out.append(delimiter.data(), delimiter.start(row), delimiter.length(row));
            }
            first = false;
            BytesView text = isNull ? arguments.text(2) : texts;
            int at = isNull ? row : i;
            out.append(text.data(), text.start(at), text.length(at));
        }
    }

    private static boolean split(RowArguments arguments, int row, TextLists out) {
        if (arguments.isNull(0, row)) {
            return false;
        }
        String text = arguments.text(0).string(row);
        byte[] absent = arguments.count() == 3 && !arguments.isNull(2, row)
                ? arguments.text(2).bytes(row)
                : null;
        if (arguments.isNull(1, row)) {
            text.codePoints().forEach(c -> out.add(Character.toString(c), absent));
            return true;
        }
        String delimiter = arguments.text(1).string(row);
        if (text.isEmpty()) {
            return true;
        }
        if (delimiter.isEmpty()) {
            out.add(text, absent);
            return true;
        }
        parts(text, delimiter, absent, out);
        return true;
    }

    private static void parts(String text, String delimiter, byte @Nullable [] absent, TextLists out) {
        int start = 0;
        for (int found = text.indexOf(delimiter); found >= 0; found = text.indexOf(delimiter, start)) {
            out.add(text.substring(start, found), absent);
            start = found + delimiter.length();
        }
        out.add(text.substring(start), absent);
    }
}
