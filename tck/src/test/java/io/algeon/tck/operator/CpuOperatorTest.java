package io.algeon.tck.operator;

import io.algeon.tck.gpu.OperatorContract;

/** The operators of the CPU. */
class CpuOperatorTest extends OperatorContract {
    @Override
    protected String executionMode() {
        return "cpu_only";
    }

    @Override
    protected void requirePlace() {
        // there is always one
    }

    @Override
    protected void vary(int number) {
        // workers take rows in whatever order they come
    }
}
