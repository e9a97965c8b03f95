package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.ANY;
import static io.algeon.engine.function.TypeFamily.ARRAY;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.MAP;
import static io.algeon.engine.function.TypeFamily.ROW;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** Access to arrays, maps and rows. */
final class NestedFunctions {
    private static final ResultRule ELEMENT =
            arguments -> arguments.get(0).fields().get(0).type().withNullable(true);
    private static final ResultRule MAP_VALUE =
            arguments -> arguments.get(0).fields().get(1).type().withNullable(true);

    private NestedFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        all.add(function(Category.NESTED, "item")
                .takes(ELEMENT, ARRAY, INTEGER)
                .takes(MAP_VALUE, MAP, ANY)
                .handlesNulls()
                .says(
                        "The element of an array at a position from 1, or a map's value for a key; NULL if there is none.",
                        "ARRAY[7, 8][2] = 8")
                .by(site -> site.argument(0).kind() == io.algeon.metadata.type.TypeKind.MAP
                        ? mapItem(site)
                        : arrayItem(site)));
        for (String name : List.of("cardinality", "array_size", "map_size")) {
            all.add(function(Category.NESTED, name)
                    .takes(ResultTypes.INTEGER, ARRAY)
                    .takes(ResultTypes.INTEGER, MAP)
                    .says("Number of elements or entries.", name + "(ARRAY[7, 8]) = 2")
                    .by(NestedFunctions::cardinality));
        }
        all.add(function(Category.NESTED, "array")
                .takesMany(arguments -> SqlTypes.array(ResultTypes.common(arguments)), ANY)
                .handlesNulls()
                .says("An array of the arguments, which have one type.", "ARRAY[7, 8][2] = 8")
                .by(NestedFunctions::array));
        all.add(function(Category.NESTED, "map")
                .takesMany(arguments -> SqlTypes.map(arguments.get(0), arguments.get(1)), ANY, ANY)
                .handlesNulls()
                .says("A map of keys and values, which take turns as arguments.", "MAP['a', 7]['a'] = 7")
                .by(NestedFunctions::map));
        all.add(function(Category.NESTED, "row")
                .takesMany(NestedFunctions::rowType, ANY)
                .handlesNulls()
                .says("A row of the arguments.", "ROW(1, 'a') = ROW(1, 'a')")
                .by(site -> (VectorFunction) (arguments, rows) -> new RowVector(arguments.clone(), rows)));
        all.add(function(Category.NESTED, "field")
                .takes(arguments -> arguments.get(0).fields().get(0).type(), ROW, CHARACTER)
                .handlesNulls()
                .says("A field of a row, by its name.", "ROW(7, 8)[1] = 7")
                .by(NestedFunctions::field));
        return all;
    }

    private static SqlType rowType(List<SqlType> arguments) {
        List<SqlType.Field> fields = new ArrayList<>();
        for (SqlType argument : arguments) {
            fields.add(new SqlType.Field("f" + (fields.size() + 1), argument));
        }
        return SqlTypes.row(fields);
    }

    private static VectorFunction array(CallSite site) {
        SqlType element = site.result().fields().get(0).type();
        return (arguments, rows) ->
                new ListVector(evenOffsets(rows, arguments.length), interleaved(arguments, 0, 1, rows, element));
    }

    private static VectorFunction map(CallSite site) {
        List<SqlType.Field> fields = site.result().fields();
        return (arguments, rows) -> new MapVector(
                evenOffsets(rows, arguments.length / 2),
                interleaved(arguments, 0, 2, rows, fields.get(0).type()),
                interleaved(arguments, 1, 2, rows, fields.get(1).type()));
    }

    private static int[] evenOffsets(int rows, int entries) {
        int[] offsets = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            offsets[row + 1] = Math.addExact(offsets[row], entries);
        }
        return offsets;
    }

    /** Row 0 of every {@code step}th argument, then row 1, and so on. */
    private static ColumnVector interleaved(ColumnVector[] arguments, int first, int step, int rows, SqlType type) {
        int parts = (arguments.length - first + step - 1) / step;
        ColumnVector[] chosen = new ColumnVector[parts];
        int[] counts = new int[parts];
        for (int p = 0; p < parts; p++) {
            chosen[p] = arguments[first + p * step];
            counts[p] = rows;
        }
        int[] order = new int[Math.multiplyExact(parts, rows)];
        for (int i = 0; i < order.length; i++) {
            order[i] = i % parts * rows + i / parts;
        }
        ColumnVector all = Concatenation.of(chosen, counts, type);
        return all.gather(order, order.length, all);
    }

    private static int[] offsets(ColumnVector vector) {
        return vector instanceof ListVector list ? list.offsets() : ((MapVector) vector).offsets();
    }

    static VectorFunction cardinality(CallSite site) {
        return RowFunctions.number(site, (arguments, row) -> {
            int[] offsets = offsets(arguments.vector(0));
            return offsets[row + 1] - offsets[row];
        });
    }

    /** Gathers from the elements; rows without an element take element 0 (if any) and are NULL. */
    private static VectorFunction arrayItem(CallSite site) {
        RowArguments arguments = new RowArguments(site);
        Picker picker = new Picker();
        return (vectors, rows) -> {
            arguments.of(vectors, rows);
            ListVector list = (ListVector) vectors[0];
            int[] offsets = list.offsets();
            picker.begin(rows);
            for (int row = 0; row < rows; row++) {
                long index = arguments.isValid(row) ? arguments.number(1, row) : 0;
                boolean inside = index >= 1 && index <= offsets[row + 1] - offsets[row];
                picker.pick(row, inside ? offsets[row] + (int) index - 1 : -1);
            }
            return picker.finish(list.elements(), rows);
        };
    }

    private static VectorFunction mapItem(CallSite site) {
        SqlType keyType = site.argument(0).fields().get(0).type();
        RowArguments arguments = new RowArguments(site);
        Picker picker = new Picker();
        return (vectors, rows) -> {
            arguments.of(vectors, rows);
            MapVector map = (MapVector) vectors[0];
            int[] offsets = map.offsets();
            picker.begin(rows);
            for (int row = 0; row < rows; row++) {
                int found = -1;
                for (int i = offsets[row]; arguments.isValid(row) && i < offsets[row + 1] && found < 0; i++) {
                    found = ValueOrder.compare(map.keys(), i, vectors[1], row, keyType) == 0 ? i : -1;
                }
                picker.pick(row, found);
            }
            return picker.finish(map.values(), rows);
        };
    }

    private static VectorFunction field(CallSite site) {
        String name = Constants.string(site.constant(1), "");
        List<SqlType.Field> fields = site.argument(0).fields();
        int index = -1;
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)
                    || index < 0 && fields.get(i).name().equalsIgnoreCase(name)) {
                index = i;
            }
        }
        if (index < 0) {
            throw new io.algeon.metadata.error.EngineException(
                    io.algeon.metadata.error.ErrorCode.FIELD_NOT_FOUND,
                    "The type " + site.argument(0) + " has no field '" + name + "'.");
        }
        int found = index;
        Picker picker = new Picker();
        return (vectors, rows) -> {
            RowVector row = (RowVector) vectors[0];
            if (!row.mayHaveNulls()) {
                return row.field(found);
            }
            picker.begin(rows);
            for (int i = 0; i < rows; i++) {
                picker.pick(i, row.isNull(i) ? -1 : i);
            }
            return picker.finish(row.field(found), rows);
        };
    }
}
