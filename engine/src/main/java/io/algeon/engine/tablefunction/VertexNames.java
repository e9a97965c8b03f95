package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Dictionary;
import java.util.Arrays;

/**
 * Distinct texts in the order of their code points (of their bytes, which is the same in UTF-8). A text's position stands for
 * it as an id, so that algorithms see integers whose order is that of the texts. Immutable.
 */
public final class VertexNames {
    private final Dictionary dictionary;

    /** Takes the values, sorted and distinct. */
    VertexNames(BytesVector values, int size) {
        this.dictionary = new Dictionary(values, size);
    }

    public int size() {
        return dictionary.size();
    }

    /** Memory that they take. */
    public long bytes() {
        return 4L * size() + dictionary.values().data().length;
    }

    /** The texts as the dictionary of a result's column. */
    public Dictionary dictionary() {
        return dictionary;
    }

    /** The text at a position. */
    public String text(int position) {
        return dictionary.values().string(position);
    }

    /** Position of a text; -1 if it is not there. */
    public int find(byte[] source, int from, int to) {
        BytesVector values = dictionary.values();
        int[] offsets = values.offsets();
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(values.data(), offsets[middle], offsets[middle + 1], source, from, to);
            if (order == 0) {
                return middle;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** For each text of {@code other}, its position here, or -1. */
    public int[] positionsOf(VertexNames other) {
        int[] positions = new int[other.size()];
        BytesVector values = other.dictionary.values();
        for (int i = 0; i < positions.length; i++) {
            positions[i] = find(values.data(), values.offsets()[i], values.offsets()[i + 1]);
        }
        return positions;
    }

    /** All texts of both. */
    public VertexNames union(VertexNames other) {
        BytesVector a = dictionary.values();
        BytesVector b = other.dictionary.values();
        int size = size() + other.size();
        long bytes = (long) a.offsets()[size()] + b.offsets()[other.size()];
        BytesVector merged = new BytesVector(size, Math.toIntExact(bytes));
        int i = 0;
        int j = 0;
        int count = 0;
        while (i < size() || j < other.size()) {
            int order = i == size()
                    ? 1
                    : j == other.size()
                            ? -1
                            : Arrays.compareUnsigned(
                                    a.data(),
                                    a.offsets()[i],
                                    a.offsets()[i + 1],
                                    b.data(),
                                    b.offsets()[j],
                                    b.offsets()[j + 1]);
            BytesVector from = order <= 0 ? a : b;
            int at = order <= 0 ? i : j;
            merged.set(count++, from.data(), from.offsets()[at], from.length(at));
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return new VertexNames(merged, count);
    }
}
