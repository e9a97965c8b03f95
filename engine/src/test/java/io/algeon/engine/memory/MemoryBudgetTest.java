package io.algeon.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private final MemoryBudget root = MemoryBudget.root("engine", 1000, "memory_limit");
    private final MemoryBudget query = root.child("query", 600, "query_memory_limit");
    private final MemoryBudget operator = query.child("join", Long.MAX_VALUE, "query_memory_limit");

    @Test
    void reservation_counts_at_every_node_above() {
        Reservation reservation = operator.reservation("The join");
        reservation.resize(400);
        assertThat(operator.reservedBytes()).isEqualTo(400);
        assertThat(query.reservedBytes()).isEqualTo(400);
        assertThat(root.reservedBytes()).isEqualTo(400);
        reservation.close();
        reservation.close();
        assertThat(root.reservedBytes()).isZero();
        assertThat(operator.peakBytes()).isEqualTo(400);
    }

    @Test
    void refusal_names_need_limit_and_property_and_changes_nothing() {
        Reservation reservation = operator.reservation("The join");
        reservation.resize(500);
        assertThatThrownBy(() -> reservation.grow(200))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED))
                .hasMessageContaining("The join")
                .hasMessageContaining("query_memory_limit");
        assertThat(reservation.bytes()).isEqualTo(500);
        assertThat(operator.reservedBytes()).isEqualTo(500);
        assertThat(root.reservedBytes()).isEqualTo(500);
    }

    @Test
    void refused_growth_asks_the_revoker_first() {
        Reservation victim = query.reservation("The sort");
        victim.resize(500);
        query.setRevoker(bytes -> {
            long held = victim.bytes();
            victim.resize(0);
            return held;
        });
        Reservation reservation = operator.reservation("The join");
        reservation.resize(400);
        assertThat(query.reservedBytes()).isEqualTo(400);
        assertThatThrownBy(() -> reservation.grow(300)).isInstanceOf(EngineException.class);
    }

    @Test
    void closed_query_gives_back_what_was_forgotten() {
        Reservation forgotten = operator.reservation("The join");
        forgotten.resize(300);
        assertThat(query.close()).isEqualTo(300);
        assertThat(root.reservedBytes()).isZero();
        forgotten.close();
        assertThat(root.reservedBytes()).isZero();
        assertThat(query.close()).isZero();
    }
}
