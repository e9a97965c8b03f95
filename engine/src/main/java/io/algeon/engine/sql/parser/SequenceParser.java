package io.algeon.engine.sql.parser;

import io.algeon.engine.source.SequenceOptions;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Parses what follows CREATE SEQUENCE and ALTER SEQUENCE. */
final class SequenceParser extends StatementReader {
    private @Nullable Long largest;
    private @Nullable Long start;
    private @Nullable Long increment;
    private @Nullable Long least;
    private @Nullable Long most;
    private @Nullable Boolean cycle;
    private boolean restart;
    private @Nullable Long restartWith;

    SequenceParser(String sql, SqlTokens tokens) {
        super(sql, tokens);
    }

    DefinitionStatement create(boolean temporary) {
        boolean ifNotExists = accept("IF", "NOT", "EXISTS");
        SqlIdentifier name = name("the name of a sequence");
        return new DefinitionStatement.CreateSequence(name, temporary, ifNotExists, options(false));
    }

    DefinitionStatement alter() {
        boolean ifExists = accept("IF", "EXISTS");
        SqlIdentifier name = name("the name of a sequence");
        return new DefinitionStatement.AlterSequence(name, ifExists, options(true));
    }

    private SequenceOptions options(boolean alters) {
        while (!atEnd()) {
            option(alters);
        }
        return new SequenceOptions(largest, start, increment, least, most, cycle, restart, restartWith);
    }

    private void option(boolean alters) {
        if (accept("AS")) {
            type();
        } else if (accept("START")) {
            accept("WITH");
            start = wholeNumber();
        } else if (accept("INCREMENT")) {
            accept("BY");
            increment = wholeNumber();
        } else if (accept("MINVALUE")) {
            least = wholeNumber();
        } else if (accept("MAXVALUE")) {
            most = wholeNumber();
        } else if (accept("NO", "MINVALUE") || accept("NO", "MAXVALUE")) {
            // as without it
            return;
        } else if (accept("CYCLE")) {
            cycle = true;
        } else if (accept("NO", "CYCLE")) {
            cycle = false;
        } else if (accept("CACHE")) {
            wholeNumber();
        } else if (accept("OWNED", "BY")) {
            name("the name of a column, or NONE");
        } else if (alters && accept("RESTART")) {
            restart = true;
            if (accept("WITH") || !atEnd() && Character.isDigit(peek().image.charAt(0)) || peekIs("-")) {
                restartWith = wholeNumber();
            }
        } else {
            throw SyntaxErrors.at(
                    peek(),
                    "AS, START WITH, INCREMENT BY, MINVALUE, MAXVALUE, NO, CYCLE, CACHE" + (alters ? ", RESTART" : "")
                            + " or the end of the statement");
        }
    }

    private void type() {
        Token token = tokens().getNextToken();
        largest = switch (token.image.toUpperCase(Locale.ROOT)) {
            case "SMALLINT", "INT2" -> (long) Short.MAX_VALUE;
            case "INTEGER", "INT", "INT4" -> (long) Integer.MAX_VALUE;
            case "BIGINT", "INT8" -> Long.MAX_VALUE;
            default -> throw SyntaxErrors.at(token, "SMALLINT, INTEGER or BIGINT");
        };
    }
}
