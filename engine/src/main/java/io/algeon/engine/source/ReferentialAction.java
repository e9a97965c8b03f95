package io.algeon.engine.source;

/** What becomes of rows that refer to a row which is deleted, or whose key changes. */
public enum ReferentialAction {
    /** An error, unless a row with that key is there again at the end of the statement. */
    NO_ACTION("NO ACTION"),
    /** An error at once. */
    RESTRICT("RESTRICT"),
    /** They are deleted too, or get the new key. */
    CASCADE("CASCADE"),
    /** Their columns become NULL. */
    SET_NULL("SET NULL"),
    /** Their columns get their defaults, which have to refer to a row. */
    SET_DEFAULT("SET DEFAULT");

    private final String sql;

    ReferentialAction(String sql) {
        this.sql = sql;
    }

    /** As written in SQL. */
    public String sql() {
        return sql;
    }
}
