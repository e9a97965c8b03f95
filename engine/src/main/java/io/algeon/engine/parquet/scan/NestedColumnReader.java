package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.parquet.ParquetNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a top-level column of lists, maps or rows. Vectors are assembled from the levels of its leaves (the record
 * shredding of Melnik et al., "Dremel", VLDB 2010, the other way round), a node at a time: a node is met at each slot whose
 * repetition level is at most that of the innermost list around it, and whose definition level says that an element of
 * that list is there.
 */
final class NestedColumnReader extends ColumnReader {
    private final int column;
    private final Supplier<PageSource> sources;
    private final ScanMemory memory;
    private final List<NestedLeaf> leaves = new ArrayList<>();
    private @Nullable ParquetNode node;
    private @Nullable ScanFile file;
    private int rowGroup;
    private boolean isOpen;
    private long nextRow;
    private long windowStart;
    private int windowRows;
    private @Nullable ColumnVector window;

    NestedColumnReader(int column, Supplier<PageSource> sources, ScanMemory memory) {
        this.column = column;
        this.sources = sources;
        this.memory = memory;
    }

    @Override
    void open(ScanFile newFile, int newRowGroup) {
        ParquetNode newNode = ((ScanFile.Stored) newFile.columns().get(column)).node();
        if (!newNode.equals(node)) {
            close();
            node = newNode;
            addLeaves(newNode);
        }
        file = newFile;
        rowGroup = newRowGroup;
        isOpen = false;
        window = null;
    }

    private void addLeaves(ParquetNode of) {
        if (of instanceof ParquetNode.Leaf leaf) {
            leaves.add(new NestedLeaf(leaf.column(), sources.get(), memory));
        } else if (of instanceof ParquetNode.Group group) {
            group.fields().forEach(this::addLeaves);
        } else if (of instanceof ParquetNode.Repeated list) {
            addLeaves(list.element());
        } else if (of instanceof ParquetNode.KeyValues map) {
            addLeaves(map.key());
            addLeaves(map.value());
        }
    }

    @Override
    void seek(long firstRow, int rows) {
        windowStart = firstRow;
        windowRows = rows;
        window = null;
    }

    @Override
    ColumnVector target(@Nullable ColumnVector reuse) {
        return reuse != null
                ? reuse
                : Vectors.create(Objects.requireNonNull(node).type(), 0);
    }

    @Override
    boolean canAppend() {
        return false;
    }

    @Override
    ColumnVector read(int @Nullable [] rows, int count, ColumnVector target, int at) {
        ColumnVector all = window;
        if (all == null) {
            all = load();
            window = all;
        }
        return rows == null ? all : all.gather(rows, count, all);
    }

    private ColumnVector load() {
        ScanFile opened = Objects.requireNonNull(file);
        if (!isOpen) {
            for (NestedLeaf leaf : leaves) {
                leaf.open(opened, rowGroup);
            }
            nextRow = 0;
            isOpen = true;
        }
        for (NestedLeaf leaf : leaves) {
            if (windowStart > nextRow) {
                leaf.next(windowStart - nextRow, true);
            }
            leaf.next(windowRows, false);
        }
        nextRow = windowStart + windowRows;
        try {
            Assembly assembly = new Assembly();
            ColumnVector vector = assembly.build(Objects.requireNonNull(node), 0, 0);
            assembly.expect(windowRows);
            return vector;
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw leaves.get(0).corrupt(e);
        }
    }

    /** Builds the vectors of one window. Leaves are met in the order of the schema. */
    private final class Assembly {
        private int nextLeaf;

        /** Rows of the vector built last. */
        private int rows;

        void expect(int expected) {
            if (rows != expected) {
                throw new MalformedDataException(
                        "its columns hold " + rows + " and " + expected + " values side by side");
            }
        }

