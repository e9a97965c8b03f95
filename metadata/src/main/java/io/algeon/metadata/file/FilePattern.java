package io.algeon.metadata.file;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Finds the files that a path, a folder or a glob names: {@code *} and {@code ?} within a name, {@code [a-z]} and
 * {@code [!a-z]} for one character, {@code **} for any number of folders, {@code {a,b}} for alternatives. Wildcards match
 * no name that {@link Folder#isHidden} hides. A path that exists is itself, whatever characters it has.
 */
public final class FilePattern {
    private static final int MAX_ALTERNATIVES = 1000;

    private static final String WILDCARDS = "*?[{";

    private FilePattern() {}

    /** Whether the text has a wildcard. */
    public static boolean hasWildcards(String text) {
        return text.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0);
    }

    /**
     * The text as an absolute path, for messages and for paths without wildcards.
     *
     * @throws EngineException {@code source_not_found} if it cannot be a path
     */
    public static Path resolve(Path base, String text) {
        try {
            return base.toAbsolutePath().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new EngineException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "'" + text + "' is not a path: " + e.getReason() + ". Check its characters.",
                    e);
        }
    }

    /**
     * The files that {@code text} names, in natural order of their paths, each once; a folder stands for all visible files
     * below it. Empty if nothing matches.
     *
     * @param base where relative paths start
     * @throws EngineException {@code source_unreadable} if a folder on the way cannot be listed
     */
    public static List<FileIdentity> expand(Path base, String text) {
        if (!hasWildcards(text) || isExisting(base, text) || text.indexOf('\0') >= 0) {
            Path path = resolve(base, text);
            if (Files.isDirectory(path)) {
                return Folder.files(path);
            }
            return Files.exists(path) ? List.of(FileIdentity.of(path)) : List.of();
        }
        TreeMap<Path, FileIdentity> found = new TreeMap<>(NaturalOrder.PATHS);
        for (String alternative : alternatives(slashes(text))) {
            boolean absolute = alternative.startsWith("/") || new File(fixedStart(alternative)).isAbsolute();
            List<String> segments = new ArrayList<>();
            for (String segment : alternative.split("/")) {
                if (!segment.isEmpty()) {
                    segments.add(segment);
                }
            }
            Path start = absolute
                    ? resolve(base, rootOf(alternative))
                    : base.toAbsolutePath().normalize();
            if (absolute && !alternative.startsWith("/")) {
                segments.remove(0);
            }
            match(start, segments, 0, found);
        }
        return List.copyOf(found.values());
    }

    /** The files of several texts, in the order of the texts, each file once; errors as {@link #expand}. */
    public static List<FileIdentity> expandAll(Path base, List<String> texts) {
        LinkedHashMap<Path, FileIdentity> files = new LinkedHashMap<>();
        for (String text : texts) {
            for (FileIdentity file : expand(base, text)) {
                files.putIfAbsent(file.path(), file);
            }
        }
        return List.copyOf(files.values());
    }

    private static boolean isExisting(Path base, String text) {
        try {
            return Files.exists(base.resolve(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String slashes(String text) {
        return File.separatorChar == '\\' ? text.replace('\\', '/') : text;
    }

    /** The folders before the first wildcard. */
    private static String fixedStart(String pattern) {
        int end = 0;
        while (end < pattern.length() && WILDCARDS.indexOf(pattern.charAt(end)) < 0) {
            end++;
        }
        return pattern.substring(0, pattern.lastIndexOf('/', end) + 1);
    }

    private static String rootOf(String pattern) {
        return pattern.substring(0, pattern.indexOf('/') + 1);
    }

    private static void match(Path folder, List<String> segments, int index, TreeMap<Path, FileIdentity> found) {
        String segment = segments.get(index);
        boolean last = index == segments.size() - 1;
        if (segment.equals("**")) {
            matchAnyDepth(folder, segments, index, found, 0);
            return;
        }
        if (!hasWildcards(segment)) {
            Path next = folder.resolve(segment).normalize();
            if (last) {
                if (Files.isRegularFile(next)) {
                    found.put(next, FileIdentity.of(next));
                }
            } else if (Files.isDirectory(next)) {
                match(next, segments, index + 1, found);
            }
            return;
        }
        Pattern names = names(segment);
        for (Folder.Entry entry : Folder.entries(folder)) {
            if (!isVisible(entry.name(), segment)
                    || !names.matcher(entry.name()).matches()) {
                continue;
            }
            if (last && entry.isFile()) {
                found.put(entry.path(), entry.identity());
            } else if (!last && entry.isDirectory()) {
                match(entry.path(), segments, index + 1, found);
            }
        }
    }

    private static void matchAnyDepth(
            Path folder, List<String> segments, int index, TreeMap<Path, FileIdentity> found, int depth) {
        if (depth > Folder.MAX_DEPTH) {
            return;
        }
        if (index == segments.size() - 1) {
            for (FileIdentity file : Folder.files(folder)) {
                found.put(file.path(), file);
            }
            return;
        }
        match(folder, segments, index + 1, found);
        for (Folder.Entry entry : Folder.entries(folder)) {
            if (entry.isDirectory() && !Folder.isHidden(entry.name())) {
                matchAnyDepth(entry.path(), segments, index, found, depth + 1);
            }
        }
    }

    private static boolean isVisible(String name, String segment) {
        return !Folder.isHidden(name) || name.charAt(0) == segment.charAt(0);
    }

    /** One segment as a regular expression. */
    private static Pattern names(String segment) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            int close = c == '[' ? segment.indexOf(']', i + 2) : -1;
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else if (close > 0) {
                String set = segment.substring(i + 1, close);
                boolean negated = set.startsWith("!") || set.startsWith("^");
                regex.append(negated ? "[^" : "[");
                regex.append((negated ? set.substring(1) : set).replaceAll("[\\\\\\[\\]^&~]", "\\\\$0"));
                regex.append(']');
                i = close;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        try {
            return Pattern.compile(regex.toString(), Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "'" + segment + "' is not a valid file pattern: " + e.getDescription() + ". Correct its brackets.",
                    e);
        }
    }

    /** The patterns that the braces of one stand for; unmatched braces are ordinary characters. */
    private static List<String> alternatives(String pattern) {
        List<String> done = new ArrayList<>();
        List<String> open = new ArrayList<>(List.of(pattern));
        while (!open.isEmpty()) {
            String next = open.remove(open.size() - 1);
            int start = next.indexOf('{');
            int end = start < 0 ? -1 : closing(next, start);
            if (end < 0) {
                done.add(next);
                continue;
            }
            for (String choice : choices(next.substring(start + 1, end))) {
                open.add(next.substring(0, start) + choice + next.substring(end + 1));
            }
            if (open.size() + done.size() > MAX_ALTERNATIVES) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "File pattern '" + pattern + "' stands for more than " + MAX_ALTERNATIVES
                                + " patterns. Use '*' instead of braces.");
            }
        }
        return done;
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            if (text.charAt(i) == '{') {
                depth++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static List<String> choices(String inside) {
        List<String> choices = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= inside.length(); i++) {
            char c = i == inside.length() ? ',' : inside.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == ',' && (depth == 0 || i == inside.length())) {
                choices.add(inside.substring(from, i));
                from = i + 1;
            }
        }
        return choices;
    }
}
