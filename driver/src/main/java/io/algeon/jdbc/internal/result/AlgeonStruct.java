package io.algeon.jdbc.internal.result;

import io.algeon.metadata.type.SqlType;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A ROW value. Two are equal if their attributes are. */
public final class AlgeonStruct implements Struct {
    private final SqlType type;
    private final @Nullable Object[] attributes;

    /** Takes the attributes, in the order of the type's fields. */
    public AlgeonStruct(SqlType type, @Nullable Object[] attributes) {
        this.type = type;
        this.attributes = attributes;
    }

    /** The ROW type. */
    public SqlType type() {
        return type;
    }

    @Nullable
    Object attribute(int index) {
        return attributes[index];
    }

    @Override
    public String getSQLTypeName() {
        return type.toString();
    }

    @Override
    public @Nullable Object[] getAttributes() {
        return attributes.clone();
    }

    @Override
    public @Nullable Object[] getAttributes(Map<String, Class<?>> map) {
        return getAttributes();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AlgeonStruct struct && Arrays.deepEquals(attributes, struct.attributes);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(attributes);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < attributes.length; i++) {
            text.add(type.fields().get(i).name() + ": " + NestedText.of(attributes[i]));
        }
        return text.toString();
    }
}
