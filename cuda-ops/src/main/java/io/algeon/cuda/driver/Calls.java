package io.algeon.cuda.driver;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Turns the result of a driver call into an exception. */
final class Calls {
    private Calls() {}

    static void check(int result, String call) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw failure(result, call);
        }
    }

    static CudaException failure(int result, String call) {
        String[] text = new String[1];
        JCudaDriver.cuGetErrorString(result, text);
        return new CudaException(
                result,
                call + " failed with " + CUresult.stringFor(result) + (text[0] == null ? "" : " (" + text[0] + ")"));
    }
}
