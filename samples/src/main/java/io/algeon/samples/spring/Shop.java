package io.algeon.samples.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders in a table of one's own: filled in a transaction, reported on with a window function. What is Algeon's in it is the
 * URL.
 */
public final class Shop {
    /** An order to insert. */
    public record Order(long id, String customer, LocalDate day, BigDecimal amount) {}

    /** A customer's sum, and its share of all. */
    public record Share(String customer, BigDecimal amount, BigDecimal percent) {}

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;

    /** The shop keeps its orders where the data source leads. */
    public Shop(DataSource source) {
        jdbc = new JdbcTemplate(source);
        transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
        jdbc.execute("""
                CREATE TABLE IF NOT EXISTS orders (
                    id       BIGINT PRIMARY KEY,
                    customer VARCHAR NOT NULL,
                    day      DATE NOT NULL,
                    amount   DECIMAL(12, 2) NOT NULL CHECK (amount > 0))""");
    }

    /** Inserts all of the orders, or none. */
    public void take(List<Order> orders) {
        transactions.executeWithoutResult(status -> jdbc.batchUpdate(
                "INSERT INTO orders VALUES (?, ?, ?, ?)", orders, orders.size(), (statement, order) -> {
                    statement.setLong(1, order.id());
                    statement.setString(2, order.customer());
                    statement.setObject(3, order.day());
                    statement.setBigDecimal(4, order.amount());
                }));
    }

    /** Customers by what they spent since a day, the largest first. */
    public List<Share> shares(LocalDate since) {
        return jdbc.query(
                """
                SELECT customer, SUM(amount) AS amount, ROUND(100 * SUM(amount) / SUM(SUM(amount)) OVER (), 1) AS percent
                FROM orders
                WHERE day >= ?
                GROUP BY customer
                ORDER BY amount DESC, customer""", (row, number) -> new Share(row.getString(1), row.getBigDecimal(2), row.getBigDecimal(3)), since);
    }

    /** Takes some orders, tries some that break a rule, prints the report. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:algeon:mem:shop");
            Shop shop = new Shop(pool);
            LocalDate day = LocalDate.of(2026, 3, 1);
            shop.take(List.of(
                    new Order(1, "Ada", day, new BigDecimal("120.00")),
                    new Order(2, "Grace", day.plusDays(1), new BigDecimal("75.50")),
                    new Order(3, "Ada", day.plusDays(9), new BigDecimal("19.90")),
                    new Order(4, "Edsger", day.plusDays(9), new BigDecimal("310.00"))));
            try {
                shop.take(List.of(
                        new Order(5, "Alan", day, new BigDecimal("10.00")),
                        new Order(1, "Alan", day, new BigDecimal("10.00"))));
            } catch (DuplicateKeyException e) {
                out.println(
                        "Not taken, both of them: " + e.getMostSpecificCause().getMessage());
                out.println();
            }
            for (Share share : shop.shares(day)) {
                out.printf("%-8s %10s %6s %%%n", share.customer(), share.amount(), share.percent());
            }
        }
    }
}
