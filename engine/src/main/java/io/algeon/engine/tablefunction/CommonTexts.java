package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import java.util.List;

/**
 * The texts that several parts have numbered, each once and in order, and what becomes of their numbers. All are sorted together;
 * those that several parts have stand side by side then.
 */
final class CommonTexts {
    private final VertexNames names;
    /** The position of each number among the names, part after part. */
    private final int[] positions;
    /** Where the numbers of each part begin. */
    private final int[] starts;

    private CommonTexts(VertexNames names, int[] positions, int[] starts) {
        this.names = names;
        this.positions = positions;
        this.starts = starts;
    }

    /** @param memory grown by what it takes, and by what stays */
    static CommonTexts of(List<TextInterner> parts, Crew crew, CancellationToken cancellation, Reservation memory) {
        int[] starts = new int[parts.size() + 1];
        long length = 0;
        for (int part = 0; part < parts.size(); part++) {
            TextInterner texts = parts.get(part);
            starts[part + 1] = Math.addExact(starts[part], texts.size());
            length += texts.offsets()[texts.size()];
        }
        TextInterner.requireFit(length);
        int count = starts[parts.size()];
        long stays = length + 8L * count;
        long meanwhile = TextOrder.bytes(count) + (parts.size() == 1 ? 0 : length + 5L * count);
        memory.grow(stays + meanwhile);
        byte[] bytes = parts.get(0).bytes();
        int[] offsets = parts.get(0).offsets();
        if (parts.size() > 1) {
            bytes = new byte[(int) length];
            offsets = new int[count + 1];
            append(parts, starts, bytes, offsets);
        }
        int[] order = new TextOrder(bytes, offsets, cancellation).sorted(count, crew);
        CommonTexts common = merged(bytes, offsets, order, starts, crew, cancellation);
        memory.grow(-meanwhile);
        return common;
    }

    /** Enters each text of an order once. */
    private static CommonTexts merged(
            byte[] bytes, int[] offsets, int[] order, int[] starts, Crew crew, CancellationToken cancellation) {
        int count = order.length;
        boolean[] repeated = new boolean[starts.length > 2 ? count : 0];
        int pieces = Math.max(1, Math.min(Math.max(64, 8 * crew.size()), count / 4096));
        int[] first = new int[pieces + 1];
        int[] begin = new int[pieces + 1];
        crew.each(pieces, piece -> {
            cancellation.check();
            for (int i = Crew.bound(count, pieces, piece); i < Crew.bound(count, pieces, piece + 1); i++) {
                int number = order[i];
                if (repeated.length > 0 && i > 0 && isSame(bytes, offsets, order[i - 1], number)) {
                    repeated[i] = true;
                } else {
                    first[piece + 1]++;
                    begin[piece + 1] += offsets[number + 1] - offsets[number];
                }
            }
        });
        for (int piece = 0; piece < pieces; piece++) {
            first[piece + 1] += first[piece];
            begin[piece + 1] += begin[piece];
        }
        byte[] sorted = new byte[begin[pieces]];
        int[] ends = new int[first[pieces] + 1];
        int[] positions = new int[count];
        crew.each(pieces, piece -> {
            cancellation.check();
            int name = first[piece] - 1;
            int at = begin[piece];
            for (int i = Crew.bound(count, pieces, piece); i < Crew.bound(count, pieces, piece + 1); i++) {
                int number = order[i];
                if (repeated.length == 0 || !repeated[i]) {
                    name++;
                    int length = offsets[number + 1] - offsets[number];
                    System.arraycopy(bytes, offsets[number], sorted, at, length);
                    at += length;
                    ends[name + 1] = at;
                }
                positions[number] = name;
            }
        });
        return new CommonTexts(new VertexNames(new BytesVector(sorted, ends), first[pieces]), positions, starts);
    }

    private static boolean isSame(byte[] bytes, int[] offsets, int a, int b) {
        return Arrays.equals(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
    }

    VertexNames names() {
        return names;
    }

    /** Replaces numbers that a part has given by positions among the names. */
    void translate(int part, long[] numbers, int count) {
        int start = starts[part];
        for (int i = 0; i < count; i++) {
            numbers[i] = positions[start + (int) numbers[i]];
        }
    }

    private static void append(List<TextInterner> parts, int[] starts, byte[] bytes, int[] offsets) {
        int at = 0;
        for (int part = 0; part < parts.size(); part++) {
            TextInterner texts = parts.get(part);
            int[] own = texts.offsets();
            System.arraycopy(texts.bytes(), 0, bytes, at, own[texts.size()]);
            for (int i = 0; i <= texts.size(); i++) {
                offsets[starts[part] + i] = at + own[i];
            }
            at += own[texts.size()];
        }
    }
}
