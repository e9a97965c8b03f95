package io.algeon.cuda.relation;

/** Where the parts of a column go that leaves the host. */
interface ColumnTarget {
    /** Device memory for what is made of the column. */
    Block allocate(long bytes);

    /** Device memory with elements that are copied there. */
    Block copy(int count, int width, Copies.Part put);
}
