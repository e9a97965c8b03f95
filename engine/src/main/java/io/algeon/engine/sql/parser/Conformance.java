package io.algeon.engine.sql.parser;

import org.apache.calcite.sql.validate.SqlAbstractConformance;

/**
 * Where the standard or other databases differ, what we accept: Calcite's defaults, and {@code !=}, {@code %}, aliases and
 * ordinals in GROUP BY, HAVING and ORDER BY, row constructors anywhere.
 */
public final class Conformance extends SqlAbstractConformance {
    public static final Conformance INSTANCE = new Conformance();

    private Conformance() {}

    @Override
    public boolean isBangEqualAllowed() {
        return true;
    }

    @Override
    public boolean isPercentRemainderAllowed() {
        return true;
    }

    @Override
    public boolean isGroupByAlias() {
        return true;
    }

    @Override
    public boolean isGroupByOrdinal() {
        return true;
    }

    @Override
    public boolean isHavingAlias() {
        return true;
    }

    @Override
    public boolean isSortByOrdinal() {
        return true;
    }

    @Override
    public boolean isSortByAlias() {
        return true;
    }

    @Override
    public boolean isOffsetLimitAllowed() {
        return true;
    }

    @Override
    public boolean allowExplicitRowValueConstructor() {
        return true;
    }

    @Override
    public boolean allowNiladicParentheses() {
        return true;
    }

    /** ORDER BY takes a name for a result column first, as PostgreSQL does. */
    @Override
    public boolean isSortByAliasObscures() {
        return true;
    }

    @Override
    public boolean allowPluralTimeUnits() {
        return true;
    }
}
