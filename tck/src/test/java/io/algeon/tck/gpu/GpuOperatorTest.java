package io.algeon.tck.gpu;

/** The operators of the GPU, all threads in all orders. */
class GpuOperatorTest extends OperatorContract {
    @Override
    protected String executionMode() {
        return "native_required";
    }

    @Override
    protected void requirePlace() {
        EmulatedGpu.require();
    }

    @Override
    protected void vary(int number) {
        EmulatedGpu.schedule(number % EmulatedGpu.SCHEDULES);
    }
}
