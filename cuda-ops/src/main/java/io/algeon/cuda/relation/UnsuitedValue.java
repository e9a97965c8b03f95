package io.algeon.cuda.relation;

/** The data has a value that the device cannot treat as the CPU does; the fragment has to run on the CPU. */
public final class UnsuitedValue extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnsuitedValue(String reason) {
        super(reason, null, false, false);
    }

    /** Part of a sentence. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