        /**
         * @param repetition level of the innermost list around the node, 0 if there is none
         * @param definition level from which an element of that list is there
         */
        ColumnVector build(ParquetNode of, int repetition, int definition) {
            if (of instanceof ParquetNode.Leaf) {
                return leaf(repetition, definition);
            }
            if (of instanceof ParquetNode.Group group) {
                return row(group, repetition, definition);
            }
            if (of instanceof ParquetNode.Repeated list) {
                int[] offsets = offsets(list.repetitionLevel(), list.elementLevel(), repetition, definition);
                int lists = rows;
                int elements = offsets[lists];
                NestedLeaf levels = leaves.get(nextLeaf);
                ListVector vector =
                        new ListVector(offsets, build(list.element(), list.repetitionLevel(), list.elementLevel()));
                expect(elements);
                nulls(levels, list.definitionLevel(), repetition, definition, vector, lists);
                return vector;
            }
            ParquetNode.KeyValues map = (ParquetNode.KeyValues) of;
            int[] offsets = offsets(map.repetitionLevel(), map.elementLevel(), repetition, definition);
            int maps = rows;
            int entries = offsets[maps];
            NestedLeaf levels = leaves.get(nextLeaf);
            ColumnVector keys = build(map.key(), map.repetitionLevel(), map.elementLevel());
            expect(entries);
            ColumnVector values = build(map.value(), map.repetitionLevel(), map.elementLevel());
            expect(entries);
            MapVector vector = new MapVector(offsets, keys, values);
            nulls(levels, map.definitionLevel(), repetition, definition, vector, maps);
            return vector;
        }

        private ColumnVector row(ParquetNode.Group group, int repetition, int definition) {
            NestedLeaf levels = leaves.get(nextLeaf);
            ColumnVector[] fields = new ColumnVector[group.fields().size()];
            int count = -1;
            for (int i = 0; i < fields.length; i++) {
                fields[i] = build(group.fields().get(i), repetition, definition);
                if (count >= 0) {
                    expect(count);
                }
                count = rows;
            }
            RowVector vector = new RowVector(fields, rows);
            nulls(levels, group.definitionLevel(), repetition, definition, vector, rows);
            return vector;
        }

        /** Offsets of the lists that are met; their number is left in {@code rows}. */
        private int[] offsets(int level, int elementLevel, int repetition, int definition) {
            NestedLeaf levels = leaves.get(nextLeaf);
            int[] repetitions = levels.repetitions();
            int[] definitions = levels.definitions();
            int slots = levels.slots();
            int[] offsets = new int[slots + 1];
            int lists = 0;
            int elements = 0;
            for (int slot = 0; slot < slots; slot++) {
                if (repetitions[slot] <= repetition && definitions[slot] >= definition) {
                    offsets[lists++] = elements;
                }
                if (repetitions[slot] <= level && definitions[slot] >= elementLevel) {
                    elements++;
                }
            }
            offsets[lists] = elements;
            rows = lists;
            return offsets;
        }

        /** Marks the NULLs of a vector by the levels of a leaf below its node. */
        private void nulls(
                NestedLeaf levels, int level, int repetition, int definition, ColumnVector vector, int count) {
            int[] repetitions = levels.repetitions();
            int[] definitions = levels.definitions();
            int row = 0;
            for (int slot = 0; slot < levels.slots(); slot++) {
                if (repetitions[slot] <= repetition && definitions[slot] >= definition) {
                    if (definitions[slot] < level) {
                        vector.setNull(row, count);
                    }
                    row++;
                }
            }
            rows = count;
        }

        private ColumnVector leaf(int repetition, int definition) {
            NestedLeaf levels = leaves.get(nextLeaf++);
            int[] repetitions = levels.repetitions();
            int[] definitions = levels.definitions();
            int max = levels.leaf().definitionLevel();
            int slots = levels.slots();
            int[] positions = new int[slots];
            int nothing = levels.valueCount();
            int next = 0;
            int count = 0;
            long[] validity = new long[Validity.words(slots)];
            for (int slot = 0; slot < slots; slot++) {
                boolean present = definitions[slot] == max;
                if (repetitions[slot] <= repetition && definitions[slot] >= definition) {
                    if (present) {
                        Validity.set(validity, count);
                    }
                    positions[count++] = present ? next : nothing;
                }
                next += present ? 1 : 0;
            }
            ColumnVector values = levels.values();
            ColumnVector vector = values.gather(positions, count, values);
            VectorGather.validity(nothing == count ? null : validity, null, count, vector, 0);
            rows = count;
            return vector;
        }
    }

    @Override
    public void close() {
        for (NestedLeaf leaf : leaves) {
            leaf.close();
        }
        leaves.clear();
        node = null;
    }
}
