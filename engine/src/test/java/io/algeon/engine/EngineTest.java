package io.algeon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
    private final Engine engine = new Engine();

    @AfterEach
    void endThreads() {
        engine.runtime().close();
    }

    @Test
    void first_session_configures_the_process_and_later_ones_do_not(@TempDir Path directory) {
        DatabaseLocation location = new DatabaseLocation.Directory(directory);
        try (Session first = engine.open(location, "", Map.of(SessionSetting.THREADS, "3"));
                Session second = engine.open(location, "", Map.of(SessionSetting.THREADS, "5"))) {
            assertThat(first.setting(SessionSetting.THREADS)).isEqualTo("3");
            assertThat(second.setting(SessionSetting.THREADS)).isEqualTo("3");
            assertThat(engine.runtime().pool.threads()).isEqualTo(3);
            second.set(SessionSetting.THREADS, "4");
            assertThat(first.setting(SessionSetting.THREADS)).isEqualTo("4");
            assertThat(engine.runtime().pool.threads()).isEqualTo(4);
        }
    }

    @Test
    void settings_of_a_session_are_its_own() {
        try (Session first = engine.open(new DatabaseLocation.Named("a"), "", Map.of());
                Session second = engine.open(
                        new DatabaseLocation.Named("a"), "", Map.of(SessionSetting.TIME_ZONE, "Europe/Berlin"))) {
            assertThat(second.setting(SessionSetting.TIME_ZONE)).isEqualTo("Europe/Berlin");
            assertThat(first.setting(SessionSetting.TIME_ZONE)).isEmpty();
            assertThat(first.catalog().name()).isEqualTo("a");
        }
    }

    @Test
    void wrong_setting_refuses_the_session_and_the_next_one_opens() {
        assertThatThrownBy(() ->
                        engine.open(new DatabaseLocation.Private(), "", Map.of(SessionSetting.MEMORY_LIMIT, "plenty")))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROPERTY_INVALID));
        engine.open(new DatabaseLocation.Private(), "", Map.of()).close();
    }

    @Test
    void unknown_schema_is_refused_with_those_that_there_are() {
        try (Session session = engine.open(new DatabaseLocation.Private(), "", Map.of())) {
            assertThatThrownBy(() -> session.setCurrentSchema("nosuch"))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_NOT_FOUND))
                    .hasMessageContaining("information_schema");
            session.setCurrentSchema("INFORMATION_SCHEMA");
            assertThat(session.currentSchema()).isEqualTo("information_schema");
        }
    }

    @Test
    void missing_directory_is_refused(@TempDir Path directory) {
        assertThatThrownBy(() -> engine.open(new DatabaseLocation.Directory(directory.resolve("nosuch")), "", Map.of()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("nosuch");
    }
}
