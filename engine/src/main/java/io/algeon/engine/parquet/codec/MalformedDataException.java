package io.algeon.engine.parquet.codec;

/** Bytes that do not follow their format. Caught by whoever knows the file, and reported with the place. */
public final class MalformedDataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message a clause, such as "the snappy block ends inside a literal" */
    public MalformedDataException(String message) {
        super(message);
    }
}
