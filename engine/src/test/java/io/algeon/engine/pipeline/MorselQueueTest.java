package io.algeon.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MorselQueueTest {
    @Test
    void everyNumberIsTakenOnce_byAnyNumberOfWorkers() throws InterruptedException {
        for (int count : new int[] {0, 1, 2, 7, 1000}) {
            for (int workers : new int[] {1, 2, 3, 7}) {
                MorselQueue queue = new MorselQueue(count, workers);
                Set<Integer> taken = ConcurrentHashMap.newKeySet();
                List<Thread> threads = new ArrayList<>();
                // one worker more than there are runs, and one that never comes
                for (int worker = 1; worker <= workers; worker++) {
                    int number = worker;
                    threads.add(new Thread(() -> {
                        int morsel;
                        while ((morsel = queue.take(number)) >= 0) {
                            assertThat(taken.add(morsel)).isTrue();
                        }
                    }));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(taken).hasSize(count);
                assertThat(queue.take(0)).isEqualTo(-1);
            }
        }
    }

    @Test
    void aWorkerTakesItsOwnRunInOrder_thenTheSecondHalfOfTheLongest() {
        MorselQueue queue = new MorselQueue(10, 2);
        assertThat(IntStream.range(0, 10).map(i -> queue.take(1)).toArray())
                .containsExactly(5, 6, 7, 8, 9, 2, 3, 4, 1, 0);
    }
}
