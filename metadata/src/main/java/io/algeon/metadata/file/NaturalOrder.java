package io.algeon.metadata.file;

import java.nio.file.Path;
import java.util.Comparator;

/** Order of names in which runs of digits compare as numbers: {@code part-2} comes before {@code part-10}. Total. */
public final class NaturalOrder implements Comparator<String> {
    public static final NaturalOrder NAMES = new NaturalOrder();

    /** Paths, name by name from the root. */
    public static final Comparator<Path> PATHS = NaturalOrder::comparePaths;

    private NaturalOrder() {}

    private static int comparePaths(Path left, Path right) {
        int common = Math.min(left.getNameCount(), right.getNameCount());
        for (int i = 0; i < common; i++) {
            int order =
                    NAMES.compare(left.getName(i).toString(), right.getName(i).toString());
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(left.getNameCount(), right.getNameCount());
        return order != 0 ? order : left.compareTo(right);
    }

    @Override
    public int compare(String left, String right) {
        int l = 0;
        int r = 0;
        while (l < left.length() && r < right.length()) {
            if (isDigit(left.charAt(l)) && isDigit(right.charAt(r))) {
                int leftEnd = endOfDigits(left, l);
                int rightEnd = endOfDigits(right, r);
                int order = compareNumbers(left.substring(l, leftEnd), right.substring(r, rightEnd));
                if (order != 0) {
                    return order;
                }
                l = leftEnd;
                r = rightEnd;
            } else {
                int order = Character.compare(left.charAt(l++), right.charAt(r++));
                if (order != 0) {
                    return order;
                }
            }
        }
        int order = Integer.compare(left.length() - l, right.length() - r);
        return order != 0 ? order : left.compareTo(right);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static int compareNumbers(String left, String right) {
        String l = withoutZeros(left);
        String r = withoutZeros(right);
        int order = Integer.compare(l.length(), r.length());
        return order != 0 ? order : l.compareTo(r);
    }

    private static String withoutZeros(String digits) {
        int from = 0;
        while (from < digits.length() - 1 && digits.charAt(from) == '0') {
            from++;
        }
        return digits.substring(from);
    }
}
