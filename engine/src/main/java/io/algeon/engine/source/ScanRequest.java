package io.algeon.engine.source;

import io.algeon.engine.scalar.Expr;
import java.util.List;

/**
 * What a scan is asked for.
 *
 * @param columns positions in the table's definition, in output order; may be empty (rows are only counted)
 * @param predicates conjuncts over the table's columns ({@code InputRef} numbers the definition's columns, not the output's),
 *     none of which can fail; the source applies all of them exactly: it returns no other row
 * @param limit rows that suffice in all, or -1: the source may stop after them, and need not
 */
public record ScanRequest(List<Integer> columns, List<Expr> predicates, long limit) {
    public ScanRequest {
        columns = List.copyOf(columns);
        predicates = List.copyOf(predicates);
    }
}
