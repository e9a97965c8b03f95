package io.algeon.engine;

import io.algeon.engine.admission.AdmissionController;
import io.algeon.engine.device.DeviceSettings;
import io.algeon.engine.device.Devices;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.ResidentColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What all sessions of an engine share: workers, a timer, the memory budget, the cache, admission, devices. */
final class EngineRuntime implements AutoCloseable {
    private static final long TIMER_IDLE_SECONDS = 20;
    private static final int DEVICE_SLOTS = 2;
    private static final Set<SessionSetting> OWN_SETTINGS = EnumSet.of(
            SessionSetting.THREADS,
            SessionSetting.MEMORY_LIMIT,
            SessionSetting.HOST_CACHE_CAP_BYTES,
            SessionSetting.DEVICE_ORDINAL,
            SessionSetting.DEVICE_MEMORY_LIMIT,
            SessionSetting.CACHE_CAP_BYTES,
            SessionSetting.MAX_ACTIVE_ATTEMPTS);

    final WorkerPool pool;
    final ScheduledThreadPoolExecutor timer;
    final MemoryBudget budget;
    final HostCache hostCache;
    final AdmissionController admission;
    /** Queries that use a device; two keep it busy, more would only share its memory. */
    final AdmissionController deviceAdmission;

    final EngineMonitor monitor = new EngineMonitor(this);
    /** Bytes that operators forgot to give back; anything but 0 is a defect, which tests look for. */
    final AtomicLong forgottenBytes = new AtomicLong();

    /** Weak, so that a result nobody refers to any more goes with its connection. */
    private final Set<RunningQuery> openQueries =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Map<SessionSetting, String> values = new EnumMap<>(SessionSetting.class);
    private final AtomicLong queries = new AtomicLong();
    private volatile @Nullable Devices devices;
    private int activeAttempts;

    EngineRuntime() {
        int threads = Runtime.getRuntime().availableProcessors();
        pool = new WorkerPool("algeon-worker", threads);
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(null, task, "algeon-timer");
            thread.setDaemon(true);
            thread.setContextClassLoader(EngineRuntime.class.getClassLoader());
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(TIMER_IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        budget = MemoryBudget.root("engine", 0, SessionSetting.MEMORY_LIMIT.key());
        hostCache = new HostCache(budget, 0);
        budget.setRevoker(this::release);
        admission = new AdmissionController("engine", timer, slots(threads));
        deviceAdmission = new AdmissionController("GPU", timer, DEVICE_SLOTS);
        apply(SessionSetting.MEMORY_LIMIT, SessionSetting.MEMORY_LIMIT.defaultValue());
        apply(SessionSetting.HOST_CACHE_CAP_BYTES, SessionSetting.HOST_CACHE_CAP_BYTES.defaultValue());
    }

    /** Whether a setting is the process's, not one session's. */
    static boolean owns(SessionSetting setting) {
        return OWN_SETTINGS.contains(setting);
    }

    /** Value of a setting that belongs to the process. */
    synchronized String setting(SessionSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    /** Takes over a checked value of a setting that belongs to the process. */
    synchronized void apply(SessionSetting setting, String value) {
        values.put(setting, value);
        switch (setting) {
            case THREADS -> {
                int threads = Integer.parseInt(value);
                pool.setThreads(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
                admission.setSlots(slots(pool.threads()));
            }
            case MEMORY_LIMIT -> budget.setLimitBytes(shareOfHeap(setting, value));
            case HOST_CACHE_CAP_BYTES -> hostCache.setCapBytes(value.equals("0") ? 0 : shareOfHeap(setting, value));
            case MAX_ACTIVE_ATTEMPTS -> {
                activeAttempts = Integer.parseInt(value);
                admission.setSlots(slots(pool.threads()));
                deviceAdmission.setSlots(activeAttempts == 0 ? DEVICE_SLOTS : activeAttempts);
            }
            case DEVICE_ORDINAL, DEVICE_MEMORY_LIMIT, CACHE_CAP_BYTES -> {
                Devices known = devices;
                if (known != null) {
                    known.configure(deviceSettings());
                }
            }
            default -> {}
        }
    }

    private static long shareOfHeap(SessionSetting setting, String value) {
        return MemorySize.parse(setting.key(), value, Runtime.getRuntime().maxMemory());
    }

    private int slots(int threads) {
        return activeAttempts == 0 ? Math.max(2, threads) : activeAttempts;
    }

    /** A query's result is open. */
    void opened(RunningQuery query) {
        openQueries.add(query);
    }

    /** A query has ended. */
    void closed(RunningQuery query) {
        openQueries.remove(query);
    }

    /** Makes room: what the cache keeps goes first, then page buffers of queries that wait for their readers. */
    private long release(long bytes) {
        long freed = hostCache.release(bytes);
        if (freed > 0) {
            return freed;
        }
        List<RunningQuery> open;
        synchronized (openQueries) {
            open = List.copyOf(openQueries);
        }
        for (RunningQuery query : open) {
            freed += query.releaseIdle();
        }
        return freed;
    }

    /** A number for the next query. */
    long nextQuery() {
        return queries.incrementAndGet();
    }

    /** What stays in the memory of the host and of devices. */
    List<ResidentColumn> residentColumns() {
        List<ResidentColumn> all = new ArrayList<>(hostCache.columns());
        all.addAll(devices().resident());
        return all;
    }

    /** The devices, looked for when first asked. */
    Devices devices() {
        Devices known = devices;
        return known == null ? findDevices() : known;
    }

    private synchronized Devices findDevices() {
        Devices known = devices;
        if (known == null) {
            known = Devices.find();
            known.configure(deviceSettings());
            devices = known;
        }
        return known;
    }

    private DeviceSettings deviceSettings() {
        String memory = setting(SessionSetting.DEVICE_MEMORY_LIMIT);
        String cache = setting(SessionSetting.CACHE_CAP_BYTES);
        return new DeviceSettings(
                Integer.parseInt(setting(SessionSetting.DEVICE_ORDINAL)),
                whole -> MemorySize.parse(SessionSetting.DEVICE_MEMORY_LIMIT.key(), memory, whole),
                whole -> cache.equals("0") ? 0 : MemorySize.parse(SessionSetting.CACHE_CAP_BYTES.key(), cache, whole));
    }

    @Override
    public void close() {
        pool.close();
        timer.shutdownNow();
    }
}
