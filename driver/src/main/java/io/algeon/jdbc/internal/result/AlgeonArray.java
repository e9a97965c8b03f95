package io.algeon.jdbc.internal.result;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ARRAY value, in memory. {@link #getArray()} gives an array of the element's class ({@code Integer[]}, {@code String[]},
 * {@code Object[]} for nested elements). Two are equal if their elements are.
 */
public final class AlgeonArray implements Array {
    private final SqlType elementType;
    private final ZoneId zone;
    private @Nullable Object @Nullable [] elements;

    /** Takes the elements, of the class that {@code getObject} gives for the element type. */
    public AlgeonArray(SqlType elementType, @Nullable Object[] elements, ZoneId zone) {
        this.elementType = elementType;
        this.elements = elements;
        this.zone = zone;
    }

    /** Type of the elements. */
    public SqlType elementType() {
        return elementType;
    }

    /** The elements themselves; none once {@link #free} was called. */
    @Nullable
    Object[] elements() {
        return elements == null ? new @Nullable Object[0] : elements;
    }

    @Override
    public String getBaseTypeName() {
        return JdbcType.of(elementType).name();
    }

    @Override
    public int getBaseType() {
        return JdbcType.of(elementType).code();
    }

    @Override
    public Object getArray() throws SQLException {
        return typed(open());
    }

    @Override
    public Object getArray(Map<String, Class<?>> map) throws SQLException {
        return getArray();
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        return typed(slice(index, count));
    }

    @Override
    public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return rows(1, open());
    }

    @Override
    public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        return rows(index, slice(index, count));
    }

    @Override
    public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map) throws SQLException {
        return getResultSet(index, count);
    }

    @Override
    public void free() {
        elements = null;
    }

    private @Nullable Object[] open() throws SQLException {
        @Nullable Object[] present = elements;
        if (present == null) {
            throw SqlExceptions.of(ErrorCode.STATEMENT_CLOSED, "The array was freed.");
        }
        return present;
    }

    private @Nullable Object[] slice(long index, int count) throws SQLException {
        @Nullable Object[] all = open();
        if (index < 1 || count < 0 || index - 1 + count > all.length) {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "Elements " + index + " to " + (index - 1 + count) + " were asked for of an array with "
                            + all.length + ". The first element has index 1.");
        }
        return Arrays.copyOfRange(all, (int) index - 1, (int) index - 1 + count);
    }

    private Object typed(@Nullable Object[] values) {
        Class<?> elementClass = JdbcType.of(elementType).javaClass();
        Object array = java.lang.reflect.Array.newInstance(elementClass, values.length);
        System.arraycopy(values, 0, array, 0, values.length);
        return array;
    }

    private ResultSet rows(long firstIndex, @Nullable Object[] values) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            rows.add(new @Nullable Object[] {firstIndex + i, values[i]});
        }
        return AlgeonResultSet.ofRows(
                new InMemoryExecution(
                        List.of(new ColumnDef("INDEX", SqlTypes.BIGINT), new ColumnDef("VALUE", elementType)), rows),
                zone);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AlgeonArray array && Arrays.deepEquals(elements, array.elements);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(elements);
    }

    @Override
    public String toString() {
        return NestedText.ofElements(elements());
    }
}
