package io.algeon.cuda.fragment;

import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.memory.DeviceMemoryException;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** What the engine gets to see of failures on the device. */
final class FailureTranslation {
    private FailureTranslation() {}

    /** The exception to throw instead. */
    static RuntimeException of(RuntimeException failure) {
        if (failure instanceof NotOnDevice unsupported) {
            return unsupported(unsupported.reason(), failure);
        } else if (failure instanceof DeviceMemoryException memory) {
            return memory.asFailure();
        } else if (failure instanceof CudaException cuda) {
            ErrorCode code = cuda.isOutOfMemory() ? ErrorCode.DEVICE_OUT_OF_MEMORY : ErrorCode.DEVICE_FAULT;
            return new EngineException(
                    code,
                    "The GPU failed: " + cuda.getMessage()
                            + ". Set execution_mode to auto to let the CPU do it, or cpu_only.",
                    failure);
        }
        return failure;
    }

    private static EngineException unsupported(String reason, RuntimeException failure) {
        return new EngineException(
                ErrorCode.DEVICE_REQUIRED,
                "The GPU cannot compute " + reason + ". Set execution_mode to auto or cpu_only to let the CPU do it.",
                failure);
    }
}
