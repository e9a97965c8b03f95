package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.DatabaseLocation;
import io.algeon.engine.SessionSetting;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Forms of URLs, properties, and what is said of wrong ones. */
class ConnectionUrlTest {
    private static DatabaseLocation location(String url) {
        return ConnectionUrl.parse(url, new Properties()).location();
    }

    private static DatabaseLocation directory(String path) {
        return new DatabaseLocation.Directory(Path.of(path));
    }

    private static void assertRefused(String state, String part, String url, Properties properties) {
        assertThatThrownBy(() -> new AlgeonDriver().connect(url, properties))
                .isInstanceOfSatisfying(SQLException.class, e -> {
                    assertThat(e.getSQLState()).isEqualTo(state);
                    assertThat(e.getMessage()).contains(part);
                });
    }

    @Test
    void locations() {
        assertThat(location("jdbc:algeon:")).isEqualTo(new DatabaseLocation.Private());
        assertThat(location("jdbc:algeon:mem:")).isEqualTo(new DatabaseLocation.Private());
        assertThat(location("jdbc:algeon:mem:sales")).isEqualTo(new DatabaseLocation.Named("sales"));
        assertThat(location("jdbc:algeon:/data/x")).isEqualTo(directory("/data/x"));
        assertThat(location("jdbc:algeon:/data/x/")).isEqualTo(directory("/data/x"));
        assertThat(location("jdbc:algeon:file:/data/x")).isEqualTo(directory("/data/x"));
        assertThat(location("jdbc:algeon:file:///data/x")).isEqualTo(directory("/data/x"));
        assertThat(location("jdbc:algeon:data/x")).isEqualTo(directory("data/x"));
        assertThat(location("jdbc:algeon:./data")).isEqualTo(directory("data"));
        assertThat(location("jdbc:algeon:file:data")).isEqualTo(directory("data"));
        assertThat(location("jdbc:algeon:/a%20b/%C3%A9?threads=2")).isEqualTo(directory("/a b/é"));
        assertThat(location("jdbc:algeon:/a%3Fb")).isEqualTo(directory("/a?b"));
        assertThat(location("jdbc:algeon:/a+b")).isEqualTo(directory("/a+b"));
        assertThat(location("jdbc:algeon:C:/data")).isEqualTo(directory("C:/data"));
        assertThat(location("jdbc:algeon:file:/C:/data")).isEqualTo(directory("C:/data"));
        assertThat(location("jdbc:algeon:~/data")).isEqualTo(directory(System.getProperty("user.home") + "/data"));
    }

    @Test
    void properties_fromUrlAndProperties_theUrlWins() {
        Properties given = new Properties();
        given.setProperty("THREADS", "3");
        given.setProperty("user", "ann");
        given.setProperty("password", "secret");
        Properties before = (Properties) given.clone();
        ConnectionUrl url = ConnectionUrl.parse("jdbc:algeon:?threads=2&time_zone=Europe%2FBerlin&", given);
        assertThat(url.settings())
                .containsEntry(SessionSetting.THREADS, "2")
                .containsEntry(SessionSetting.TIME_ZONE, "Europe/Berlin")
                .hasSize(2);
        assertThat(url.user()).isEqualTo("ann");
        assertThat(given).isEqualTo(before);
        Properties defaults = new Properties(given);
        assertThat(ConnectionUrl.parse("jdbc:algeon:", defaults).settings()).containsEntry(SessionSetting.THREADS, "3");
    }

    @Test
    void mistakes_areExplained() {
        Properties none = new Properties();
        assertRefused("22023", "did you mean threads?", "jdbc:algeon:?thread=2", none);
        assertRefused("22023", "memory_limit", "jdbc:algeon:?nonsense_at_all=2", none);
        assertRefused("22023", "cpu_only", "jdbc:algeon:?execution_mode=gpu", none);
        assertRefused("08001", "name=value", "jdbc:algeon:?threads", none);
        assertRefused("08001", "%25", "jdbc:algeon:/a%2", none);
        assertRefused("08001", "file:", "jdbc:algeon:file:", none);
        assertRefused("08001", "directory", "jdbc:algeon:/a%00b", none);
        Properties wrong = new Properties();
        wrong.setProperty("memory_limits", "1GB");
        assertRefused("22023", "did you mean memory_limit?", "jdbc:algeon:", wrong);
    }

    @Test
    void driver_acceptsOnlyItsOwn_andListsEveryProperty() throws SQLException {
        AlgeonDriver driver = new AlgeonDriver();
        assertThat(driver.acceptsURL("jdbc:algeon:/x")).isTrue();
        assertThat(driver.acceptsURL("jdbc:other:x")).isFalse();
        assertThat(driver.connect("jdbc:other:x", new Properties())).isNull();
        assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
        DriverPropertyInfo[] properties = driver.getPropertyInfo("jdbc:algeon:/x?threads=4", null);
        assertThat(properties).hasSize(ConnectionProperty.values().length).allSatisfy(p -> {
            assertThat(p.description).isNotEmpty();
            assertThat(p.name).isEqualTo(p.name.toLowerCase());
        });
        assertThat(properties)
                .filteredOn(p -> p.name.equals("threads"))
                .singleElement()
                .extracting(p -> p.value)
                .isEqualTo("4");
        assertThat(properties)
                .filteredOn(p -> p.name.equals("execution_mode"))
                .singleElement()
                .satisfies(p -> assertThat(p.choices).contains("auto", "cpu_only"));
        assertThat(driver.getMajorVersion() + driver.getMinorVersion()).isPositive();
    }

    @Test
    void everySessionSetting_isAConnectionProperty() {
        assertThat(Arrays.stream(ConnectionProperty.values())
                        .flatMap(p -> p.setting().stream())
                        .toList())
                .containsExactlyInAnyOrder(SessionSetting.values());
    }

    @Test
    void names_takeDotsForUnderscores_andAdmissionBeforeItsSettings() {
        ConnectionUrl url = ConnectionUrl.parse(
                "jdbc:algeon:?device.ordinal=1&device.memory_limit=2GiB&Cache.Cap_Bytes=0&admission.max_active_attempts=3",
                new Properties());

        assertThat(url.settings())
                .containsEntry(SessionSetting.DEVICE_ORDINAL, "1")
                .containsEntry(SessionSetting.DEVICE_MEMORY_LIMIT, "2GiB")
                .containsEntry(SessionSetting.CACHE_CAP_BYTES, "0")
                .containsEntry(SessionSetting.MAX_ACTIVE_ATTEMPTS, "3");
    }
}
