package io.algeon.engine.sql.parser;

import io.algeon.engine.source.ReferentialAction;
import io.algeon.engine.sql.parser.DefinitionStatement.Alteration;
import io.algeon.engine.sql.parser.DefinitionStatement.Column;
import io.algeon.engine.sql.parser.DefinitionStatement.Constraint;
import io.algeon.engine.sql.parser.DefinitionStatement.Identity;
import io.algeon.engine.sql.parser.DefinitionStatement.Kind;
import io.algeon.engine.sql.parser.DefinitionStatement.Type;
import io.algeon.engine.sql.parser.DefinitionStatement.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Parses CREATE, ALTER, DROP and TRUNCATE. */
final class DefinitionParser extends StatementReader {
    private static final String[] COLUMN_CONSTRAINTS = {
        "NOT",
        "NULL",
        "DEFAULT",
        "PRIMARY",
        "UNIQUE",
        "CHECK",
        "REFERENCES",
        "CONSTRAINT",
        "GENERATED",
        "AS",
        "COLLATE",
        "AUTO_INCREMENT",
        "AUTOINCREMENT",
        "IDENTITY",
        "COMMENT",
        "USING",
        ","
    };

    DefinitionParser(String sql, SqlTokens tokens) {
        super(sql, tokens);
    }

    DefinitionStatement statement() throws ParseException {
        DefinitionStatement statement;
        if (accept("CREATE")) {
            statement = create();
        } else if (accept("ALTER")) {
            statement = alter();
        } else if (accept("DROP")) {
            statement = drop();
        } else {
            require("TRUNCATE");
            statement = truncate();
        }
        end();
        return statement;
    }

    private DefinitionStatement create() throws ParseException {
        boolean replace = accept("OR", "REPLACE");
        if (peekIs("GLOBAL")) {
            throw unsupported(peek(), "Global temporary tables are not supported; temporary ones are their session's");
        }
        accept("LOCAL");
        boolean temporary = accept("TEMPORARY") || accept("TEMP");
        boolean unique = accept("UNIQUE");
        if (unique || peekIs("INDEX")) {
            require("INDEX");
            return index(unique);
        }
        if (accept("TABLE")) {
            return table(temporary, replace);
        } else if (accept("VIEW")) {
            return view(temporary, replace);
        } else if (accept("SCHEMA")) {
            boolean ifNotExists = accept("IF", "NOT", "EXISTS");
            return new DefinitionStatement.CreateSchema(name("the name of a schema"), ifNotExists);
        }
        if (accept("SEQUENCE")) {
            return sequences().create(temporary);
        }
        throw SyntaxErrors.at(peek(), "TABLE, VIEW, INDEX, SEQUENCE or SCHEMA");
    }

    private SequenceParser sequences() {
        return new SequenceParser(sql(), tokens());
    }

    private DefinitionStatement table(boolean temporary, boolean replace) throws ParseException {
        boolean ifNotExists = accept("IF", "NOT", "EXISTS");
        SqlIdentifier name = name("the name of a table");
        List<Column> columns = new ArrayList<>();
        List<Constraint> constraints = new ArrayList<>();
        SqlIdentifier like = null;
        if (accept("(")) {
            do {
                if (accept("LIKE")) {
                    like = name("the name of a table");
                    while (accept("INCLUDING") || accept("EXCLUDING")) {
                        tokens().getNextToken();
                    }
                } else if (peekIs("CONSTRAINT", "PRIMARY", "FOREIGN", "CHECK")
                        || peekIs("UNIQUE") && tokens().followedBy("(")) {
                    constraints.add(tableConstraint());
                } else {
                    columns.add(column(constraints, true));
                }
            } while (accept(","));
            require(")");
        }
        while (accept("ON", "COMMIT")) {
            if (!accept("PRESERVE", "ROWS")) {
                throw unsupported(peek(), "Temporary tables keep their rows at COMMIT: ON COMMIT PRESERVE ROWS");
            }
        }
        SqlNode query = null;
        boolean withData = true;
        if (accept("AS")) {
            query = query(tokens().clauseEnd("WITH DATA", "WITH NO"));
            withData = !accept("WITH", "NO", "DATA");
            accept("WITH", "DATA");
        } else if (columns.isEmpty() && like == null) {
            throw SyntaxErrors.at(peek(), "columns in parentheses, or AS and a query");
        }
        return new DefinitionStatement.CreateTable(
                name,
                temporary,
                replace,
                ifNotExists,
                columns,
                constraints,
                like,
                query,
                withData,
                tokens().parameters());
    }

