package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.DataDefinition;
import io.algeon.engine.plan.DataDefinition.ObjectName;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.StoredObject;
import io.algeon.engine.table.StoredSequence;
import io.algeon.engine.table.StoredView;
import io.algeon.engine.table.TableDefinitions;
import io.algeon.engine.table.TableView;
import io.algeon.engine.table.TableWriter;
import io.algeon.engine.table.Transaction;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out CREATE, ALTER, DROP and TRUNCATE within a transaction. */
final class DefinitionRunner {
    private final EngineSession session;
    private final SessionTables.Changes changes;
    private final ExecutionContext context;

    DefinitionRunner(EngineSession session, SessionTables.Changes changes, ExecutionContext context) {
        this.session = session;
        this.changes = changes;
        this.context = context;
    }

    /** Runs a query and hands on its rows. */
    interface QueryReader {
        void read(PlanNode query, ChangeExecution.RowsConsumer consumer);
    }

    /** @return rows that were added, by CREATE TABLE AS */
    long run(DataDefinition definition, QueryReader reader) {
        if (definition instanceof DataDefinition.CreateTable create) {
            return createTable(create, reader);
        } else if (definition instanceof DataDefinition.CreateView create) {
            createView(create);
        } else if (definition instanceof DataDefinition.CreateSchema create) {
            createSchema(create);
        } else if (definition instanceof DataDefinition.CreateSequence create) {
            createSequence(create);
        } else if (definition instanceof DataDefinition.AlterSequence alter) {
            alterSequence(alter);
        } else if (definition instanceof DataDefinition.AlterView alter) {
            alterView(alter);
        } else if (definition instanceof DataDefinition.AlterTable alter) {
            MemoryTable table = EngineSession.memoryTable(alter.table());
            definitions(table.definition().schema())
                    .alter(table, alter.definition(), alter.details(), alter.values(), context);
        } else if (definition instanceof DataDefinition.Drop drop) {
            drop.names().forEach(name -> drop(drop, name));
        } else if (definition instanceof DataDefinition.Truncate truncate) {
            truncate(truncate);
        }
        return 0;
    }

    private void truncate(DataDefinition.Truncate truncate) {
        List<MemoryTable> own = new ArrayList<>();
        List<MemoryTable> temporary = new ArrayList<>();
        for (TableSource source : truncate.tables()) {
            MemoryTable table = EngineSession.memoryTable(source);
            (TableView.isTemporary(table.definition().schema()) ? temporary : own).add(table);
        }
        new TableDefinitions(changes.main()).truncate(own, truncate.restartIdentity(), truncate.cascade());
        new TableDefinitions(changes.temporary()).truncate(temporary, truncate.restartIdentity(), truncate.cascade());
    }

    private Transaction transaction(String schema) {
        return TableView.isTemporary(schema) ? changes.temporary() : changes.main();
    }

    private TableDefinitions definitions(String schema) {
        return new TableDefinitions(transaction(schema));
    }

