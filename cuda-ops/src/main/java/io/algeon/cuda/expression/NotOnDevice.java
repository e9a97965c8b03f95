package io.algeon.cuda.expression;

/** Something that the device cannot compute. The message is part of a sentence that says what. */
public final class NotOnDevice extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotOnDevice(String reason) {
        super(reason, null, false, false);
    }

    /** What cannot be computed, part of a sentence. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
