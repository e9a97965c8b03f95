package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.metadata.type.SqlType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Readers of ARRAY, ROW and MAP; components are read by readers of their own over the child vectors. */
final class NestedReaders {
    private NestedReaders() {}

    private static String text(ColumnReader component) throws SQLException {
        return component.absent() ? "NULL" : component.textValue();
    }

    static final class ListReader extends ColumnReader {
        private final Position elementPosition;
        private final ColumnReader elements;
        private int[] offsets = {};

        ListReader(SqlType type, Position position, String description) {
            super(type, position, description);
            elementPosition = new Position(position.zone);
            elements = ColumnReaders.of(type.fields().get(0).type(), elementPosition, "an element of " + description);
        }

        @Override
        void bindValues(ColumnVector next) {
            ListVector list = (ListVector) next;
            offsets = list.offsets();
            elements.bind(list.elements());
        }

        @Override
        Object objectValue() throws SQLException {
            int start = offsets[row()];
            @Nullable Object[] values = new @Nullable Object[offsets[row() + 1] - start];
            for (int i = 0; i < values.length; i++) {
                elementPosition.row = start + i;
                values[i] = elements.getObject();
            }
            return new AlgeonArray(elements.type, values, position.zone);
        }

        @Override
        String textValue() throws SQLException {
            StringJoiner text = new StringJoiner(", ", "[", "]");
            for (int element = offsets[row()]; element < offsets[row() + 1]; element++) {
                elementPosition.row = element;
                text.add(text(elements));
            }
            return text.toString();
        }
    }

    static final class RowReader extends ColumnReader {
        private final Position fieldPosition;
        private final List<ColumnReader> fields = new ArrayList<>();

        RowReader(SqlType type, Position position, String description) {
            super(type, position, description);
            fieldPosition = new Position(position.zone);
            for (SqlType.Field field : type.fields()) {
                fields.add(
                        ColumnReaders.of(field.type(), fieldPosition, "field " + field.name() + " of " + description));
            }
        }

        @Override
        void bindValues(ColumnVector next) {
            RowVector rows = (RowVector) next;
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).bind(rows.field(i));
            }
        }

        @Override
        Object objectValue() throws SQLException {
            fieldPosition.row = row();
            @Nullable Object[] values = new @Nullable Object[fields.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = fields.get(i).getObject();
            }
            return new AlgeonStruct(type, values);
        }

        @Override
        String textValue() throws SQLException {
            fieldPosition.row = row();
            StringJoiner text = new StringJoiner(", ", "{", "}");
            for (int i = 0; i < fields.size(); i++) {
                text.add(type.fields().get(i).name() + ": " + text(fields.get(i)));
            }
            return text.toString();
        }
    }

    static final class MapReader extends ColumnReader {
        private final Position entryPosition;
        private final ColumnReader keys;
        private final ColumnReader values;
        private int[] offsets = {};

        MapReader(SqlType type, Position position, String description) {
            super(type, position, description);
            entryPosition = new Position(position.zone);
            keys = ColumnReaders.of(type.fields().get(0).type(), entryPosition, "a key of " + description);
            values = ColumnReaders.of(type.fields().get(1).type(), entryPosition, "a value of " + description);
        }

        @Override
        void bindValues(ColumnVector next) {
            MapVector map = (MapVector) next;
            offsets = map.offsets();
            keys.bind(map.keys());
            values.bind(map.values());
        }

        @Override
        Object objectValue() throws SQLException {
            Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
            for (int entry = offsets[row()]; entry < offsets[row() + 1]; entry++) {
                entryPosition.row = entry;
                entries.put(keys.getObject(), values.getObject());
            }
            return entries;
        }

        @Override
        String textValue() throws SQLException {
            StringJoiner text = new StringJoiner(", ", "{", "}");
            for (int entry = offsets[row()]; entry < offsets[row() + 1]; entry++) {
                entryPosition.row = entry;
                text.add(text(keys) + ": " + text(values));
            }
            return text.toString();
        }
    }
}
