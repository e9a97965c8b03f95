package io.algeon.tck.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Estimated rows against actual ones, as EXPLAIN ANALYZE shows both, of every join that the order search of TPC-H's queries
 * considers (each connected part of each query's joins), of their joins with sub-queries, and of groups.
 *
 * <p>The error of an estimate is its q-error (Moerkotte, Neumann, Steidl: Preventing Bad Plans by Bounding the Impact of
 * Cardinality Estimation Errors, 2009): the larger of estimate and actual rows divided by the smaller one, none below 1.
 */
class EstimateTest {
    private static final double SCALE = Double.parseDouble(System.getProperty("algeon.estimates.scale", "0.01"));
    private static final Pattern ROWS = Pattern.compile("\\[rows ~(\\d+), actual (\\d+)");

    /** Relations and predicates of a query's joins; a predicate names a relation by the prefix of columns or the alias. */
    private record Region(int query, List<String> relations, List<String> predicates) {
        static Region of(int query, String relations, String... predicates) {
            return new Region(query, List.of(relations.split(", ")), List.of(predicates));
        }

        int relationsOf(String predicate) {
            int mask = 0;
            for (int i = 0; i < relations.size(); i++) {
                String[] words = relations.get(i).split(" ");
                String own = words.length > 1
                        ? words[1] + "."
                        : words[0].equals("partsupp") ? "ps_" : words[0].charAt(0) + "_";
                mask |= Pattern.compile("\\b" + Pattern.quote(own))
                                .matcher(predicate)
                                .find()
                        ? 1 << i
                        : 0;
            }
            return mask;
        }

        List<String> connectedParts() {
            List<String> parts = new ArrayList<>();
            for (int part = 1; part < 1 << relations.size(); part++) {
                if (!isConnected(part)) {
                    continue;
                }
                List<String> from = new ArrayList<>();
                for (int i = 0; i < relations.size(); i++) {
                    if ((part >> i & 1) != 0) {
                        from.add(relations.get(i));
                    }
                }
                int within = part;
                List<String> where = predicates.stream()
                        .filter(predicate -> (relationsOf(predicate) & ~within) == 0)
                        .toList();
                if (from.size() > 1 || !where.isEmpty()) {
                    parts.add("SELECT 1 AS one FROM " + String.join(", ", from)
                            + (where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where)));
                }
            }
            return parts;
        }

        private boolean isConnected(int part) {
            int reached = Integer.lowestOneBit(part);
            boolean grows = true;
            while (grows) {
                int before = reached;
                for (String predicate : predicates) {
                    int mask = relationsOf(predicate);
                    if ((mask & ~part) == 0 && (mask & reached) != 0) {
                        reached |= mask;
                    }
                }
                grows = reached != before;
            }
            return reached == part;
        }
    }

    private record Measured(String sql, double estimate, double actual) {
        double error() {
            double a = Math.max(1, estimate);
            double b = Math.max(1, actual);
            return Math.max(a, b) / Math.min(a, b);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%8.2f  estimate %.0f, actual %.0f: %s", error(), estimate, actual, sql);
        }
    }

    private static final List<Region> REGIONS = List.of(
            Region.of(
                    2,
                    "part, supplier, partsupp, nation, region",
                    "p_partkey = ps_partkey",
                    "s_suppkey = ps_suppkey",
                    "p_size = 15",
                    "p_type like '%BRASS'",
                    "s_nationkey = n_nationkey",
                    "n_regionkey = r_regionkey",
                    "r_name = 'EUROPE'"),
            Region.of(
                    3,
                    "customer, orders, lineitem",
                    "c_mktsegment = 'BUILDING'",
                    "c_custkey = o_custkey",
                    "l_orderkey = o_orderkey",
                    "o_orderdate < date '1995-03-15'",
                    "l_shipdate > date '1995-03-15'"),
            Region.of(
                    5,
                    "customer, orders, lineitem, supplier, nation, region",
                    "c_custkey = o_custkey",
                    "l_orderkey = o_orderkey",
                    "l_suppkey = s_suppkey",
                    "c_nationkey = s_nationkey",
                    "s_nationkey = n_nationkey",
                    "n_regionkey = r_regionkey",
                    "r_name = 'ASIA'",
                    "o_orderdate >= date '1994-01-01'",
                    "o_orderdate < date '1995-01-01'"),
            Region.of(
                    7,
                    "supplier, lineitem, orders, customer, nation n1, nation n2",
                    "s_suppkey = l_suppkey",
                    "o_orderkey = l_orderkey",
                    "c_custkey = o_custkey",
                    "s_nationkey = n1.n_nationkey",
                    "c_nationkey = n2.n_nationkey",
                    "(n1.n_name = 'FRANCE' and n2.n_name = 'GERMANY' or n1.n_name = 'GERMANY' and n2.n_name = 'FRANCE')",
                    "l_shipdate between date '1995-01-01' and date '1996-12-31'"),
            Region.of(
                    8,
                    "part, supplier, lineitem, orders, customer, nation n1, nation n2, region",
                    "p_partkey = l_partkey",
                    "s_suppkey = l_suppkey",
                    "l_orderkey = o_orderkey",
                    "o_custkey = c_custkey",
                    "c_nationkey = n1.n_nationkey",
                    "n1.n_regionkey = r_regionkey",
                    "r_name = 'AMERICA'",
                    "s_nationkey = n2.n_nationkey",
                    "o_orderdate between date '1995-01-01' and date '1996-12-31'",
                    "p_type = 'ECONOMY ANODIZED STEEL'"),
            Region.of(
                    9,
                    "part, supplier, lineitem, partsupp, orders, nation",
                    "s_suppkey = l_suppkey",
                    "ps_suppkey = l_suppkey",
                    "ps_partkey = l_partkey",
                    "p_partkey = l_partkey",
                    "o_orderkey = l_orderkey",
                    "s_nationkey = n_nationkey",
                    "p_name like '%green%'"),
            Region.of(
                    10,
                    "customer, orders, lineitem, nation",
                    "c_custkey = o_custkey",
                    "l_orderkey = o_orderkey",
                    "o_orderdate >= date '1993-10-01'",
                    "o_orderdate < date '1994-01-01'",
                    "l_returnflag = 'R'",
                    "c_nationkey = n_nationkey"),
            Region.of(
                    11,
                    "partsupp, supplier, nation",
                    "ps_suppkey = s_suppkey",
                    "s_nationkey = n_nationkey",
                    "n_name = 'GERMANY'"),
            Region.of(
                    12,
                    "orders, lineitem",
                    "o_orderkey = l_orderkey",
                    "l_shipmode in ('MAIL', 'SHIP')",
                    "l_commitdate < l_receiptdate",
                    "l_shipdate < l_commitdate",
                    "l_receiptdate >= date '1994-01-01'",
                    "l_receiptdate < date '1995-01-01'"),
            Region.of(
                    14,
                    "lineitem, part",
                    "l_partkey = p_partkey",
                    "l_shipdate >= date '1995-09-01'",
                    "l_shipdate < date '1995-10-01'"),
            Region.of(
                    16,
                    "partsupp, part",
                    "p_partkey = ps_partkey",
                    "p_brand <> 'Brand#45'",
                    "p_type not like 'MEDIUM POLISHED%'",
                    "p_size in (49, 14, 23, 45, 19, 3, 36, 9)"),
            Region.of(17, "lineitem, part", "p_partkey = l_partkey", "p_brand = 'Brand#23'", "p_container = 'MED BOX'"),
            Region.of(18, "customer, orders, lineitem", "c_custkey = o_custkey", "o_orderkey = l_orderkey"),
            Region.of(
                    21,
                    "supplier, lineitem, orders, nation",
                    "s_suppkey = l_suppkey",
                    "o_orderkey = l_orderkey",
                    "o_orderstatus = 'F'",
                    "l_receiptdate > l_commitdate",
                    "s_nationkey = n_nationkey",
                    "n_name = 'SAUDI ARABIA'"));

    private static final List<String> SUB_QUERIES = List.of(
            "SELECT 1 AS one FROM orders WHERE o_orderdate >= date '1993-07-01' AND o_orderdate < date '1993-10-01'"
                    + " AND EXISTS (SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)",
            "SELECT c_custkey, o_orderkey FROM customer LEFT JOIN orders ON c_custkey = o_custkey"
                    + " AND o_comment NOT LIKE '%special%requests%'",
            "SELECT 1 AS one FROM partsupp WHERE ps_suppkey NOT IN"
                    + " (SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')",
            "SELECT 1 AS one FROM partsupp WHERE ps_partkey IN (SELECT p_partkey FROM part WHERE p_name LIKE 'forest%')",
            "SELECT 1 AS one FROM lineitem l1 WHERE EXISTS (SELECT * FROM lineitem l2 WHERE l2.l_orderkey = l1.l_orderkey"
                    + " AND l2.l_suppkey <> l1.l_suppkey)",
            "SELECT 1 AS one FROM customer WHERE NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey)",
            "SELECT 1 AS one FROM orders WHERE o_orderkey IN"
                    + " (SELECT l_orderkey FROM lineitem GROUP BY l_orderkey HAVING sum(l_quantity) > 250)",
            "SELECT 1 AS one FROM lineitem, part WHERE p_partkey = l_partkey AND l_shipmode IN ('AIR', 'AIR REG')"
                    + " AND (p_brand = 'Brand#12' AND l_quantity BETWEEN 1 AND 11 AND p_size BETWEEN 1 AND 5"
                    + " OR p_brand = 'Brand#23' AND l_quantity BETWEEN 10 AND 20 AND p_size BETWEEN 1 AND 10)");

    private static final List<String> PAIRS = List.of(
            "SELECT 1 AS one FROM lineitem l, lineitem m WHERE l.l_partkey = m.l_partkey AND l.l_suppkey = m.l_suppkey",
            "SELECT 1 AS one FROM lineitem l, lineitem m WHERE l.l_orderkey = m.l_orderkey"
                    + " AND l.l_linenumber = m.l_linenumber",
            "SELECT 1 AS one FROM lineitem l, lineitem m WHERE l.l_returnflag = m.l_returnflag"
                    + " AND l.l_linestatus = m.l_linestatus AND l.l_orderkey = m.l_orderkey",
            "SELECT 1 AS one FROM partsupp p, partsupp q WHERE p.ps_partkey = q.ps_partkey"
                    + " AND p.ps_suppkey = q.ps_suppkey",
            "SELECT 1 AS one FROM orders p, orders q WHERE p.o_custkey = q.o_custkey AND p.o_orderdate = q.o_orderdate",
            "SELECT 1 AS one FROM lineitem, partsupp WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey"
                    + " AND ps_availqty < 1000");

    private static final List<String> GROUPS = groups(
            "l_returnflag, l_linestatus FROM lineitem",
            "l_partkey, l_suppkey FROM lineitem",
            "l_partkey, l_suppkey FROM lineitem WHERE l_shipdate < date '1994-01-01'",
            "l_orderkey, o_orderdate, o_shippriority FROM orders, lineitem WHERE l_orderkey = o_orderkey",
            "l_orderkey, l_partkey FROM lineitem",
            "l_suppkey FROM lineitem WHERE l_shipdate >= date '1996-01-01' AND l_shipdate < date '1996-04-01'",
            "l_shipdate, l_receiptdate FROM lineitem",
            "l_shipdate, l_commitdate, l_receiptdate FROM lineitem",
            "l_quantity, l_extendedprice FROM lineitem",
            "l_extendedprice, l_partkey FROM lineitem",
            "l_comment FROM lineitem",
            "l_orderkey, l_linestatus FROM lineitem",
            "o_custkey FROM orders",
            "o_custkey, o_orderdate FROM orders",
            "o_orderstatus, o_orderdate FROM orders",
            "o_clerk, o_orderpriority FROM orders",
            "c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment FROM customer, nation"
                    + " WHERE c_nationkey = n_nationkey",
            "c_nationkey, n_name FROM customer, nation WHERE c_nationkey = n_nationkey",
            "n_name, r_name FROM nation, region WHERE n_regionkey = r_regionkey",
            "p_brand, p_type, p_size FROM part",
            "p_brand, p_mfgr FROM part",
            "p_brand, p_type, p_size FROM partsupp, part WHERE p_partkey = ps_partkey AND p_size < 10",
            "ps_partkey, ps_suppkey FROM partsupp",
            "n_name, extract(year from o_orderdate) FROM orders, customer, nation"
                    + " WHERE o_custkey = c_custkey AND c_nationkey = n_nationkey");

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void generateAndOpen() throws SQLException, IOException {
        String data = System.getProperty("algeon.estimates.data");
        if (data == null) {
            TpchData.generate(directory, SCALE, table -> {});
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + (data == null ? directory : data));
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static List<String> groups(String... groups) {
        return Arrays.stream(groups)
                .map(group -> {
                    String keys = group.substring(0, group.indexOf(" FROM "));
                    return "SELECT " + group + " GROUP BY " + keys;
                })
                .toList();
    }

    @Test
    void estimatesOfJoins_areNearTheActualRows() throws SQLException {
        List<String> statements = new ArrayList<>();
        REGIONS.forEach(region -> statements.addAll(region.connectedParts()));
        assertErrors("joins", statements.stream().distinct().toList(), 1.4, 15);
    }

    @Test
    void estimatesOfSubQueries_areNearTheActualRows() throws SQLException {
        assertErrors("joins with sub-queries", SUB_QUERIES, 1.6, 4);
    }

    @Test
    void estimatesOfJoinsOnSeveralColumns_areNearTheActualRows() throws SQLException {
        assertErrors("joins on several columns", PAIRS, 1.3, 2.5);
    }

    @Test
    void estimatesOfGroups_areNearTheActualGroups() throws SQLException {
        assertErrors("groups", GROUPS, 1.3, 3);
    }

    private static void assertErrors(String what, List<String> statements, double mean, double worst)
            throws SQLException {
        List<Measured> measured = new ArrayList<>();
        for (String sql : statements) {
            Measured one = measure(sql);
            // of nothing, no estimate is near
            if (one.actual > 0) {
                measured.add(one);
            }
        }
        measured.sort(Comparator.comparingDouble(Measured::error).reversed());
        double logs =
                measured.stream().mapToDouble(one -> Math.log(one.error())).sum();
        String summary = String.format(
                Locale.ROOT,
                "%d %s: geometric mean of the q-errors %.2f, worst %.2f",
                measured.size(),
                what,
                Math.exp(logs / measured.size()),
                measured.get(0).error());
        String shown =
                summary + measured.stream().limit(10).map(one -> "\n" + one).collect(Collectors.joining());
        System.out.println(shown);
        assertThat(Math.exp(logs / measured.size())).as(shown).isLessThan(mean);
        assertThat(measured.get(0).error()).as(shown).isLessThan(worst);
    }

    private static Measured measure(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("EXPLAIN ANALYZE " + sql)) {
            result.next();
            Matcher rows = ROWS.matcher(result.getString(1));
            assertThat(rows.find()).as(result.getString(1)).isTrue();
            return new Measured(sql, Double.parseDouble(rows.group(1)), Double.parseDouble(rows.group(2)));
        }
    }
}
