package io.algeon.engine.sql.validate;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Names match whatever their case; where several do, the exact spelling decides. For one query, not thread-safe.
 *
 * <p>Having found a column, Calcite counts the columns of that name to see whether it is ambiguous, and asks nothing but
 * whether case matters. It does if the column was just found by its exact spelling beside others.
 */
final class NameMatching implements SqlNameMatcher {
    private boolean foundExactly;

    /** Whether row types have names that differ in case only. */
    private final Map<RelDataType, Boolean> similarNames = new IdentityHashMap<>();

    @Override
    public boolean isCaseSensitive() {
        return foundExactly;
    }

    @Override
    public boolean matches(String string, String name) {
        foundExactly = false;
        return string.equalsIgnoreCase(name);
    }

    @Override
    public <K extends List<String>, V> @Nullable V get(Map<K, V> map, List<String> prefixNames, List<String> names) {
        foundExactly = false;
        List<String> wanted = new java.util.ArrayList<>(prefixNames);
        wanted.addAll(names);
        V found = null;
        for (Map.Entry<K, V> entry : map.entrySet()) {
            if (entry.getKey().equals(wanted)) {
                return entry.getValue();
            }
            if (found == null && matches(entry.getKey(), wanted)) {
                found = entry.getValue();
            }
        }
        return found;
    }

    private static boolean matches(List<String> names, List<String> wanted) {
        if (names.size() != wanted.size()) {
            return false;
        }
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).equalsIgnoreCase(wanted.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String bestString() {
        return "";
    }

    @Override
    public @Nullable RelDataTypeField field(RelDataType rowType, String fieldName) {
        RelDataTypeField exact = rowType.getField(fieldName, true, false);
        foundExactly = exact != null
                && similarNames.computeIfAbsent(rowType, NameMatching::hasSimilarNames)
                && isOneOfSeveral(rowType, fieldName);
        return exact != null ? exact : rowType.getField(fieldName, false, false);
    }

    private static boolean hasSimilarNames(RelDataType rowType) {
        Set<String> names = new HashSet<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            names.add(field.getName().toLowerCase(Locale.ROOT));
        }
        return names.size() < rowType.getFieldCount();
    }

    private static boolean isOneOfSeveral(RelDataType rowType, String fieldName) {
        int similar = 0;
        for (RelDataTypeField field : rowType.getFieldList()) {
            similar += field.getName().equalsIgnoreCase(fieldName) ? 1 : 0;
        }
        return similar > 1;
    }

    @Override
    public int frequency(Iterable<String> names, String name) {
        foundExactly = false;
        int exact = 0;
        int similar = 0;
        for (String candidate : names) {
            if (candidate.equals(name)) {
                exact++;
            } else if (candidate.equalsIgnoreCase(name)) {
                similar++;
            }
        }
        return exact > 0 ? exact : similar;
    }

    @Override
    public Set<String> createSet() {
        return new TreeSet<>(
                (first, second) -> first.toLowerCase(Locale.ROOT).compareTo(second.toLowerCase(Locale.ROOT)));
    }
}
