package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.TypeFactory;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Types of a statement's parameters: the first that their surroundings give; where those give none, the type of the value
 * that the caller has given, else a stand-in with which the statement validates, and which is reported as no type.
 */
final class ParameterTypes {
    private final @Nullable RelDataType[] types;
    private final boolean[] untyped;
    private final @Nullable List<SqlType> given;
    private final Set<Integer> limits = new HashSet<>();

    ParameterTypes(int count, @Nullable List<SqlType> given, SqlNode statement) {
        this.types = new RelDataType[count];
        this.untyped = new boolean[count];
        this.given = given;
        if (count > 0) {
            statement.accept(new LimitFinder());
        }
    }

    /** Fixes the type of a parameter. */
    void preset(int index, SqlType type) {
        types[index] = TypeMapping.toRelDataType(type.withNullable(true));
    }

    boolean isKnown(SqlDynamicParam parameter) {
        return types[parameter.getIndex()] != null;
    }

    boolean isUntyped(SqlDynamicParam parameter) {
        return untyped[parameter.getIndex()];
    }

    /** The type of a parameter, given the one that its surroundings suggest; the first suggestion stays. */
    RelDataType resolve(SqlDynamicParam parameter, RelDataType suggested) {
        int index = parameter.getIndex();
        RelDataType known = types[index];
        if (known != null) {
            return known;
        }
        RelDataType type = suggested;
        if (limits.contains(index)) {
            type = TypeFactory.INSTANCE.createSqlType(SqlTypeName.BIGINT);
        } else if (SqlTypeUtil.inCharFamily(suggested)) {
            type = TypeFactory.INSTANCE.varchar();
        } else {
            type = keptType(index, suggested);
        }
        type = TypeFactory.INSTANCE.createTypeWithNullability(type, true);
        types[index] = type;
        return type;
    }

    /** The type of the value that the caller has given, where it is another number or time than what is suggested. */
    private RelDataType keptType(int index, RelDataType suggested) {
        SqlType own = given == null || index >= given.size() ? SqlTypes.NULL : given.get(index);
        if (own.kind() == TypeKind.NULL) {
            return suggested;
        }
        RelDataType type = TypeMapping.toRelDataType(own);
        boolean alike = SqlTypeUtil.isNumeric(type) && SqlTypeUtil.isNumeric(suggested)
                || SqlTypeUtil.isDatetime(type) && SqlTypeUtil.isDatetime(suggested);
        return alike ? type : suggested;
    }

    /** Gives a parameter that its surroundings do not type the caller's type, else the stand-in. */
    RelDataType resolveUntyped(SqlDynamicParam parameter, SqlTypeName standIn) {
        int index = parameter.getIndex();
        RelDataType known = types[index];
        if (known != null) {
            return known;
        }
        SqlType givenType = given != null && index < given.size() ? given.get(index) : SqlTypes.NULL;
        if (givenType.kind() != TypeKind.NULL) {
            return resolve(parameter, TypeMapping.toRelDataType(givenType));
        }
        untyped[index] = true;
        return resolve(parameter, TypeFactory.INSTANCE.createSqlType(standIn));
    }

    /** In order; of kind NULL where neither the surroundings nor the caller gave a type. */
    List<SqlType> toList() {
        List<SqlType> list = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            RelDataType type = types[i];
            list.add(type == null || untyped[i] ? SqlTypes.NULL : TypeMapping.toSqlType(type));
        }
        return list;
    }

    /** Finds the parameters of LIMIT, OFFSET and FETCH, which are BIGINT. */
    private final class LimitFinder extends SqlBasicVisitor<Void> {
        @Override
        public Void visit(SqlCall call) {
            if (call instanceof SqlOrderBy ordered) {
                add(ordered.offset);
                add(ordered.fetch);
            }
            return super.visit(call);
        }

        private void add(@Nullable SqlNode bound) {
            if (bound instanceof SqlDynamicParam parameter) {
                limits.add(parameter.getIndex());
            }
        }
    }
}
