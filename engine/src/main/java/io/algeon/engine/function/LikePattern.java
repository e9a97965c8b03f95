package io.algeon.engine.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A compiled LIKE pattern: the parts between the {@code %}s. The first part has to match at the start, the last one at the
 * end, those between one after the other, leftmost first. A part is bytes, where a {@code _} stands for any character.
 */
final class LikePattern {
    private final Part[] parts;
    private final boolean exact;
    private final int shortest;

    /** A run of bytes and wildcards without {@code %}. */
    private static final class Part {
        private final byte[] bytes;
        /** Whether the byte at a position stands for any character; null if none does. */
        private final boolean @org.jspecify.annotations.Nullable [] wild;

        private final ByteSearch search;

        Part(byte[] bytes, boolean[] wild, int length) {
            this.bytes = Arrays.copyOf(bytes, length);
            boolean any = false;
            for (int i = 0; i < length; i++) {
                any |= wild[i];
            }
            this.wild = any ? Arrays.copyOf(wild, length) : null;
            this.search = new ByteSearch(this.bytes);
        }

        /** Parts are short and mostly differ early: a loop beats the call of a library method. */
        private boolean equalsAt(byte[] data, int at) {
            byte[] own = bytes;
            for (int i = 0; i < own.length; i++) {
                if (data[at + i] != own[i]) {
                    return false;
                }
            }
            return true;
        }

        /** End of a match that starts at {@code at}, -1 if there is none. */
        int forward(byte[] data, int at, int to) {
            if (wild == null) {
                int end = at + bytes.length;
                return end <= to && equalsAt(data, at) ? end : -1;
            }
            int position = at;
            for (int i = 0; i < bytes.length; i++) {
                if (position >= to) {
                    return -1;
                }
                if (wild[i]) {
                    position = Utf8.next(data, position, to);
                } else if (data[position++] != bytes[i]) {
                    return -1;
                }
            }
            return position;
        }

        /** Start of a match that ends at {@code to} and starts at {@code from} or later, -1 if there is none. */
        int backward(byte[] data, int from, int to) {
            if (wild == null) {
                int start = to - bytes.length;
                return start >= from && equalsAt(data, start) ? start : -1;
            }
            int position = to;
            for (int i = bytes.length - 1; i >= 0; i--) {
                if (position <= from) {
                    return -1;
                }
                if (wild[i]) {
                    position = Utf8.previous(data, from, position);
                } else if (data[--position] != bytes[i]) {
                    return -1;
                }
            }
            return position;
        }

        /** End of the leftmost match that starts at {@code from} or later, -1 if there is none. */
        int find(byte[] data, int from, int to) {
            if (wild == null) {
                int start = search.find(data, from, to);
                return start < 0 ? -1 : start + bytes.length;
            }
            for (int at = from; at <= to; at = at < to ? Utf8.next(data, at, to) : to + 1) {
                int end = forward(data, at, to);
                if (end >= 0) {
                    return end;
                }
            }
            return -1;
        }
    }

    /** @param escape the escape character, -1 for none; before anything it stands for that */
    LikePattern(byte[] pattern, int escape) {
        List<Part> found = new ArrayList<>();
        byte[] part = new byte[pattern.length];
        boolean[] wild = new boolean[pattern.length];
        int length = 0;
        int shortestMatch = 0;
        for (int at = 0; at < pattern.length; ) {
            int next = Utf8.next(pattern, at, pattern.length);
            int character = Utf8.codePoint(pattern, at, pattern.length);
            boolean escaped = character == escape && next < pattern.length;
            if (escaped) {
                at = next;
                next = Utf8.next(pattern, at, pattern.length);
            } else if (character == '%') {
                found.add(new Part(part, wild, length));
                length = 0;
                at = next;
                continue;
            }
            boolean any = !escaped && character == '_';
            for (; at < next; at++) {
                part[length] = pattern[at];
                wild[length++] = any;
                shortestMatch++;
            }
        }
        found.add(new Part(part, wild, length));
        exact = found.size() == 1;
        shortest = shortestMatch;
        // A part between two %s that is empty matches anywhere.
        if (found.size() > 2) {
            found.subList(1, found.size() - 1).removeIf(between -> between.bytes.length == 0);
        }
        parts = found.toArray(new Part[0]);
    }

    /** Finds what a text must contain somewhere to match; null if the pattern does not begin with a {@code %} and bytes. */
    @org.jspecify.annotations.Nullable
    ByteSearch contained() {
        boolean anywhere = parts.length > 2 && parts[0].bytes.length == 0 && parts[1].wild == null;
        return anywhere && parts[1].bytes.length > 0 ? parts[1].search : null;
    }

    boolean matches(byte[] data, int from, int to) {
        if (to - from < shortest) {
            return false;
        }
        Part[] all = parts;
        int at = all[0].forward(data, from, to);
        if (exact || at < 0) {
            return at == to;
        }
        int last = all.length - 1;
        int end = all[last].backward(data, at, to);
        if (end < 0) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            at = all[i].find(data, at, end);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }
}
