package io.algeon.metadata.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one exception inside the product. The message is a whole sentence (or several) for the user: what failed, the
 * values and names, the limit, and what to do; no class names.
 */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public EngineException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public EngineException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code);
    }

    public ErrorCode code() {
        return code;
    }
}
