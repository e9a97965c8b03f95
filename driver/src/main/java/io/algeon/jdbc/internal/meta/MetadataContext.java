package io.algeon.jdbc.internal.meta;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What metadata needs of its connection. */
public interface MetadataContext {
    /** The connection itself. */
    Connection connection();

    /** The engine's session, with the catalog. */
    Session session();

    /** The URL that it was opened with. */
    String url();

    /** Name given when connecting; may be empty. */
    String user();

    /** Rows as a result set, which closes its own statement. */
    ResultSet show(QueryExecution rows) throws SQLException;
}