    /** A column; constraints that stand beside it join the others. */
    private Column column(List<Constraint> constraints, boolean mayLackType) throws ParseException {
        SqlIdentifier name = simpleName("the name of a column");
        boolean notNull = false;
        Written defaultValue = null;
        Identity identity = null;
        Written generated = null;
        Type type = null;
        String word = peek().image.toUpperCase(Locale.ROOT);
        if (word.matches("(BIG|SMALL)?SERIAL|SERIAL[248]")) {
            Token token = tokens().getNextToken();
            type = serialType(word, position(token));
            identity = new Identity(false, 1, 1);
            notNull = true;
        } else if (!peekIs(",", ")") && !peekIs(COLUMN_CONSTRAINTS)) {
            type = type();
        } else if (!mayLackType) {
            throw SyntaxErrors.at(peek(), "a type");
        }
        while (!atEnd() && !peekIs(",", ")")) {
            SqlIdentifier constraint = accept("CONSTRAINT") ? simpleName("the name of a constraint") : null;
            if (accept("NOT", "NULL")) {
                notNull = true;
            } else if (accept("NULL")) {
                notNull = false;
            } else if (accept("DEFAULT")) {
                defaultValue = written(tokens().clauseEnd(1, COLUMN_CONSTRAINTS));
            } else if (accept("PRIMARY", "KEY")) {
                constraints.add(new Constraint.Key(constraint, true, List.of(name)));
                accept("ASC");
            } else if (accept("UNIQUE")) {
                accept("KEY");
                constraints.add(new Constraint.Key(constraint, false, List.of(name)));
            } else if (accept("CHECK")) {
                constraints.add(new Constraint.Check(constraint, parenthesized()));
            } else if (accept("REFERENCES")) {
                constraints.add(references(constraint, List.of(name)));
            } else if (accept("GENERATED")) {
                boolean always = accept("ALWAYS");
                if (!always) {
                    require("BY", "DEFAULT");
                }
                require("AS");
                if (always && peekIs("(")) {
                    generated = generated();
                } else {
                    require("IDENTITY");
                    identity = identity(always);
                    notNull = true;
                }
            } else if (accept("AS")) {
                generated = generated();
            } else if (accept("AUTO_INCREMENT") || accept("AUTOINCREMENT") || accept("IDENTITY")) {
                identity = identity(false);
                notNull = true;
            } else if (accept("COLLATE")) {
                tokens().getNextToken();
            } else if (accept("COMMENT")) {
                tokens().getNextToken();
            } else {
                throw SyntaxErrors.at(
                        peek(),
                        "NOT NULL, DEFAULT, PRIMARY KEY, UNIQUE, CHECK, REFERENCES, GENERATED, a comma or a parenthesis");
            }
        }
        return new Column(name, type, notNull, defaultValue, identity, generated);
    }

    /** An expression in parentheses; its values are stored, whatever is asked for. */
    private Written generated() throws ParseException {
        Written written = parenthesized();
        if (!accept("STORED")) {
            accept("VIRTUAL");
        }
        return written;
    }

