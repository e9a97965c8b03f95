package io.algeon.cuda.driver;

import jcuda.driver.CUdeviceptr;

/** JCuda hides the numbers behind its pointers; addresses are plain numbers here, so that kernels' arguments can be packed. */
final class DeviceAddress extends CUdeviceptr {
    /** An address that a call will write. */
    DeviceAddress() {}

    /** A known address. */
    DeviceAddress(long address) {
        super(new CUdeviceptr(), address);
    }

    long address() {
        return getNativePointer() + getByteOffset();
    }
}
