package io.algeon.metadata.parquet;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * Turns the flat schema of a footer into the tree that SQL sees: groups annotated LIST and MAP become ARRAY and MAP, also
 * in the two-level forms of old writers, and repeated fields without annotation become ARRAYs.
 */
final class SchemaReader {
    /** Deeper nesting is taken for damage; recursion over the schema stays shallow. */
    private static final int MAX_DEPTH = 100;

    /** An element with its children, before lists and maps are folded. */
    private record Element(SchemaElement schema, List<Element> children) {
        boolean isLeaf() {
            return schema.isSetType();
        }

        String name() {
            return schema.getName();
        }

        boolean repeated() {
            return schema.getRepetition_type() == FieldRepetitionType.REPEATED;
        }

        boolean optional() {
            return schema.getRepetition_type() == FieldRepetitionType.OPTIONAL;
        }
    }

    private final Path file;
    private final List<SchemaElement> elements;
    private final List<ParquetColumn> leaves = new ArrayList<>();
    private int position;

    SchemaReader(Path file, List<SchemaElement> elements) {
        this.file = file;
        this.elements = elements;
    }

    /** The leaves, after {@link #read()}. */
    List<ParquetColumn> leaves() {
        return leaves;
    }

    List<ParquetNode> read() {
        if (elements.isEmpty()) {
            throw ParquetErrors.corrupt(file, "its schema is empty");
        }
        Element root = element(0);
        if (position != elements.size()) {
            throw ParquetErrors.corrupt(
                    file, "its schema has " + (elements.size() - position) + " fields outside the root");
        }
        List<ParquetNode> fields = new ArrayList<>();
        for (Element child : root.children) {
            fields.add(node(child, 0, 0, ""));
        }
        if (fields.isEmpty()) {
            throw ParquetErrors.unsupported(file, "it has no columns");
        }
        return fields;
    }

    private Element element(int depth) {
        if (position >= elements.size() || depth > MAX_DEPTH) {
            throw ParquetErrors.corrupt(
                    file,
                    depth > MAX_DEPTH
                            ? "its schema is nested more than " + MAX_DEPTH + " levels deep"
                            : "its schema ends early");
        }
        SchemaElement schema = elements.get(position++);
        if (schema.getName() == null || depth > 0 && schema.getRepetition_type() == null) {
            throw ParquetErrors.corrupt(file, "field " + position + " of its schema has no name or no repetition");
        }
        int childCount = schema.isSetType() ? 0 : schema.getNum_children();
        if (schema.isSetType() && depth == 0 || childCount < 0 || childCount > elements.size() - position) {
            throw ParquetErrors.corrupt(file, "field '" + schema.getName() + "' of its schema has an invalid type");
        }
        List<Element> children = new ArrayList<>(childCount);
        for (int i = 0; i < childCount; i++) {
            children.add(element(depth + 1));
        }
        return new Element(schema, children);
    }

    /** The node of {@code element} below definition and repetition levels of what is around it. */
    private ParquetNode node(Element element, int definition, int repetition, String prefix) {
        String path = prefix.isEmpty() ? element.name() : prefix + "." + element.name();
        if (element.repeated()) {
            ParquetNode value = content(element, definition + 1, repetition + 1, path, false);
            SqlType type = SqlTypes.array(value.type()).withNullable(false);
            return new ParquetNode.Repeated(element.name(), type, definition, definition + 1, repetition + 1, value);
        }
        boolean nullable = element.optional();
        return content(element, nullable ? definition + 1 : definition, repetition, path, nullable);
    }

    /** The node of {@code element} whose own repetition is already part of the levels. */
    private ParquetNode content(Element element, int definition, int repetition, String path, boolean nullable) {
        if (element.isLeaf()) {
            return leaf(element, definition, repetition, path, nullable);
        }
        if (isList(element.schema)
                && element.children.size() == 1
                && element.children.get(0).repeated()) {
            return list(element, definition, repetition, path, nullable);
        }
        if (isMap(element.schema)
                && element.children.size() == 1
                && element.children.get(0).repeated()
                && element.children.get(0).children.size() == 2) {
            return map(element, definition, repetition, path, nullable);
        }
        if (element.children.isEmpty()) {
            throw ParquetErrors.unsupported(file, "column '" + path + "' is a group without fields");
        }
        List<ParquetNode> fields = new ArrayList<>();
        List<SqlType.Field> types = new ArrayList<>();
        for (Element child : element.children) {
            ParquetNode field = node(child, definition, repetition, path);
            fields.add(field);
            types.add(new SqlType.Field(field.name(), field.type()));
        }
        return new ParquetNode.Group(element.name(), SqlTypes.row(types).withNullable(nullable), definition, fields);
    }

    private ParquetNode list(Element list, int definition, int repetition, String path, boolean nullable) {
        Element repeated = list.children.get(0);
        boolean threeLevels = !repeated.isLeaf()
                && repeated.children.size() == 1
                && !repeated.children.get(0).repeated()
                && !repeated.name().equals("array")
                && !repeated.name().equals(list.name() + "_tuple");
        String repeatedPath = path + "." + repeated.name();
        ParquetNode element = threeLevels
                ? node(repeated.children.get(0), definition + 1, repetition + 1, repeatedPath)
                : content(repeated, definition + 1, repetition + 1, repeatedPath, false);
        SqlType type = SqlTypes.array(element.type()).withNullable(nullable);
        return new ParquetNode.Repeated(list.name(), type, definition, definition + 1, repetition + 1, element);
    }

    private ParquetNode map(Element map, int definition, int repetition, String path, boolean nullable) {
        Element entry = map.children.get(0);
        String entryPath = path + "." + entry.name();
        ParquetNode key = node(entry.children.get(0), definition + 1, repetition + 1, entryPath);
        ParquetNode value = node(entry.children.get(1), definition + 1, repetition + 1, entryPath);
        SqlType type = SqlTypes.map(key.type(), value.type()).withNullable(nullable);
        return new ParquetNode.KeyValues(map.name(), type, definition, definition + 1, repetition + 1, key, value);
    }

    private static boolean isList(SchemaElement schema) {
        return schema.isSetLogicalType() && schema.getLogicalType().isSetLIST()
                || schema.getConverted_type() == ConvertedType.LIST;
    }

    private static boolean isMap(SchemaElement schema) {
        return schema.isSetLogicalType() && schema.getLogicalType().isSetMAP()
                || schema.getConverted_type() == ConvertedType.MAP
                || schema.getConverted_type() == ConvertedType.MAP_KEY_VALUE;
    }

    private ParquetNode leaf(Element element, int definition, int repetition, String path, boolean nullable) {
        SchemaElement schema = element.schema;
        int fixedLength = 0;
        if (schema.getType() == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY) {
            fixedLength = schema.getType_length();
            if (fixedLength <= 0) {
                throw ParquetErrors.corrupt(file, "column '" + path + "' has values of " + fixedLength + " bytes");
            }
        }
        LeafTypes.@Nullable LeafType type = LeafTypes.of(schema);
        if (type == null) {
            throw ParquetErrors.unsupported(
                    file,
                    "column '" + path + "' has the type " + LeafTypes.describe(schema)
                            + ", which has no SQL type here (DECIMAL goes to 38 digits). Write it with another type");
        }
        ParquetColumn column = new ParquetColumn(
                leaves.size(),
                path,
                element.name(),
                schema.getType(),
                fixedLength,
                type.type().withNullable(nullable),
                type.conversion(),
                definition,
                repetition);
        leaves.add(column);
        return new ParquetNode.Leaf(column);
    }
}