    private static Type serialType(String word, SqlParserPos position) {
        SqlTypeName type = switch (word) {
            case "BIGSERIAL", "SERIAL8" -> SqlTypeName.BIGINT;
            case "SMALLSERIAL", "SERIAL2" -> SqlTypeName.SMALLINT;
            default -> SqlTypeName.INTEGER;
        };
        return new Type(new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position), 0);
    }

    private Identity identity(boolean always) {
        long start = 1;
        long increment = 1;
        if (accept("(")) {
            while (!accept(")")) {
                if (accept("START")) {
                    accept("WITH");
                    start = wholeNumber();
                } else if (accept("INCREMENT")) {
                    accept("BY");
                    increment = wholeNumber();
                } else if (peek().kind == SqlGrammarConstants.UNSIGNED_INTEGER_LITERAL) {
                    start = wholeNumber();
                    require(",");
                    increment = wholeNumber();
                } else if (accept("NO")) {
                    tokens().getNextToken();
                } else if (accept("CACHE") || accept("MINVALUE") || accept("MAXVALUE")) {
                    wholeNumber();
                } else {
                    throw SyntaxErrors.at(peek(), "START WITH, INCREMENT BY or )");
                }
                accept(",");
            }
        }
        return new Identity(always, start, increment);
    }

    private Written written(int end) throws ParseException {
        Token first = peek();
        if (tokens().at(tokens().position() + 1).kind == SqlGrammarConstants.QUOTED_STRING) {
            // DATE '2024-01-01' behind a word that looked like a name
            tokens().restoreKeywords(end);
        }
        SqlNode expression = expression(end);
        return new Written(expression, text(first, tokens().position()));
    }

    private Written parenthesized() throws ParseException {
        require("(");
        Written written = written(Integer.MAX_VALUE);
        require(")");
        return written;
    }

    private Type type() throws ParseException {
        int end = tokens().clauseEnd(COLUMN_CONSTRAINTS);
        tokens().restoreKeywords(end);
        SqlNode type;
        if (accept("INTERVAL")) {
            type = read(end, SqlGrammar::IntervalQualifier);
        } else {
            type = read(end, SqlGrammar::DataType);
        }
        int depth = 0;
        while (accept("[")) {
            if (!peekIs("]")) {
                wholeNumber();
            }
            require("]");
            depth++;
        }
        return new Type(type, depth);
    }

    private Constraint tableConstraint() throws ParseException {
        SqlIdentifier name = accept("CONSTRAINT") ? simpleName("the name of a constraint") : null;
        if (accept("PRIMARY", "KEY")) {
            return new Constraint.Key(name, true, names("the name of a column"));
        } else if (accept("UNIQUE")) {
            accept("KEY");
            return new Constraint.Key(name, false, names("the name of a column"));
        } else if (accept("CHECK")) {
            return new Constraint.Check(name, parenthesized());
        } else if (accept("FOREIGN", "KEY")) {
            List<SqlIdentifier> columns = names("the name of a column");
            require("REFERENCES");
            return references(name, columns);
        }
        throw SyntaxErrors.at(peek(), "PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY");
    }

    private Constraint references(@Nullable SqlIdentifier name, List<SqlIdentifier> columns) {
        SqlIdentifier table = name("the name of a table");
        List<SqlIdentifier> referenced = peekIs("(") ? names("the name of a column") : List.of();
        ReferentialAction onDelete = ReferentialAction.NO_ACTION;
        ReferentialAction onUpdate = ReferentialAction.NO_ACTION;
        boolean deferred = false;
        while (true) {
            Token token = peek();
            if (accept("MATCH")) {
                if (!accept("SIMPLE") && !(columns.size() == 1 && accept("FULL"))) {
                    throw unsupported(token, "Foreign keys match as MATCH SIMPLE");
                }
            } else if (accept("ON", "DELETE")) {
                onDelete = action();
            } else if (accept("ON", "UPDATE")) {
                onUpdate = action();
            } else if (accept("INITIALLY", "DEFERRED")) {
                deferred = true;
            } else if (!accept("NOT", "DEFERRABLE") && !accept("DEFERRABLE") && !accept("INITIALLY", "IMMEDIATE")) {
                return new Constraint.ForeignKey(name, columns, table, referenced, onDelete, onUpdate, deferred);
            }
        }
    }

    private ReferentialAction action() {
        for (ReferentialAction action : ReferentialAction.values()) {
            if (accept(action.sql().split(" "))) {
                return action;
            }
        }
        throw SyntaxErrors.at(peek(), "CASCADE, SET NULL, SET DEFAULT, RESTRICT or NO ACTION");
    }

    private DefinitionStatement view(boolean temporary, boolean replace) throws ParseException {
        boolean ifNotExists = accept("IF", "NOT", "EXISTS");
        SqlIdentifier name = name("the name of a view");
        List<SqlIdentifier> columns = peekIs("(") ? names("the name of a column") : List.of();
        require("AS");
        Token first = peek();
        SqlNode query = query(Integer.MAX_VALUE);
        return new DefinitionStatement.CreateView(
                name, temporary, replace, ifNotExists, columns, new Written(query, text(first, tokens().position())));
    }

    private DefinitionStatement index(boolean unique) {
        accept("CONCURRENTLY");
        boolean ifNotExists = accept("IF", "NOT", "EXISTS");
        SqlIdentifier name = peekIs("ON") ? null : simpleName("the name of an index");
        require("ON");
        SqlIdentifier table = name("the name of a table");
        if (accept("USING")) {
            tokens().getNextToken();
        }
        require("(");
        List<SqlIdentifier> columns = new ArrayList<>();
        do {
            Token token = peek();
            columns.add(simpleName("the name of a column"));
            if (peekIs("(")) {
                throw unsupported(token, "An index is over columns, not over expressions");
            }
            if (!accept("ASC")) {
                accept("DESC");
            }
            if (accept("NULLS")) {
                tokens().getNextToken();
            }
        } while (accept(","));
        require(")");
        if (peekIs("WHERE")) {
            throw unsupported(peek(), "An index is over all rows; WHERE is not supported");
        }
        return new DefinitionStatement.CreateIndex(name, table, unique, ifNotExists, columns);
    }

    private DefinitionStatement alter() throws ParseException {
        if (accept("SEQUENCE")) {
            return sequences().alter();
        }
        if (accept("VIEW")) {
            return alterView();
        }
        if (!accept("TABLE")) {
            throw unsupported(
                    peek(), "ALTER is for tables, views and sequences: ALTER TABLE, ALTER VIEW, ALTER SEQUENCE");
        }
        boolean ifExists = accept("IF", "EXISTS");
        accept("ONLY");
        SqlIdentifier name = name("the name of a table");
        List<Alteration> actions = new ArrayList<>();
        do {
            actions.add(alteration());
        } while (accept(","));
        return new DefinitionStatement.AlterTable(name, ifExists, actions);
    }

    private DefinitionStatement alterView() {
        boolean ifExists = accept("IF", "EXISTS");
        SqlIdentifier name = name("the name of a view");
        if (accept("RENAME", "TO")) {
            return new DefinitionStatement.AlterView(name, ifExists, simpleName("the new name"), null);
        } else if (accept("SET", "SCHEMA")) {
            return new DefinitionStatement.AlterView(name, ifExists, null, simpleName("the name of a schema"));
        }
        throw unsupported(
                peek(), "ALTER VIEW knows RENAME TO and SET SCHEMA; CREATE OR REPLACE VIEW gives a view another query");
    }

    private Alteration alteration() throws ParseException {
        if (accept("ADD")) {
            if (peekIs("CONSTRAINT", "PRIMARY", "FOREIGN", "CHECK") || peekIs("UNIQUE") && tokens().followedBy("(")) {
                return new Alteration.AddConstraint(tableConstraint());
            }
            accept("COLUMN");
            boolean ifNotExists = accept("IF", "NOT", "EXISTS");
            List<Constraint> constraints = new ArrayList<>();
            Column column = column(constraints, false);
            return new Alteration.AddColumn(column, constraints, ifNotExists);
        }
        if (accept("DROP")) {
            if (accept("CONSTRAINT")) {
                boolean ifExists = accept("IF", "EXISTS");
                SqlIdentifier name = simpleName("the name of a constraint");
                dropBehaviour();
                return new Alteration.DropConstraint(name, ifExists);
            }
            accept("COLUMN");
            boolean ifExists = accept("IF", "EXISTS");
            SqlIdentifier column = simpleName("the name of a column");
            return new Alteration.DropColumn(column, ifExists, dropBehaviour());
        }
        if (accept("RENAME")) {
            if (accept("TO")) {
                return new Alteration.Rename(simpleName("the new name"));
            }
            accept("COLUMN");
            SqlIdentifier column = simpleName("the name of a column");
            require("TO");
            return new Alteration.RenameColumn(column, simpleName("the new name"));
        }
        if (accept("SET", "SCHEMA")) {
            return new Alteration.SetSchema(simpleName("the name of a schema"));
        }
        require("ALTER");
        accept("COLUMN");
        SqlIdentifier column = simpleName("the name of a column");
        if (accept("SET", "DEFAULT")) {
            return new Alteration.SetDefault(column, written(Integer.MAX_VALUE));
        } else if (accept("DROP", "DEFAULT")) {
            return new Alteration.SetDefault(column, null);
        } else if (accept("SET", "NOT", "NULL")) {
            return new Alteration.SetNotNull(column, true);
        } else if (accept("DROP", "NOT", "NULL")) {
            return new Alteration.SetNotNull(column, false);
        } else if (accept("SET", "DATA", "TYPE") || accept("TYPE")) {
            Type type = type();
            return new Alteration.SetType(column, type, accept("USING") ? expression() : null);
        }
        throw SyntaxErrors.at(peek(), "SET DEFAULT, DROP DEFAULT, SET NOT NULL, DROP NOT NULL or TYPE");
    }

    private boolean dropBehaviour() {
        if (accept("CASCADE")) {
            return true;
        }
        accept("RESTRICT");
        return false;
    }

    private DefinitionStatement drop() {
        Kind kind;
        if (accept("TABLE")) {
            kind = Kind.TABLE;
        } else if (accept("VIEW")) {
            kind = Kind.VIEW;
        } else if (accept("SCHEMA")) {
            kind = Kind.SCHEMA;
        } else if (accept("INDEX")) {
            kind = Kind.INDEX;
        } else if (accept("SEQUENCE")) {
            kind = Kind.SEQUENCE;
        } else {
            throw SyntaxErrors.at(peek(), "TABLE, VIEW, INDEX, SEQUENCE or SCHEMA");
        }
        boolean ifExists = accept("IF", "EXISTS");
        List<SqlIdentifier> names = new ArrayList<>();
        do {
            names.add(name("a name"));
        } while (accept(","));
        return new DefinitionStatement.Drop(kind, names, ifExists, dropBehaviour());
    }

    private DefinitionStatement truncate() {
        accept("TABLE");
        List<SqlIdentifier> names = new ArrayList<>();
        do {
            names.add(name("the name of a table"));
        } while (accept(","));
        boolean restart = accept("RESTART", "IDENTITY");
        accept("CONTINUE", "IDENTITY");
        return new DefinitionStatement.Truncate(names, restart, dropBehaviour());
    }
}
