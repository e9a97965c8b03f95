package io.algeon.engine.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostCacheTest {
    private static final long PAGE = 10_000;

    private final MemoryBudget budget = MemoryBudget.root("engine", 10_000_000, "memory_limit");
    private final HostCache cache = new HostCache(budget, 1_000_000);

    private record Page(long bytes) implements Resident {}

    private static FileIdentity file(String name) {
        return new FileIdentity(Path.of("/data", name), 1, 1, 1, 1);
    }

    private static ResidentKey page(String file, int number) {
        return new ResidentKey(file(file), "x", 0, number);
    }

    private int scan(String file, int pages) {
        int found = 0;
        for (int i = 0; i < pages; i++) {
            if (cache.get(page(file, i)) != null) {
                found++;
            } else {
                cache.keep(page(file, i), new Page(PAGE));
            }
        }
        return found;
    }

    @Test
    void what_fits_is_kept_at_its_first_use() {
        assertThat(scan("a", 50)).isZero();
        assertThat(scan("a", 50)).isEqualTo(50);
        assertThat(budget.reservedBytes()).isEqualTo(cache.usedBytes()).isBetween(50 * PAGE, 51 * PAGE);
    }

    @Test
    void one_scan_over_more_than_fits_does_not_replace_what_is_hot() {
        scan("hot", 80);
        scan("hot", 80);
        scan("hot", 80);
        scan("large", 2000);
        assertThat(scan("hot", 80)).isGreaterThan(70);
        assertThat(cache.usedBytes()).isLessThanOrEqualTo(1_000_000 + 2 * PAGE);
    }

    @Test
    void what_is_used_again_and_again_replaces_what_is_not() {
        scan("old", 90);
        int found = 0;
        for (int round = 0; round < 20; round++) {
            found = scan("new", 80);
        }
        assertThat(found).isGreaterThan(60);
    }

    @Test
    void queries_get_the_memory_that_the_cache_holds() {
        MemoryBudget engine = MemoryBudget.root("engine", 1_000_000, "memory_limit");
        HostCache own = new HostCache(engine, 900_000);
        engine.setRevoker(own::release);
        for (int i = 0; i < 80; i++) {
            own.keep(page("a", i), new Page(PAGE));
        }
        assertThat(own.usedBytes()).isGreaterThan(700_000);
        MemoryBudget query = engine.child("query", Long.MAX_VALUE, "query_memory_limit");
        Reservation join = query.reservation("The join");
        join.resize(500_000);
        assertThat(own.usedBytes()).isLessThanOrEqualTo(500_000);
        assertThat(join.tryResize(990_000)).isTrue();
        assertThat(join.tryResize(1_100_000)).isFalse();
        assertThatThrownBy(() -> join.resize(1_100_000)).isInstanceOf(EngineException.class);
        // And the cache does not make a query give anything back.
        own.keep(page("b", 0), new Page(50_000));
        assertThat(join.bytes()).isEqualTo(990_000);
        join.close();
        own.clear();
        assertThat(engine.reservedBytes()).isZero();
    }

    @Test
    void a_smaller_limit_evicts_and_none_keeps_nothing() {
        scan("a", 80);
        cache.setCapBytes(300_000);
        assertThat(cache.usedBytes()).isLessThanOrEqualTo(300_000);
        cache.setCapBytes(0);
        assertThat(cache.usedBytes()).isZero();
        assertThat(cache.isOn()).isFalse();
        assertThat(scan("a", 80)).isZero();
        assertThat(budget.reservedBytes()).isZero();
        cache.setCapBytes(1_000_000);
        scan("a", 10);
        assertThat(scan("a", 10)).isEqualTo(10);
    }

    @Test
    void a_file_that_changed_a_moment_ago_is_not_kept() {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        ResidentKey fresh = new ResidentKey(new FileIdentity(Path.of("/data/f"), 1, 1, now, 1), "x", 0, 0);
        cache.keep(fresh, new Page(PAGE));
        assertThat(cache.get(fresh)).isNull();
        assertThat(cache.usedBytes()).isZero();
    }

    @Test
    void the_first_of_two_that_read_the_same_page_is_kept() {
        ResidentKey key = page("a", 0);
        assertThat(cache.admit(key, PAGE)).isTrue();
        assertThat(cache.admit(key, PAGE)).isTrue();
        Page first = new Page(PAGE);
        assertThat(cache.put(key, first, PAGE)).isSameAs(first);
        assertThat(cache.put(key, new Page(PAGE), PAGE)).isSameAs(first);
        assertThat(cache.usedBytes()).isBetween(PAGE, PAGE + 500);
        assertThat(cache.admit(page("a", 1), PAGE)).isTrue();
        cache.abandon(PAGE);
        assertThat(cache.usedBytes()).isBetween(PAGE, PAGE + 500);
    }

    @Test
    void contents_are_summed_up_by_file_and_column() {
        scan("b", 3);
        scan("a", 2);
        scan("a", 2);
        List<ResidentColumn> columns = cache.columns();
        assertThat(columns).extracting(ResidentColumn::file).containsExactly("/data/a", "/data/b");
        assertThat(columns.get(0).entries()).isEqualTo(2);
        assertThat(columns.get(0).hits()).isEqualTo(2);
        assertThat(columns.get(1).bytes()).isGreaterThanOrEqualTo(3 * PAGE);
    }

    @Test
    void counts_stay_right_when_many_threads_use_it() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(i);
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 20_000; round++) {
                    ResidentKey key = page("f" + random.nextInt(3), random.nextInt(100));
                    if (cache.get(key) == null) {
                        cache.keep(key, new Page(1 + random.nextInt(20_000)));
                    }
                    if (round % 1000 == 999) {
                        cache.release(50_000);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long listed = cache.columns().stream().mapToLong(ResidentColumn::bytes).sum();
        assertThat(cache.usedBytes()).isEqualTo(listed).isEqualTo(budget.reservedBytes());
        cache.clear();
        assertThat(cache.usedBytes()).isZero();
    }
}
