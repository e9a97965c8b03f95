package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/**
 * Character or binary values as codes into a {@link Dictionary}. The code of a NULL row is a valid code of undefined value
 * (0 if the dictionary is empty).
 */
public final class DictionaryVector extends ColumnVector {
    private final int[] codes;
    private Dictionary dictionary;

    public DictionaryVector(int capacity, Dictionary dictionary) {
        this(new int[capacity], dictionary);
    }

    /** Takes the codes. */
    public DictionaryVector(int[] codes, Dictionary dictionary) {
        this.codes = codes;
        this.dictionary = dictionary;
    }

    public int[] codes() {
        return codes;
    }

    public Dictionary dictionary() {
        return dictionary;
    }

    public void setDictionary(Dictionary newDictionary) {
        dictionary = newDictionary;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.BYTES;
    }

    @Override
    public int capacity() {
        return codes.length;
    }

    @Override
    public DictionaryVector copy(int rows) {
        return withValidityOf(this, rows, new DictionaryVector(Arrays.copyOf(codes, rows), dictionary));
    }

    @Override
    public DictionaryVector gather(int[] rows, int count, ColumnVector reuse) {
        DictionaryVector target =
                reuse != this && reuse instanceof DictionaryVector fitting && fitting.capacity() >= count
                        ? fitting
                        : new DictionaryVector(Math.max(count, Batch.ROWS), dictionary);
        target.dictionary = dictionary;
        for (int i = 0; i < count; i++) {
            target.codes[i] = codes[rows[i]];
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    /** The values themselves, for code that knows no dictionaries; writes into {@code reuse}, which it returns. */
    public BytesVector decode(int rows, BytesVector reuse) {
        BytesVector values = dictionary.values();
        BytesVector target = reuse.capacity() >= rows ? reuse : new BytesVector(Math.max(rows, Batch.ROWS), 0);
        int[] from = values.offsets();
        int[] to = target.offsets();
        boolean empty = dictionary.size() == 0;
        long total = 0;
        to[0] = 0;
        for (int i = 0; i < rows; i++) {
            total += empty ? 0 : from[codes[i] + 1] - from[codes[i]];
            to[i + 1] = (int) total;
        }
        byte[] bytes = target.ensureBytes(0, Math.toIntExact(total));
        for (int i = 0; i < rows && !empty; i++) {
            System.arraycopy(values.data(), from[codes[i]], bytes, to[i], to[i + 1] - to[i]);
        }
        target.copyValidity(this, rows);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * codes.length;
    }
}
