package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.metadata.type.SqlTypes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Calls every method of the main interfaces with zeros and nulls, on open and on closed objects: whatever fails fails with an
 * {@link SQLException} that has a SQLState and a message, never with anything unchecked.
 */
class JdbcSurfaceTest {
    private final FakeSession session =
            new FakeSession().column("q", SqlTypes.VARCHAR, "x", "y").parameters("p", true, SqlTypes.INTEGER);

    private interface Maker {
        Object make() throws SQLException;
    }

    private static Object zero(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == byte.class) {
            return (byte) 0;
        }
        if (type == short.class) {
            return (short) 0;
        }
        if (type == float.class) {
            return 0f;
        }
        return type == double.class ? (Object) 0d : null;
    }

    private static void callEverything(Class<?> api, Maker maker, int index) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Method method : api.getMethods()) {
            // enquoteLiteral(null) and its like are the JDK's own default methods
            if (method.getName().startsWith("enquote") || method.getName().equals("isSimpleIdentifier")) {
                continue;
            }
            Object target = maker.make();
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = i == 0 && method.getParameterTypes()[0] == int.class
                        ? index
                        : zero(method.getParameterTypes()[i]);
            }
            if (method.getName().equals("isWrapperFor") || method.getName().equals("unwrap")) {
                arguments[0] = String.class;
            }
            try {
                method.invoke(target, arguments);
            } catch (InvocationTargetException thrown) {
                if (!(thrown.getCause() instanceof SQLException failure)
                        || failure.getSQLState() == null
                        || failure.getMessage() == null) {
                    wrong.add(method + " -> " + thrown.getCause());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void resultSet() throws Exception {
        Connection connection = session.connect();
        Maker onRow = () -> {
            ResultSet result = connection.createStatement().executeQuery("q");
            result.next();
            return result;
        };
        callEverything(ResultSet.class, onRow, 1);
        callEverything(ResultSet.class, onRow, 0);
        callEverything(ResultSet.class, () -> connection.createStatement().executeQuery("q"), 1);
        callEverything(
                ResultSet.class,
                () -> {
                    ResultSet result = connection.createStatement().executeQuery("q");
                    result.close();
                    return result;
                },
                1);
    }

    @Test
    void statements() throws Exception {
        Connection connection = session.connect();
        callEverything(Statement.class, connection::createStatement, 0);
        callEverything(PreparedStatement.class, () -> connection.prepareStatement("p"), 1);
        callEverything(PreparedStatement.class, () -> connection.prepareStatement("p"), 9);
        callEverything(
                PreparedStatement.class,
                () -> {
                    PreparedStatement statement = connection.prepareStatement("p");
                    statement.close();
                    return statement;
                },
                1);
    }

    @Test
    void connection() throws Exception {
        callEverything(Connection.class, session::connect, 0);
        callEverything(
                Connection.class,
                () -> {
                    Connection connection = session.connect();
                    connection.close();
                    return connection;
                },
                0);
    }
}
