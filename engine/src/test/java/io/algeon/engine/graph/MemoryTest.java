package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the algorithms reserve is what they hold: while one runs, garbage is collected again and again, and what is left then is
 * compared with the reservation at that moment.
 */
class MemoryTest {
    private static final int EDGES = 200_000;
    /** What classes, threads and the test itself may add meanwhile. */
    private static final long SLACK = 2 << 20;
    /** Between two looks, so that the algorithm gets on. */
    private static final long PAUSE_NANOSECONDS = 5_000_000;
    /** More than enough to be looked at when most is held. */
    private static final int MOST_RUNS = 200;

    static List<Named<StoppingTest.Algorithm>> algorithms() {
        return StoppingTest.algorithms();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void reservation_isAtLeastWhatIsHeld_andNotMuchMore(StoppingTest.Algorithm algorithm) throws InterruptedException {
        // loads classes and compiles
        algorithm.run(
                StoppingTest.Shape.POWER_LAW.edges(20_000), StoppingTest.work(new CancellationToken(), share -> {}));
        EdgeList edges = StoppingTest.Shape.POWER_LAW.edges(EDGES);
        long mostHeld = 0;
        long reserved = Long.MAX_VALUE;
        // a short run is looked at once or twice, which may not be when it holds most
        for (int run = 0; run < MOST_RUNS && reserved >= 2 * mostHeld + SLACK; run++) {
            MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "-Xmx");
            Reservation reservation = budget.reservation("graph");
            Sampler sampler = new Sampler(reservation);
            sampler.start();
            algorithm.run(edges, new GraphWork(Crew.ALONE, new CancellationToken(), reservation, share -> {}));
            sampler.end();
            assertThat(sampler.mostBeyond)
                    .as("bytes held beyond those reserved")
                    .isLessThan(SLACK);
            mostHeld = Math.max(mostHeld, sampler.mostHeld);
            reserved = budget.peakBytes();
        }
        assertThat(reserved).as("reserved").isLessThan(2 * mostHeld + SLACK);
    }

    /** Collects garbage and looks what is left. */
    private static final class Sampler extends Thread {
        private final Reservation reservation;
        private final long before = live();
        private volatile boolean ended;
        private long mostHeld;
        private long mostBeyond = Long.MIN_VALUE;
        private long lastBeyond = Long.MIN_VALUE;

        Sampler(Reservation reservation) {
            this.reservation = reservation;
        }

        private static long live() {
            System.gc();
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getCollectionUsage() != null && pool.getType() == MemoryType.HEAP)
                    .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                    .sum();
        }

        @Override
        public void run() {
            while (!ended) {
                long reserved = reservation.bytes();
                long held = live() - before;
                // it may have grown or shrunk meanwhile
                long most = Math.max(reserved, reservation.bytes());
                mostHeld = Math.max(mostHeld, held);
                // memory that came and went between the two looks is told by one of them only
                mostBeyond = Math.max(mostBeyond, Math.min(held - most, lastBeyond));
                lastBeyond = held - most;
                LockSupport.parkNanos(PAUSE_NANOSECONDS);
            }
        }

        void end() throws InterruptedException {
            ended = true;
            join();
        }
    }
}
