package io.algeon.engine.parquet.write;

import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.SchemaElement;

/** Builds the schema of a file, the shredder of each column and the chunk builder of each leaf, in one walk. */
final class WriteSchema {
    private final Reservation memory;
    private final List<SchemaElement> elements = new ArrayList<>();
    private final List<ColumnShredder> columns = new ArrayList<>();
    private final List<ChunkBuilder> chunks = new ArrayList<>();

    WriteSchema(List<ColumnDef> definitions, Reservation memory) {
        this.memory = memory;
        SchemaElement root = new SchemaElement("schema");
        root.setNum_children(definitions.size());
        elements.add(root);
        for (ColumnDef column : definitions) {
            columns.add(node(column.name(), column.type(), List.of(), 0, 0));
        }
    }

    /** The schema in the footer's order. */
    List<SchemaElement> elements() {
        return elements;
    }

    /** One for each column. */
    List<ColumnShredder> columns() {
        return columns;
    }

    /** One for each leaf. */
    List<ChunkBuilder> chunks() {
        return chunks;
    }

    private ColumnShredder node(String name, SqlType type, List<String> parent, int definition, int repetition) {
        List<String> path = new ArrayList<>(parent);
        path.add(name);
        String dotted = String.join(".", path);
        boolean nullable = type.nullable() || type.kind() == TypeKind.NULL;
        int level = nullable ? definition + 1 : definition;
        SchemaElement element = type.kind().isNested() ? new SchemaElement() : LeafFormat.element(type, dotted);
        element.setName(name);
        element.setRepetition_type(nullable ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
        elements.add(element);
        return switch (type.kind()) {
            case ROW -> {
                element.setNum_children(type.fields().size());
                yield new ColumnShredder.Group(dotted, nullable, level, components(type, path, level, repetition));
            }
            case ARRAY -> {
                element.setLogicalType(LogicalType.LIST(new ListType()));
                element.setConverted_type(ConvertedType.LIST);
                element.setNum_children(1);
                path.add("list");
                repeated("list", 1);
                SqlType elementType = type.fields().get(0).type();
                yield new ColumnShredder.Repeated(
                        dotted,
                        nullable,
                        level,
                        repetition + 1,
                        List.of(node("element", elementType, path, level + 1, repetition + 1)));
            }
            case MAP -> {
                element.setLogicalType(LogicalType.MAP(new MapType()));
                element.setConverted_type(ConvertedType.MAP);
                element.setNum_children(1);
                path.add("key_value");
                repeated("key_value", 2);
                SqlType key = type.fields().get(0).type().withNullable(false);
                SqlType value = type.fields().get(1).type();
                yield new ColumnShredder.Repeated(
                        dotted,
                        nullable,
                        level,
                        repetition + 1,
                        List.of(
                                node("key", key, path, level + 1, repetition + 1),
                                node("value", value, path, level + 1, repetition + 1)));
            }
            default -> {
                LeafColumn leaf = new LeafColumn(
                        List.copyOf(path), type, element.getType(), element.getType_length(), level, repetition);
                ChunkBuilder chunk = isBytes(type) ? new BytesChunk(leaf, memory) : new LongChunk(leaf, memory);
                chunks.add(chunk);
                yield new ColumnShredder.Leaf(dotted, nullable, level, chunk);
            }
        };
    }

    private static boolean isBytes(SqlType type) {
        return type.physicalKind() == PhysicalKind.BYTES
                || type.physicalKind() == PhysicalKind.INT128
                || type.kind() == TypeKind.INTERVAL_DAY_SECOND;
    }

    private List<ColumnShredder> components(SqlType type, List<String> path, int definition, int repetition) {
        List<ColumnShredder> components = new ArrayList<>();
        for (SqlType.Field field : type.fields()) {
            components.add(node(field.name(), field.type(), path, definition, repetition));
        }
        return components;
    }

    private void repeated(String name, int children) {
        SchemaElement element = new SchemaElement(name);
        element.setRepetition_type(FieldRepetitionType.REPEATED);
        element.setNum_children(children);
        elements.add(element);
    }
}
