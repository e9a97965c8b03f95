package io.algeon.engine;

import io.algeon.engine.device.DeviceStatus;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts queries and shows the engine to management tools. Registered only while sessions are open, so that the platform's
 * registry does not keep the class loader of an application that was undeployed. Thread-safe.
 */
final class EngineMonitor implements EngineMXBean {
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineMonitor.class);
    private static final String NAME = "io.algeon:type=Engine";

    /** Runtime images need not have management. */
    private static final boolean MANAGEMENT_PRESENT =
            ModuleLayer.boot().findModule("java.management").isPresent();

    private final EngineRuntime runtime;
    private final AtomicInteger openQueries = new AtomicInteger();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private int sessions;
    private boolean published;
    private boolean registered;

    EngineMonitor(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    /** A query has begun. */
    void began() {
        openQueries.incrementAndGet();
    }

    /** A query that has begun is over. */
    void ended(QueryReport report) {
        openQueries.decrementAndGet();
        switch (report.outcome()) {
            case "failed" -> failed.incrementAndGet();
            case "cancelled" -> cancelled.incrementAndGet();
            default -> done.incrementAndGet();
        }
    }

    /** A query that has begun goes on as another one. */
    void givenUp() {
        openQueries.decrementAndGet();
    }

    /** Queries that have begun, whether they are over or not. */
    long begunQueries() {
        return openQueries.get() + done.get() + failed.get() + cancelled.get();
    }

    synchronized void sessionOpened() {
        sessions++;
        update();
    }

    synchronized void sessionClosed() {
        sessions--;
        update();
    }

    /** Lets management tools see the engine from now on, whenever a session is open. */
    synchronized void publish() {
        published = true;
        update();
    }

    private void update() {
        boolean wanted = published && sessions > 0 && MANAGEMENT_PRESENT;
        if (wanted != registered) {
            registered = wanted;
            Registry.set(this, wanted);
        }
    }

    /** Apart, so that the classes of management are loaded only where they exist. */
    private static final class Registry {
        static void set(EngineMonitor monitor, boolean wanted) {
            try {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                ObjectName name = new ObjectName(NAME);
                ObjectName second =
                        new ObjectName(NAME + ",loader=" + Integer.toHexString(System.identityHashCode(monitor)));
                if (wanted) {
                    server.registerMBean(monitor, server.isRegistered(name) ? second : name);
                } else {
                    server.unregisterMBean(server.isRegistered(second) ? second : name);
                }
            } catch (JMException | RuntimeException refused) {
                LOGGER.debug("{} could not be {}", NAME, wanted ? "registered" : "unregistered", refused);
            }
        }
    }

    @Override
    public int getThreads() {
        return runtime.pool.threads();
    }

    @Override
    public synchronized int getConnections() {
        return sessions;
    }

    @Override
    public int getOpenQueries() {
        return openQueries.get();
    }

    @Override
    public int getQueuedQueries() {
        return runtime.admission.waiting() + runtime.deviceAdmission.waiting();
    }

    @Override
    public long getDoneQueries() {
        return done.get();
    }

    @Override
    public long getFailedQueries() {
        return failed.get();
    }

    @Override
    public long getCancelledQueries() {
        return cancelled.get();
    }

    @Override
    public long getOperatorMemoryBytes() {
        return Math.max(0, runtime.budget.reservedBytes() - runtime.hostCache.usedBytes());
    }

    @Override
    public long getPeakMemoryBytes() {
        return runtime.budget.peakBytes();
    }

    @Override
    public long getMemoryLimitBytes() {
        return runtime.budget.limitBytes();
    }

    @Override
    public long getCacheBytes() {
        return runtime.hostCache.usedBytes();
    }

    @Override
    public long getCacheCapBytes() {
        return runtime.hostCache.capBytes();
    }

    @Override
    public String[] getDevices() {
        return runtime.devices().all().stream().map(EngineMonitor::text).toArray(String[]::new);
    }

    private static String text(DeviceStatus device) {
        return device.name() + " (" + device.kind() + "): " + (device.usable() ? "usable" : "not usable") + ", "
                + device.reason() + (device.remedy().isEmpty() ? "" : ". " + device.remedy());
    }
}
