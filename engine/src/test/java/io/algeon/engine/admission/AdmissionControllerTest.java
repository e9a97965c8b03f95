package io.algeon.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdmissionControllerTest {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final AdmissionController controller = new AdmissionController("engine", timer, 2);
    private final List<String> granted = new CopyOnWriteArrayList<>();
    private final Consumer<EngineException> notRefused = refusal -> granted.add("refused");

    @AfterEach
    void endTimer() {
        timer.shutdownNow();
    }

    private Admission request(Object session, String name) {
        return controller.request(session, 3, 10_000, () -> granted.add(name), notRefused);
    }

    @Test
    void slots_are_granted_in_order_of_request() {
        Admission first = request(new Object(), "1");
        Admission second = request(new Object(), "2");
        Admission third = request(new Object(), "3");
        request(new Object(), "4");
        assertThat(granted).containsExactly("1", "2");
        second.release();
        second.release();
        assertThat(granted).containsExactly("1", "2", "3");
        third.release();
        first.release();
        assertThat(granted).containsExactly("1", "2", "3", "4");
        assertThat(controller.taken()).isEqualTo(1);
        assertThat(controller.waiting()).isZero();
    }

    @Test
    void full_queue_refuses_at_once_with_the_predicted_wait() {
        for (int i = 0; i < 5; i++) {
            request(new Object(), "" + i);
        }
        assertThatThrownBy(() -> request(new Object(), "6"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_OVERLOADED))
                .hasMessageContaining("3 wait")
                .hasMessageContaining("max_queued_attempts");
    }

    @Test
    void session_with_a_slot_never_waits_for_itself() {
        Object session = new Object();
        Admission outer = request(session, "outer");
        request(new Object(), "other");
        request(new Object(), "waiting");
        Admission inner = request(session, "inner");
        assertThat(granted).containsExactly("outer", "other", "inner");
        inner.release();
        assertThat(granted).containsExactly("outer", "other", "inner");
        outer.release();
        assertThat(granted).containsExactly("outer", "other", "inner", "waiting");
    }

    @Test
    void wait_that_is_too_long_ends_with_a_refusal() throws InterruptedException {
        request(new Object(), "1");
        request(new Object(), "2");
        controller.request(
                new Object(),
                3,
                20,
                () -> granted.add("3"),
                refusal -> granted.add(refusal.code().code()));
        for (int i = 0; i < 200 && granted.size() < 3; i++) {
            Thread.sleep(5);
        }
        assertThat(granted).containsExactly("1", "2", "service_overloaded");
        assertThat(controller.waiting()).isZero();
    }

    @Test
    void released_while_waiting_is_never_granted() {
        Admission first = request(new Object(), "1");
        request(new Object(), "2");
        Admission waiting = request(new Object(), "3");
        waiting.release();
        first.release();
        assertThat(granted).containsExactly("1", "2");
        assertThat(controller.taken()).isEqualTo(1);
    }

    @Test
    void more_slots_admit_those_who_wait() {
        for (int i = 0; i < 4; i++) {
            request(new Object(), "" + i);
        }
        controller.setSlots(4);
        assertThat(granted).containsExactly("0", "1", "2", "3");
    }
}
