package io.algeon.cuda.driver;

import jcuda.Pointer;

/** An address in pinned memory of the host. */
final class HostAddress extends Pointer {
    /** An address that a call will write. */
    HostAddress() {}

    /** A known address. */
    HostAddress(long address) {
        super(address);
    }

    long address() {
        return getNativePointer();
    }
}
