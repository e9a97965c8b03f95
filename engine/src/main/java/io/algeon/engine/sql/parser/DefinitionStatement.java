package io.algeon.engine.sql.parser;

import io.algeon.engine.source.ReferentialAction;
import io.algeon.engine.source.SequenceOptions;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A statement that changes what tables there are, after parsing. */
public sealed interface DefinitionStatement extends ParsedStatement {
    /**
     * A type as written: {@code ARRAY} of it so many times.
     *
     * @param type in the grammar's form, or an interval qualifier
     */
    record Type(SqlNode type, int arrayDepth) {
        /** The type as the grammar has it, null if it is an interval. */
        @Nullable
        SqlDataTypeSpec spec() {
            return type instanceof SqlDataTypeSpec spec ? spec : null;
        }
    }

    /** An expression and its text. */
    record Written(SqlNode expression, String text) {}

    /** GENERATED ... AS IDENTITY, SERIAL, AUTO_INCREMENT. */
    record Identity(boolean always, long start, long increment) {}

    /**
     * A column.
     *
     * @param type null: CREATE TABLE AS gives it
     */
    record Column(
            SqlIdentifier name,
            @Nullable Type type,
            boolean notNull,
            @Nullable Written defaultValue,
            @Nullable Identity identity,
            @Nullable Written generated) {}

    /** A constraint, of a table or written beside a column. */
    sealed interface Constraint {
        @Nullable
        SqlIdentifier name();

        /** PRIMARY KEY or UNIQUE. */
        record Key(@Nullable SqlIdentifier name, boolean primary, List<SqlIdentifier> columns) implements Constraint {}

        /** CHECK. */
        record Check(@Nullable SqlIdentifier name, Written condition) implements Constraint {}

        /** FOREIGN KEY; no referenced columns: the primary key. */
        record ForeignKey(
                @Nullable SqlIdentifier name,
                List<SqlIdentifier> columns,
                SqlIdentifier table,
                List<SqlIdentifier> referenced,
                ReferentialAction onDelete,
                ReferentialAction onUpdate,
                boolean deferred)
                implements Constraint {}
    }

    /**
     * CREATE TABLE.
     *
     * @param like a table whose columns come first; null: none
     * @param query of CREATE TABLE AS; null: none
     * @param withData whether the query's rows are taken
     */
    record CreateTable(
            SqlIdentifier name,
            boolean temporary,
            boolean replace,
            boolean ifNotExists,
            List<Column> columns,
            List<Constraint> constraints,
            @Nullable SqlIdentifier like,
            @Nullable SqlNode query,
            boolean withData,
            int parameters)
            implements DefinitionStatement {}

    /** CREATE VIEW. */
    record CreateView(
            SqlIdentifier name,
            boolean temporary,
            boolean replace,
            boolean ifNotExists,
            List<SqlIdentifier> columns,
            Written query)
            implements DefinitionStatement {}

    /** CREATE SCHEMA. */
    record CreateSchema(SqlIdentifier name, boolean ifNotExists) implements DefinitionStatement {}

    /** CREATE SEQUENCE. */
    record CreateSequence(SqlIdentifier name, boolean temporary, boolean ifNotExists, SequenceOptions options)
            implements DefinitionStatement {}

    /** ALTER SEQUENCE. */
    record AlterSequence(SqlIdentifier name, boolean ifExists, SequenceOptions options)
            implements DefinitionStatement {}

    /** CREATE INDEX. */
    record CreateIndex(
            @Nullable SqlIdentifier name,
            SqlIdentifier table,
            boolean unique,
            boolean ifNotExists,
            List<SqlIdentifier> columns)
            implements DefinitionStatement {}

    /** ALTER TABLE; the actions are done one after the other. */
    record AlterTable(SqlIdentifier name, boolean ifExists, List<Alteration> actions) implements DefinitionStatement {}

    /** ALTER VIEW; what is null stays. */
    record AlterView(
            SqlIdentifier name,
            boolean ifExists,
            @Nullable SqlIdentifier newName,
            @Nullable SqlIdentifier newSchema) implements DefinitionStatement {}

    /** One action of ALTER TABLE. */
    sealed interface Alteration {
        /** ADD COLUMN. */
        record AddColumn(Column column, List<Constraint> constraints, boolean ifNotExists) implements Alteration {}

        /** DROP COLUMN. */
        record DropColumn(SqlIdentifier column, boolean ifExists, boolean cascade) implements Alteration {}

        /** RENAME COLUMN. */
        record RenameColumn(SqlIdentifier column, SqlIdentifier newName) implements Alteration {}

        /** RENAME TO. */
        record Rename(SqlIdentifier newName) implements Alteration {}

        /** SET SCHEMA. */
        record SetSchema(SqlIdentifier schema) implements Alteration {}

        /** ALTER COLUMN ... SET DEFAULT, and DROP DEFAULT if {@code value} is null. */
        record SetDefault(SqlIdentifier column, @Nullable Written value) implements Alteration {}

        /** ALTER COLUMN ... SET NOT NULL or DROP NOT NULL. */
        record SetNotNull(SqlIdentifier column, boolean notNull) implements Alteration {}

        /** ALTER COLUMN ... TYPE; no {@code using}: a cast. */
        record SetType(
                SqlIdentifier column, Type type, @Nullable SqlNode using) implements Alteration {}

        /** ADD CONSTRAINT. */
        record AddConstraint(Constraint constraint) implements Alteration {}

        /** DROP CONSTRAINT. */
        record DropConstraint(SqlIdentifier name, boolean ifExists) implements Alteration {}
    }

    /** What DROP drops. */
    enum Kind {
        TABLE,
        VIEW,
        SCHEMA,
        INDEX,
        SEQUENCE
    }

    /** DROP. */
    record Drop(Kind kind, List<SqlIdentifier> names, boolean ifExists, boolean cascade)
            implements DefinitionStatement {}

    /** TRUNCATE. */
    record Truncate(List<SqlIdentifier> tables, boolean restartIdentity, boolean cascade)
            implements DefinitionStatement {}
}
