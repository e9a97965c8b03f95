package io.algeon.engine.sql.type;

import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;

/** Registry names of aggregate functions. */
public final class Aggregates {
    private Aggregates() {}

    /** The registry name of one of Calcite's aggregates, whether it is registered or not. */
    public static String registryName(SqlAggFunction function) {
        return switch (function.getKind()) {
            case SUM0 -> "sum";
            case STDDEV_SAMP -> "stddev_samp";
            case VAR_SAMP -> "var_samp";
            default ->
                switch (function.getName().toUpperCase(Locale.ROOT)) {
                    case "STDDEV" -> "stddev_samp";
                    case "VARIANCE" -> "var_samp";
                    case "EVERY", "LOGICAL_AND" -> "bool_and";
                    case "SOME", "LOGICAL_OR" -> "bool_or";
                    case "LISTAGG" -> "string_agg";
                    default -> function.getName().toLowerCase(Locale.ROOT);
                };
        };
    }
}
