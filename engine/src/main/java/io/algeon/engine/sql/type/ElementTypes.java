package io.algeon.engine.sql.type;

import io.algeon.engine.function.ResultTypes;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one element type of a call with several arrays, or with an array and values for elements. */
final class ElementTypes {
    private ElementTypes() {}

    /** The argument types with one element type; themselves if the signature asks for none, null if there is none. */
    static @Nullable List<SqlType> unified(Signature signature, List<SqlType> types) {
        List<SqlType> elements = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            TypeFamily family = family(signature, i);
            if (family == TypeFamily.ARRAY && types.get(i).kind() == TypeKind.ARRAY) {
                elements.add(types.get(i).fields().get(0).type());
            } else if (family == TypeFamily.ELEMENT) {
                elements.add(types.get(i));
            }
        }
        if (elements.size() < 2) {
            return types;
        }
        for (SqlType element : elements) {
            if (!areOfOneFamily(element, elements.get(0))) {
                return null;
            }
        }
        SqlType common = ResultTypes.common(elements);
        List<SqlType> unified = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            SqlType type = types.get(i);
            TypeFamily family = family(signature, i);
            unified.add(
                    family == TypeFamily.ARRAY
                            ? SqlTypes.array(common).withNullable(type.nullable())
                            : family == TypeFamily.ELEMENT ? common.withNullable(type.nullable()) : type);
        }
        return unified;
    }

    private static TypeFamily family(Signature signature, int argument) {
        List<TypeFamily> parameters = signature.parameters();
        return parameters.get(Math.min(argument, parameters.size() - 1));
    }

    private static boolean areOfOneFamily(SqlType left, SqlType right) {
        TypeKind first = left.kind();
        TypeKind second = right.kind();
        return first == second
                || first == TypeKind.NULL
                || second == TypeKind.NULL
                || first.isNumeric() && second.isNumeric()
                || first.isCharacter() && second.isCharacter();
    }
}
