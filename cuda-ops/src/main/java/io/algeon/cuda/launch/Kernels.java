package io.algeon.cuda.launch;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.CudaKernel;
import io.algeon.cuda.driver.CudaContext.CudaModule;
import io.algeon.cuda.driver.CudaStream;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kernels of one device. Modules are compiled when they are first wanted. Thread-safe. */
public final class Kernels implements AutoCloseable {
    private final CudaContext context;
    private final Map<KernelModule, CudaModule> modules = new EnumMap<>(KernelModule.class);
    private final Map<KernelName, Loaded> loaded = new EnumMap<>(KernelName.class);
    private long compileNanoseconds;

    private record Loaded(CudaKernel kernel, KernelSignature signature) {}

    public Kernels(CudaContext context) {
        this.context = context;
    }

    /**
     * Launches a kernel.
     *
     * @throws IllegalArgumentException if it takes other arguments
     * @throws io.algeon.cuda.driver.CudaException if the driver refuses, or something that ran before failed
     */
    public void launch(KernelName name, CudaStream stream, Launch launch, KernelArguments arguments) {
        Loaded kernel = loaded(name);
        arguments.check(kernel.signature());
        stream.launch(
                kernel.kernel(),
                launch.blocks(),
                launch.threads(),
                launch.sharedBytes(),
                arguments.packed(),
                arguments.bytes());
    }

    /** Most threads a block that the kernel was built for. */
    public int maxThreads(KernelName name) {
        return loaded(name).signature().maxThreads();
    }

    /** Time that compiling modules has taken so far. */
    public synchronized long compileNanoseconds() {
        return compileNanoseconds;
    }

    private synchronized Loaded loaded(KernelName name) {
        @Nullable Loaded known = loaded.get(name);
        if (known == null) {
            load(name.module());
            known = loaded.get(name);
            if (known == null) {
                throw new IllegalStateException("The PTX of " + name.module() + " lacks " + name.symbol() + ".");
            }
        }
        return known;
    }

    private void load(KernelModule module) {
        long start = System.nanoTime();
        Map<String, KernelSignature> signatures = module.signatures();
        CudaModule compiled = context.load(module.ptx());
        modules.put(module, compiled);
        for (KernelName name : KernelName.values()) {
            KernelSignature signature = signatures.get(name.symbol());
            if (name.module() == module && signature != null) {
                loaded.put(name, new Loaded(compiled.kernel(name.symbol()), signature));
            }
        }
        compileNanoseconds += System.nanoTime() - start;
    }

    @Override
    public synchronized void close() {
        loaded.clear();
        modules.values().forEach(CudaModule::unload);
        modules.clear();
    }
}
