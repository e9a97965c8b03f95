package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableConstraint;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** What a row of a table must be: NOT NULL, no longer than its types allow, and refused by no CHECK. */
final class RowChecks {
    /** A CHECK with the rows that break it. */
    private record Condition(TableConstraint.Check check, VectorPredicate broken) {}

    private final MemoryTable table;
    private final List<Condition> conditions = new ArrayList<>();
    private int[] selected = new int[Batch.ROWS];

    RowChecks(MemoryTable table, ExecutionContext context) {
        this.table = table;
        for (TableConstraint constraint : table.tableDetails().constraints()) {
            if (constraint instanceof TableConstraint.Check check) {
                Expr broken = new Expr.Call("not", List.of(check.condition()), SqlTypes.BOOLEAN);
                conditions.add(new Condition(check, ExpressionCompiler.compilePredicate(broken, context)));
            }
        }
    }

    void check(Batch rows) {
        for (int column = 0; column < rows.columnCount(); column++) {
            ColumnDef definition = table.definition().columns().get(column);
            checkColumn(definition, rows.column(column), rows.rowCount());
        }
        for (Condition condition : conditions) {
            if (selected.length < rows.rowCount()) {
                selected = new int[rows.rowCount()];
            }
            if (condition.broken.select(rows, selected) > 0) {
                throw new EngineException(
                        ErrorCode.CHECK_VIOLATION,
                        "A row of '" + table.name() + "' breaks the constraint '" + condition.check.name() + "' CHECK ("
                                + condition.check.text() + "): " + shown(rows, selected[0]) + ".");
            }
        }
    }

    private void checkColumn(ColumnDef column, ColumnVector values, int rows) {
        SqlType type = column.type();
        if (!type.nullable() && values.hasNulls(rows)) {
            throw new EngineException(
                    ErrorCode.NOT_NULL_VIOLATION,
                    "The column '" + column.name() + "' of '" + table.name()
                            + "' is NOT NULL, and a row has NULL there. Give it a value.");
        }
        boolean limited = (type.kind().isCharacter() || type.kind() == io.algeon.metadata.type.TypeKind.VARBINARY)
                && type.precision() != SqlType.UNLIMITED;
        if (limited) {
            for (int row = 0; row < rows; row++) {
                if (!values.isNull(row) && length(values, row, type) > type.precision()) {
                    throw new EngineException(
                            ErrorCode.STRING_TOO_LONG,
                            "The value '" + ValueText.of(StoredValues.read(values, row, type), type)
                                    + "' has " + length(values, row, type) + " characters; the column '" + column.name()
                                    + "' of '" + table.name() + "' is " + type + ".");
                }
            }
        }
    }

    private static int length(ColumnVector values, int row, SqlType type) {
        if (values instanceof DictionaryVector coded) {
            return length(coded.dictionary().values(), coded.codes()[row], type);
        }
        BytesVector bytes = (BytesVector) values;
        int octets = bytes.length(row);
        if (!type.kind().isCharacter() || octets <= type.precision()) {
            return octets;
        }
        byte[] data = bytes.data();
        int characters = 0;
        for (int i = bytes.offsets()[row]; i < bytes.offsets()[row + 1]; i++) {
            characters += (data[i] & 0xC0) != 0x80 ? 1 : 0;
        }
        return characters;
    }

    private String shown(Batch rows, int row) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < rows.columnCount(); column++) {
            SqlType type = table.types().get(column);
            values.add(TableWriter.name(table, column) + " = "
                    + ValueText.of(StoredValues.read(rows.column(column), row, type), type));
        }
        return String.join(", ", values);
    }
}
