package io.algeon.engine.tablefunction.registry;

import io.algeon.engine.exec.StatementChecker;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Invocation;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.type.SqlTypes;
import java.util.Arrays;
import java.util.List;

/** {@code algeon_validate_call(sql)}: whether a statement could be executed, and as what; nothing is executed. */
final class CallValidation implements TableFunction {
    @Override
    public String name() {
        return "algeon_validate_call";
    }

    @Override
    public String family() {
        return "discovery";
    }

    @Override
    public String summary() {
        return "Whether a statement is valid, without running it.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(new Argument.Option("sql", OptionType.TEXT, null, true, Limits.NONE, "The statement."));
    }

    @Override
    public List<OutputColumn> columns() {
        return List.of(
                OutputColumn.of("valid", SqlTypes.BOOLEAN, "Whether it could be executed."),
                new OutputColumn("error_code", SqlTypes.VARCHAR, true, "The code of the error; NULL if it is valid."),
                new OutputColumn("message", SqlTypes.VARCHAR, true, "What is wrong; NULL if it is valid."),
                new OutputColumn(
                        "output_columns",
                        SqlTypes.VARCHAR,
                        true,
                        "Columns of the result with their types; NULL if it is not valid."),
                new OutputColumn("device", SqlTypes.VARCHAR, true, "Where it would run; NULL if it is not valid."),
                new OutputColumn(
                        "estimated_bytes",
                        SqlTypes.BIGINT,
                        true,
                        "Memory that its table functions are expected to need; NULL if it is not valid."));
    }

    @Override
    public double estimatedRows(List<Double> relationRows) {
        return 1;
    }

    @Override
    public FunctionRows run(Invocation invocation) {
        StatementChecker.Report report =
                invocation.checker().check(String.valueOf(invocation.options().text("sql")));
        boolean valid = report.valid();
        return new ListedRows(
                List.of(Arrays.asList(
                        valid,
                        report.errorCode(),
                        valid ? null : report.message(),
                        valid ? String.join(", ", report.columns()) : null,
                        report.device(),
                        valid ? (Long) report.estimatedBytes() : null)),
                Boolean.class,
                String.class,
                String.class,
                String.class,
                String.class,
                Long.class);
    }
}
