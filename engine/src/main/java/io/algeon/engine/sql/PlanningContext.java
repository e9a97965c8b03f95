package io.algeon.engine.sql;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.source.Catalog;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a statement is planned against.
 *
 * @param catalog where names are looked up
 * @param currentSchema schema in which unqualified names are looked up first
 * @param givenParameterTypes types of the values that the parameters have, for those that nothing else in the statement
 *     types; null when not known yet
 * @param timeZone zone of the session, an id of {@code java.time.ZoneId}
 * @param cancellation stops planning
 */
public record PlanningContext(
        Catalog catalog,
        String currentSchema,
        @Nullable List<SqlType> givenParameterTypes,
        String timeZone,
        CancellationToken cancellation) {
    public PlanningContext {
        Objects.requireNonNull(catalog);
        Objects.requireNonNull(currentSchema);
        Objects.requireNonNull(timeZone);
        Objects.requireNonNull(cancellation);
        givenParameterTypes = givenParameterTypes == null ? null : List.copyOf(givenParameterTypes);
    }

    /** This context, with tables that have the hidden columns of these names. */
    PlanningContext withHidden(Set<String> names) {
        return new PlanningContext(
                new HiddenColumns(catalog, names), currentSchema, givenParameterTypes, timeZone, cancellation);
    }
}
