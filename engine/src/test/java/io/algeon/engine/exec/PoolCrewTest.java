package io.algeon.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class PoolCrewTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100, 10_000})
    void everyPartIsDoneOnceAndItsWritesAreSeen(int parts) {
        try (WorkerPool pool = new WorkerPool("crew", 3)) {
            int[] written = new int[parts];
            pool.crew(3).each(parts, part -> written[part]++);
            assertThat(written).containsOnly(written.length == 0 ? new int[0] : new int[] {1});
        }
    }

    @Test
    void partsAreDoneAtTheSameTime() {
        try (WorkerPool pool = new WorkerPool("crew", 2)) {
            CountDownLatch both = new CountDownLatch(2);
            pool.crew(2).each(2, part -> {
                both.countDown();
                await(both);
            });
            assertThat(both.getCount()).isZero();
        }
    }

    @Test
    void theCallerDoesEverythingWhileThePoolIsBusy() {
        try (WorkerPool pool = new WorkerPool("crew", 1)) {
            CountDownLatch release = new CountDownLatch(1);
            pool.submit(() -> await(release));
            AtomicInteger done = new AtomicInteger();
            pool.crew(4).each(50, part -> done.incrementAndGet());
            assertThat(done).hasValue(50);
            release.countDown();
        }
    }

    @Test
    void theFirstFailureIsThrownAndStopsTheRest() {
        try (WorkerPool pool = new WorkerPool("crew", 2)) {
            AtomicIntegerArray begun = new AtomicIntegerArray(1_000_000);
            assertThatThrownBy(() -> pool.crew(2).each(begun.length(), part -> {
                        begun.incrementAndGet(part);
                        if (part == 7) {
                            throw new EngineException(ErrorCode.CANCELLED, "stop");
                        }
                    }))
                    .isInstanceOf(EngineException.class)
                    .hasMessage("stop");
            assertThat(begun.get(begun.length() - 1)).isZero();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
