package io.algeon.cuda.operator;

/** Numbers of {@code AggregateOperation} in {@code aggregate_kernels.cu}. */
final class AggregateOperation {
    static final int COUNT = 0;
    static final int SUM = 1;
    static final int FLOAT_SUM = 2;
    static final int MIN = 3;
    static final int MAX = 4;
    static final int FLOAT_MIN = 5;
    static final int FLOAT_MAX = 6;
    static final int BIT_AND = 7;
    static final int BIT_OR = 8;
    static final int BIT_XOR = 9;

    private AggregateOperation() {}
}
