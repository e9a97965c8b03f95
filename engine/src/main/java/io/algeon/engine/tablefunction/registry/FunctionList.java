package io.algeon.engine.tablefunction.registry;

import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Invocation;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** {@code algeon_functions()}: the table functions. */
final class FunctionList implements TableFunction {
    @Override
    public String name() {
        return "algeon_functions";
    }

    @Override
    public String family() {
        return "discovery";
    }

    @Override
    public String summary() {
        return "The table functions that can be called.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of();
    }

    @Override
    public List<OutputColumn> columns() {
        return List.of(
                OutputColumn.of("name", SqlTypes.VARCHAR, "The function."),
                OutputColumn.of("family", SqlTypes.VARCHAR, "What it belongs to."),
                OutputColumn.of("signature", SqlTypes.VARCHAR, "Its arguments, with defaults."),
                OutputColumn.of("summary", SqlTypes.VARCHAR, "What it does."),
                OutputColumn.of("gpu", SqlTypes.BOOLEAN, "Whether it can run on a GPU."));
    }

    @Override
    public double estimatedRows(List<Double> relationRows) {
        return 50;
    }

    @Override
    public FunctionRows run(Invocation invocation) {
        List<List<Object>> rows = new ArrayList<>();
        for (TableFunction function : TableFunctions.all()) {
            rows.add(List.of(
                    function.name(),
                    function.family(),
                    function.signature(),
                    function.summary(),
                    function.runsOnGpu()));
        }
        return new ListedRows(rows, String.class, String.class, String.class, String.class, Boolean.class);
    }
}
