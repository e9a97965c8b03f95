package io.algeon.cuda.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of kernels, {@code src/main/cuda/**}{@code /<name>_kernels.cu}, compiled at build time to {@code <name>.ptx}. The
 * driver compiles a module for the device when a kernel of it is first wanted.
 */
public enum KernelModule {
    AGGREGATE,
    BASIC,
    CENTRALITY,
    COMMUNITY,
    EXPRESSION,
    GRAPH,
    JOIN,
    MOMENTS,
    ORDERED,
    RANK,
    RELATION,
    SIMILARITY,
    SORT,
    TEXT,
    TRAVERSAL;

    /** Name of the file without its ending. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    private @Nullable Map<String, KernelSignature> signatures;

    /** The entry points of the text; read once a process. */
    synchronized Map<String, KernelSignature> signatures() {
        Map<String, KernelSignature> known = signatures;
        if (known == null) {
            known = KernelSignature.parse(ptx());
            signatures = known;
        }
        return known;
    }

    /** The text that ships. */
    public String ptx() {
        return resource(fileName() + ".ptx");
    }

    /** SHA-256 of the sources of all kernels, in hexadecimal. */
    public static String sourcesHash() {
        return resource("sources.sha256").strip();
    }

    private static String resource(String name) {
        String resource = "/io/algeon/cuda/ptx/" + name;
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
