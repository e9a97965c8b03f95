package io.algeon.cuda.emulator.ptx;

/** The text has something that the translator does not know. */
final class UnsupportedPtxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnsupportedPtxException(String what, String text) {
        super("The PTX translator does not know the " + what + " '" + text.strip() + "'.");
    }
}
