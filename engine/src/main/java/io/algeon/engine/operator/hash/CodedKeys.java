package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Groups of keys whose columns are all codes of small dictionaries: the codes of a row are one number, which is an index into
 * a table of groups. Holds for batches with the same dictionaries; groups that the table does not know yet are asked for at
 * the {@link GroupTable}.
 */
final class CodedKeys {
    /** Entries of the table: 16 KiB, which are cleared with each new dictionary. */
    private static final int MOST_COMBINATIONS = 1 << 12;

    private final @Nullable Dictionary[] dictionaries;
    private final int[] sizes;

    /** Group + 1 by the number of the codes; 0: not known. */
    private int[] groupOf = {};

    private int[] numbers = {};
    private boolean isSmall;

    CodedKeys(int columns) {
        dictionaries = new @Nullable Dictionary[columns];
        sizes = new int[columns];
    }

    /** Whether the keys of a batch are such codes. */
    boolean suits(ColumnVector[] keys, int count) {
        boolean same = true;
        for (int i = 0; i < dictionaries.length; i++) {
            if (!(keys[i] instanceof DictionaryVector coded) || coded.hasNulls(count)) {
                return false;
            }
            same &= coded.dictionary() == dictionaries[i];
        }
        if (!same) {
            follow(keys);
        }
        return isSmall;
    }

    private void follow(ColumnVector[] keys) {
        long combinations = 1;
        for (int i = 0; i < dictionaries.length; i++) {
            Dictionary dictionary = ((DictionaryVector) keys[i]).dictionary();
            dictionaries[i] = dictionary;
            sizes[i] = dictionary.size();
            combinations = Math.min(combinations * Math.max(1, dictionary.size()), MOST_COMBINATIONS + 1L);
        }
        isSmall = combinations <= MOST_COMBINATIONS;
        if (isSmall) {
            groupOf = groupOf.length < combinations ? new int[(int) combinations] : groupOf;
            Arrays.fill(groupOf, 0);
        }
    }

    /**
     * Finds the groups of a batch that {@link #suits}; false if some are not known, and nothing was written then.
     *
     * @param groups receives the group of each row
     */
    boolean find(ColumnVector[] keys, int count, int[] groups) {
        int[] known = groupOf;
        int[] first = ((DictionaryVector) keys[0]).codes();
        int unknown = 0;
        if (keys.length == 1) {
            for (int i = 0; i < count; i++) {
                int group = known[first[i]] - 1;
                groups[i] = group;
                unknown |= group;
            }
        } else if (keys.length == 2) {
            int[] second = ((DictionaryVector) keys[1]).codes();
            int size = sizes[1];
            for (int i = 0; i < count; i++) {
                int group = known[first[i] * size + second[i]] - 1;
                groups[i] = group;
                unknown |= group;
            }
        } else {
            number(keys, count);
            for (int i = 0; i < count; i++) {
                int group = known[numbers[i]] - 1;
                groups[i] = group;
                unknown |= group;
            }
        }
        return unknown >= 0;
    }

    private void number(ColumnVector[] keys, int count) {
        numbers = numbers.length < count ? new int[count] : numbers;
        int[] to = numbers;
        System.arraycopy(((DictionaryVector) keys[0]).codes(), 0, to, 0, count);
        for (int column = 1; column < keys.length; column++) {
            int[] codes = ((DictionaryVector) keys[column]).codes();
            int size = sizes[column];
            for (int i = 0; i < count; i++) {
                to[i] = to[i] * size + codes[i];
            }
        }
    }

    /** Learns the groups of a batch for which {@link #find} gave false. */
    void learn(ColumnVector[] keys, int count, int[] groups) {
        number(keys, count);
        for (int i = 0; i < count; i++) {
            groupOf[numbers[i]] = groups[i] + 1;
        }
    }
}
