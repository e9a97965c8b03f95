package io.algeon.cuda.driver;

/**
 * A call of the CUDA driver that failed. Errors of kernels come late: the call that reports one may be any later call on the
 * context, the message names both that call and what the driver says.
 */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** CUDA_ERROR_OUT_OF_MEMORY. */
    public static final int OUT_OF_MEMORY = 2;

    private static final int ECC_UNCORRECTABLE = 214;
    private static final int FIRST_OF_KERNEL_FAULTS = 700;
    private static final int LAUNCH_OUT_OF_RESOURCES = 701;
    private static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    private static final int PEER_ACCESS_NOT_ENABLED = 705;
    private static final int PRIMARY_CONTEXT_ACTIVE = 708;
    private static final int LAST_OF_KERNEL_FAULTS = 719;
    private static final int SYSTEM_NOT_READY = 802;
    private static final int UNKNOWN = 999;

    private final int code;

    CudaException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The driver's {@code CUresult}. */
    public int code() {
        return code;
    }

    /** Whether memory of the device ran out; freeing some and trying again may help. */
    public boolean isOutOfMemory() {
        return code == OUT_OF_MEMORY;
    }

    /** Whether the context can no longer be used. */
    public boolean isFatal() {
        return isFatal(code);
    }

    static boolean isFatal(int code) {
        return switch (code) {
            case LAUNCH_OUT_OF_RESOURCES,
                    PEER_ACCESS_ALREADY_ENABLED,
                    PEER_ACCESS_NOT_ENABLED,
                    PRIMARY_CONTEXT_ACTIVE -> false;
            case ECC_UNCORRECTABLE, SYSTEM_NOT_READY, UNKNOWN -> true;
            default -> code >= FIRST_OF_KERNEL_FAULTS && code <= LAST_OF_KERNEL_FAULTS;
        };
    }
}
