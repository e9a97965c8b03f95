package io.algeon.engine.tablefunction.registry;

import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.engine.tablefunction.graph.GraphFunctions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The registry of table functions. */
public final class TableFunctions {
    private static final Map<String, TableFunction> BY_NAME = new TreeMap<>();

    static {
        List<TableFunction> all = new ArrayList<>(GraphFunctions.all());
        all.add(new FunctionList());
        all.add(new FunctionDescription());
        all.add(new CallValidation());
        for (TableFunction function : all) {
            BY_NAME.put(function.name(), function);
        }
    }

    private TableFunctions() {}

    /** All, by name. */
    public static Collection<TableFunction> all() {
        return BY_NAME.values();
    }

    /** The function of a name, whatever its case; null if there is none. */
    public static @Nullable TableFunction find(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }
}
