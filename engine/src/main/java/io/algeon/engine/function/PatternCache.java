package io.algeon.engine.function;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Remembers what was compiled last: patterns are nearly always constant. */
final class PatternCache<P> {
    private final Function<byte[], P> compiler;
    private byte @Nullable [] source;
    private @Nullable P compiled;

    PatternCache(Function<byte[], P> compiler) {
        this.compiler = compiler;
    }

    P of(BytesView view, int row) {
        P known = compiled;
        byte[] last = source;
        if (known != null
                && last != null
                && Arrays.equals(last, 0, last.length, view.data(), view.start(row), view.end(row))) {
            return known;
        }
        return of(view.bytes(row));
    }

    P of(byte[] bytes) {
        P fresh = compiler.apply(bytes);
        source = bytes;
        compiled = fresh;
        return fresh;
    }
}
