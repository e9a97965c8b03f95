package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.SequenceOptions;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.TableDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of what tables there are. Names are looked up when it is done. */
public sealed interface DataDefinition {
    /**
     * A name in the catalog.
     *
     * @param schema null: that of temporary tables, then the current one
     */
    record ObjectName(@Nullable String schema, String name) {
        @Override
        public String toString() {
            return schema == null ? name : schema + "." + name;
        }
    }

    /**
     * CREATE TABLE.
     *
     * @param rows of CREATE TABLE AS, with the table's columns; null: none
     */
    record CreateTable(
            TableDef definition,
            TableDetails details,
            boolean temporary,
            boolean replace,
            boolean ifNotExists,
            @Nullable PlanNode rows)
            implements DataDefinition {}

    /** CREATE VIEW. */
    record CreateView(
            TableDef definition, TableDetails details, boolean temporary, boolean replace, boolean ifNotExists)
            implements DataDefinition {}

    /** CREATE SCHEMA. */
    record CreateSchema(String name, boolean ifNotExists) implements DataDefinition {}

    /** CREATE SEQUENCE. */
    record CreateSequence(ObjectName name, boolean temporary, boolean ifNotExists, SequenceOptions options)
            implements DataDefinition {}

    /** ALTER SEQUENCE. */
    record AlterSequence(ObjectName name, boolean ifExists, SequenceOptions options) implements DataDefinition {}

    /**
     * ALTER TABLE, CREATE INDEX, DROP INDEX: another definition in place of a table's present one.
     *
     * @param values of the new columns, over the present ones
     */
    record AlterTable(TableSource table, TableDef definition, TableDetails details, List<Expr> values)
            implements DataDefinition {
        public AlterTable {
            values = List.copyOf(values);
        }
    }

    /** ALTER VIEW; what is null stays. */
    record AlterView(
            ObjectName name,
            boolean ifExists,
            @Nullable String newName,
            @Nullable String newSchema) implements DataDefinition {}

    /** Nothing: IF EXISTS of what is not there, IF NOT EXISTS of what is. */
    record Nothing() implements DataDefinition {}

    /** What is dropped. */
    enum Kind {
        TABLE,
        VIEW,
        SCHEMA,
        SEQUENCE
    }

    /** DROP. */
    record Drop(Kind kind, List<ObjectName> names, boolean ifExists, boolean cascade) implements DataDefinition {
        public Drop {
            names = List.copyOf(names);
        }
    }

    /**
     * TRUNCATE.
     *
     * @param cascade whether also the tables that refer to these
     */
    record Truncate(List<TableSource> tables, boolean restartIdentity, boolean cascade) implements DataDefinition {
        public Truncate {
            tables = List.copyOf(tables);
        }
    }
}
