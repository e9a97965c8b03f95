package io.algeon.engine.sql.optimize;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of one query: gives out their numbers and keeps what is known of each. Used by one thread. */
final class QueryColumns {
    private final List<Column> columns = new ArrayList<>();
    private final List<ColumnFacts> facts = new ArrayList<>();
    private final List<@Nullable Origin> origins = new ArrayList<>();
    private final CancellationToken cancellation;
    private int recursions;
    private int scans;

    /**
     * Where a column comes from unchanged.
     *
     * @param scan number of the scan among those of the query
     * @param position in the table's definition
     */
    record Origin(int scan, TableSource table, int position) {}

    /** @param cancellation of planning */
    QueryColumns(CancellationToken cancellation) {
        this.cancellation = cancellation;
    }

    /** Throws if planning has to stop; called at every node and step of a search. */
    void checkCancelled() {
        cancellation.check();
    }

    Column create(String name, SqlType type, ColumnFacts known) {
        Column column = new Column(columns.size(), name, type);
        columns.add(column);
        facts.add(known);
        origins.add(null);
        return column;
    }

    /** A column of a table. */
    Column create(String name, SqlType type, ColumnFacts known, Origin origin) {
        Column column = create(name, type, known);
        origins.set(column.id(), origin);
        return column;
    }

    /** A number for a scan. */
    int nextScan() {
        return scans++;
    }

    @Nullable
    Origin origin(int id) {
        return origins.get(id);
    }

    /** A column computed by an expression over others. */
    Column create(String name, Expr expression) {
        return create(name, expression.type(), derive(expression));
    }

    /** A column with the values of another, under a number of its own. */
    Column copy(Column original, boolean nullable) {
        Column copy = create(original.name(), original.type().withNullable(nullable), facts(original.id()));
        origins.set(copy.id(), origins.get(original.id()));
        return copy;
    }

    /** A number for a recursive query. */
    int nextRecursion() {
        return recursions++;
    }

    Column column(int id) {
        return columns.get(id);
    }

    ColumnFacts facts(int id) {
        return facts.get(id);
    }

    /** Range and distinct values of an expression, from those of its columns. */
    ColumnFacts derive(Expr expression) {
        if (expression instanceof Expr.InputRef reference) {
            return facts(reference.column());
        }
        if (expression instanceof Expr.Literal literal) {
            double value = ColumnFacts.real(literal);
            boolean known = !Double.isNaN(value);
            return new ColumnFacts(
                    1,
                    known ? value : Double.NEGATIVE_INFINITY,
                    known ? value : Double.POSITIVE_INFINITY,
                    literal.value() == null ? 1 : 0,
                    1,
                    known);
        }
        SqlType type = expression.type();
        double rows = 1;
        double nulls = 0;
        boolean observed = true;
        List<ColumnFacts> operands = new ArrayList<>();
        for (Expr operand : ExprTrees.operands(expression)) {
            ColumnFacts known = derive(operand);
            operands.add(known);
            rows = Math.max(rows, known.originRows());
            nulls = Math.max(nulls, known.nullFraction());
            observed &= known.observed();
        }
        double low = ColumnFacts.typeLow(type);
        double high = ColumnFacts.typeHigh(type);
        double most = type.kind() == TypeKind.BOOLEAN ? 2 : Double.POSITIVE_INFINITY;
        if (expression instanceof Expr.Cast
                && operands.get(0).hasRange()
                && type.kind().isNumeric()) {
            low = Math.max(low, operands.get(0).low() - 1);
            high = Math.min(high, operands.get(0).high() + 1);
        } else if (expression instanceof Expr.Call call && call.operands().size() == 2) {
            ColumnFacts a = operands.get(0);
            ColumnFacts b = operands.get(1);
            double exactLow;
            double exactHigh;
            switch (call.function()) {
                case "add" -> {
                    exactLow = a.low() + b.low();
                    exactHigh = a.high() + b.high();
                }
                case "subtract" -> {
                    exactLow = a.low() - b.high();
                    exactHigh = a.high() - b.low();
                }
                case "multiply" -> {
                    double p = a.low() * b.low();
                    double q = a.low() * b.high();
                    double r = a.high() * b.low();
                    double s = a.high() * b.high();
                    exactLow = Math.min(Math.min(p, q), Math.min(r, s));
                    exactHigh = Math.max(Math.max(p, q), Math.max(r, s));
                }
                default -> {
                    exactLow = Double.NEGATIVE_INFINITY;
                    exactHigh = Double.POSITIVE_INFINITY;
                    observed = false;
                    if (call.function().equals("extract")) {
                        most = extractDistinct(call, b);
                    }
                }
            }
            if (type.kind().isNumeric() && !Double.isNaN(exactLow) && !Double.isNaN(exactHigh)) {
                low = Math.max(low, exactLow);
                high = Math.min(high, exactHigh);
            }
        } else {
            observed = false;
            if (ExprTrees.isCall(expression, "substring")
                    && operands.size() == 3
                    && ExprTrees.operands(expression).get(2) instanceof Expr.Literal length
                    && ColumnFacts.real(length) >= 0) {
                most = Math.pow(10, ColumnFacts.real(length));
            }
        }
        double mostValues = Math.min(most, rows);
        return new ColumnFacts(
                () -> {
                    double distinct = 1;
                    for (ColumnFacts operand : operands) {
                        distinct = Math.min(mostValues, distinct * operand.distinct());
                    }
                    return distinct;
                },
                mostValues,
                low,
                high,
                nulls,
                rows,
                observed);
    }

    private static double extractDistinct(Expr.Call call, ColumnFacts operand) {
        String unit = call.operands().get(0) instanceof Expr.Literal literal ? String.valueOf(literal.value()) : "";
        double years = operand.hasRange() && operand.high() - operand.low() < 1e6
                ? (operand.high() - operand.low()) / 365 + 1
                : 20;
        return switch (unit) {
            case "YEAR", "ISOYEAR" -> years;
            case "QUARTER" -> 4;
            case "MONTH" -> 12;
            case "DAY" -> 31;
            case "HOUR" -> 24;
            case "MINUTE", "SECOND" -> 60;
            default -> 100;
        };
    }
}
