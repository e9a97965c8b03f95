package io.algeon.tck.differential;

import java.util.function.Function;

/** A typed SQL fragment that can be spelt in either dialect. */
record Term(Kind kind, Function<Dialect, String> text) {
    /** Coarse types: what decides which operators fit. */
    enum Kind {
        BOOLEAN,
        INTEGER,
        BIGINT,
        DECIMAL,
        DOUBLE,
        TEXT,
        DATE,
        TIMESTAMP
    }

    static Term of(Kind kind, String text) {
        return new Term(kind, dialect -> text);
    }

    String in(Dialect dialect) {
        return text.apply(dialect);
    }
}
