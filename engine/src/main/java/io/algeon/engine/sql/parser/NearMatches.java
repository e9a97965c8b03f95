package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that a mistyped one may have meant. */
public final class NearMatches {
    private static final int MAX_MATCHES = 3;

    private NearMatches() {}

    private record Match(String name, int distance) {}

    /** At most three candidates within a third of the name's length in edits, case apart, nearest first. */
    public static List<String> of(String name, Collection<String> candidates) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, wanted.length() / 3);
        List<Match> matches = new ArrayList<>();
        for (String candidate : candidates) {
            String other = candidate.toLowerCase(Locale.ROOT);
            if (Math.abs(other.length() - wanted.length()) <= limit) {
                int distance = distance(wanted, other);
                if (distance <= limit) {
                    matches.add(new Match(candidate, distance));
                }
            }
        }
        matches.sort(Comparator.comparingInt(Match::distance).thenComparing(Match::name));
        return matches.stream().map(Match::name).distinct().limit(MAX_MATCHES).toList();
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
    private static int distance(String first, String second) {
        int[] beforeLast = new int[second.length() + 1];
        int[] last = new int[second.length() + 1];
        int[] row = new int[second.length() + 1];
        for (int j = 0; j <= second.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= first.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= second.length(); j++) {
                boolean same = first.charAt(i - 1) == second.charAt(j - 1);
                int best = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && first.charAt(i - 1) == second.charAt(j - 2)
                        && first.charAt(i - 2) == second.charAt(j - 1)) {
                    best = Math.min(best, beforeLast[j - 2] + 1);
                }
                row[j] = best;
            }
            int[] recycled = beforeLast;
            beforeLast = last;
            last = row;
            row = recycled;
        }
        return last[second.length()];
    }
}
