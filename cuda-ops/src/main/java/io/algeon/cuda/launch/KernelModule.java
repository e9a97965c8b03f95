package io.algeon.cuda.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A file of kernels, {@code src/main/cuda/**}{@code /<name>_kernels.cu}, compiled at build time to {@code <name>.ptx}. The
 * driver compiles a module for the device when a kernel of it is first wanted.
 */
public enum KernelModule {
    AGGREGATE,
    BASIC,
    EXPRESSION,
    GRAPH,
    JOIN,
    RANK,
    RELATION,
    SORT,
    TRAVERSAL;

    /** Name of the file without its ending. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The text that ships. */
    public String ptx() {
        String resource = "/io/algeon/cuda/ptx/" + fileName() + ".ptx";
        try (InputStream stream = KernelModule.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("The jar lacks " + resource + ".");
            }
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