    /** Refuses tables where they would vanish with the process, beside files that stay. */
    private void requireOwnTables(String schema, String what) {
        if (!TableView.isTemporary(schema) && !session.hasOwnTables()) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "A database of files has no " + what + " of its own that would stay. Create a temporary one (CREATE"
                            + " TEMPORARY " + what.toUpperCase(java.util.Locale.ROOT)
                            + "), or connect to 'jdbc:algeon:' or 'jdbc:algeon:mem:NAME'.");
        }
    }

    /** Whether there is something of that name that is not one's own. */
    private boolean isForeign(String schema, String name) {
        return schema.equalsIgnoreCase("information_schema")
                || !TableView.isTemporary(schema)
                        && session.files().table(schema, name).isPresent();
    }

    private void requireFree(TableDef definition) {
        if (isForeign(definition.schema(), definition.name())) {
            throw new EngineException(
                    ErrorCode.OBJECT_EXISTS,
                    "'" + definition.schema() + "." + definition.name()
                            + "' is a table of files or of the system. Choose another name.");
        }
    }

    private long createTable(DataDefinition.CreateTable create, QueryReader reader) {
        TableDef definition = create.definition();
        requireOwnTables(definition.schema(), "table");
        requireFree(definition);
        if (create.ifNotExists() && changes.view().object(definition.schema(), definition.name()) != null) {
            return 0;
        }
        MemoryTable table =
                definitions(definition.schema()).createTable(definition, create.details(), create.replace());
        PlanNode rows = create.rows();
        if (rows == null) {
            return 0;
        }
        TableWriter writer = new TableWriter(transaction(definition.schema()), table, context);
        long[] count = new long[1];
        reader.read(rows, source -> {
            for (Batch batch = source.get(); batch != null; batch = source.get()) {
                context.cancellation().check();
                writer.insert(batch);
                count[0] += batch.rowCount();
            }
        });
        writer.finish();
        return count[0];
    }

    private void createView(DataDefinition.CreateView create) {
        TableDef definition = create.definition();
        requireOwnTables(definition.schema(), "view");
        requireFree(definition);
        if (create.ifNotExists() && changes.view().object(definition.schema(), definition.name()) != null) {
            return;
        }
        definitions(definition.schema()).createView(definition, create.details(), create.replace());
    }

    private void alterView(DataDefinition.AlterView alter) {
        StoredObject found = find(alter.name());
        if (found == null && alter.ifExists()) {
            return;
        }
        if (found instanceof StoredView view) {
            definitions(view.definition().schema()).alterView(view, alter.newName(), alter.newSchema());
            return;
        }
        throw found == null
                ? new EngineException(
                        ErrorCode.OBJECT_NOT_FOUND,
                        "There is no view '" + alter.name() + "'. Write IF EXISTS to allow that.")
                : new EngineException(
                        ErrorCode.OBJECT_KIND_MISMATCH, "'" + alter.name() + "' is a table: ALTER TABLE changes it.");
    }

    private void createSchema(DataDefinition.CreateSchema create) {
        boolean taken = TableView.isTemporary(create.name())
                || session.catalog().schemas().stream().anyMatch(create.name()::equalsIgnoreCase);
        if (taken || !new TableDefinitions(changes.main()).createSchema(create.name())) {
            if (!create.ifNotExists()) {
                throw new EngineException(
                        ErrorCode.SCHEMA_EXISTS, "There is a schema '" + create.name() + "' already.");
            }
            return;
        }
        requireOwnTables(create.name(), "schema");
    }

    private void createSequence(DataDefinition.CreateSequence create) {
        String schema = String.valueOf(create.name().schema());
        String name = create.name().name();
        requireOwnTables(schema, "sequence");
        TableDef definition = new TableDef(schema, name, List.of(), "");
        requireFree(definition);
        boolean known =
                changes.view().object(schema, name) != null || changes.view().sequence(schema, name) != null;
        if (!known || !create.ifNotExists()) {
            definitions(schema).createSequence(schema, name, create.options());
        }
    }

    private void alterSequence(DataDefinition.AlterSequence alter) {
        StoredSequence sequence = findSequence(alter.name());
        if (sequence != null) {
            definitions(sequence.definition().schema()).alterSequence(sequence, alter.options());
        } else if (!alter.ifExists()) {
            throw noSequence(alter.name());
        }
    }

    private void dropSequence(DataDefinition.Drop drop, ObjectName name) {
        StoredSequence sequence = findSequence(name);
        if (sequence != null) {
            definitions(sequence.definition().schema()).drop(sequence, drop.cascade());
        } else if (!drop.ifExists()) {
            throw noSequence(name);
        }
    }

    private @Nullable StoredSequence findSequence(ObjectName name) {
        String given = name.schema();
        List<String> schemas =
                given != null ? List.of(given) : session.catalog().searchPath(session.currentSchema());
        return changes.view().sequence(schemas, name.name());
    }

    private static EngineException noSequence(ObjectName name) {
        return new EngineException(
                ErrorCode.OBJECT_NOT_FOUND, "There is no sequence '" + name + "'. Write IF EXISTS to allow that.");
    }

    private void drop(DataDefinition.Drop drop, ObjectName name) {
        if (drop.kind() == DataDefinition.Kind.SCHEMA) {
            dropSchema(drop, name);
            return;
        }
        if (drop.kind() == DataDefinition.Kind.SEQUENCE) {
            dropSequence(drop, name);
            return;
        }
        StoredObject found = find(name);
        if (found == null) {
            if (!drop.ifExists()) {
                throw missing(drop, name);
            }
            return;
        }
        boolean view = found instanceof StoredView;
        if (view != (drop.kind() == DataDefinition.Kind.VIEW)) {
            throw new EngineException(
                    ErrorCode.OBJECT_KIND_MISMATCH,
                    "'" + name + "' is a " + (view ? "view: DROP VIEW" : "table: DROP TABLE") + " drops it.");
        }
        definitions(found.definition().schema()).drop(found, drop.cascade());
    }

    private @Nullable StoredObject find(ObjectName name) {
        TableView view = changes.view();
        String schema = name.schema();
        if (schema != null) {
            return view.object(schema, name.name());
        }
        for (String candidate : session.catalog().searchPath(session.currentSchema())) {
            StoredObject found = view.object(candidate, name.name());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private EngineException missing(DataDefinition.Drop drop, ObjectName name) {
        String schema = name.schema() == null ? session.currentSchema() : name.schema();
        Optional<TableSource> foreign =
                session.catalog().table(schema, name.name()).filter(source -> isForeign(schema, name.name()));
        if (foreign.isPresent()) {
            return new EngineException(
                    ErrorCode.OBJECT_KIND_MISMATCH,
                    "'" + name
                            + "' is not a table made by CREATE TABLE: it cannot be dropped. Delete its files instead.");
        }
        String kind = drop.kind() == DataDefinition.Kind.VIEW ? "view" : "table";
        return new EngineException(
                ErrorCode.OBJECT_NOT_FOUND, "There is no " + kind + " '" + name + "'. Write IF EXISTS to allow that.");
    }

    private void dropSchema(DataDefinition.Drop drop, ObjectName name) {
        boolean known = session.catalog().schemas().stream().anyMatch(name.name()::equalsIgnoreCase);
        if (!known && drop.ifExists()) {
            return;
        }
        if (List.of("information_schema").contains(name.name().toLowerCase(java.util.Locale.ROOT))
                || session.files().schemas().stream()
                        .filter(schema -> !schema.equals(session.catalog().defaultSchema()))
                        .anyMatch(name.name()::equalsIgnoreCase)) {
            throw new EngineException(
                    ErrorCode.OBJECT_KIND_MISMATCH,
                    "The schema '" + name.name() + "' was not made by CREATE SCHEMA and cannot be dropped.");
        }
        new TableDefinitions(changes.main()).dropSchema(name.name(), drop.cascade());
    }
}
