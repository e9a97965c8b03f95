package io.algeon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {
    @ParameterizedTest
    @CsvSource({
        "1048576, 1048576",
        "512MB, 512000000",
        "512 mib, 536870912",
        "4GiB, 4294967296",
        "1.5k, 1500",
        "60%, 600",
        "100%, 1000",
        "0%, 1",
        "99999999999999999999TB, 9223372036854775807"
    })
    void amount_is_read_in_bytes(String text, long bytes) {
        assertThat(MemorySize.parse("memory_limit", text, 1000)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "-1", "12 apples", "60 %%", "1e9"})
    void other_text_is_refused_with_examples(String text) {
        assertThatThrownBy(() -> MemorySize.parse("memory_limit", text, 1000))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROPERTY_INVALID))
                .hasMessageContaining("memory_limit")
                .hasMessageContaining("4GiB");
    }
}
