package io.algeon.tck.compare;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Options that the benchmarks against Python's libraries share.
 *
 * @param size of the data, in a unit of the benchmark's
 * @param libraries whether the libraries run too
 * @param only names of what is to run; empty: everything
 * @param threads of this driver
 * @param runs timed runs
 * @param data folder of the generated files
 */
public record LibraryOptions(double size, boolean libraries, List<String> only, int threads, int runs, Path data) {
    /**
     * Reads options, each a name and a value.
     *
     * @param sizeName the option of the size
     * @param names of what can run
     * @param others takes an option and its value; false if it does not know it
     * @throws IllegalArgumentException if an option is unknown or its value is wrong
     */
    public static LibraryOptions parse(
            List<String> arguments,
            String sizeName,
            double defaultSize,
            Stream<String> names,
            BiPredicate<String, String> others) {
        List<String> all = names.distinct().toList();
        double size = defaultSize;
        boolean libraries = false;
        List<String> only = List.of();
        int threads = Runtime.getRuntime().availableProcessors();
        int runs = 3;
        Path data = Path.of("tck/target/data");
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(name + " needs a value.");
            }
            String value = arguments.get(i + 1);
            switch (name) {
                case "--against" -> {
                    if (!value.equals("libraries")) {
                        throw new IllegalArgumentException("--against takes libraries, not " + value + ".");
                    }
                    libraries = true;
                }
                case "--only" -> only = known(name, value, all);
                case "--threads" -> threads = Integer.parseInt(value);
                case "--runs" -> runs = Integer.parseInt(value);
                case "--data" -> data = Path.of(value);
                default -> {
                    if (name.equals(sizeName)) {
                        size = Double.parseDouble(value);
                    } else if (!others.test(name, value)) {
                        throw new IllegalArgumentException("There is no option " + name + ".");
                    }
                }
            }
        }
        return new LibraryOptions(size, libraries, only, threads, runs, data);
    }

    /**
     * The names in a list with commas.
     *
     * @throws IllegalArgumentException if one is not among those that there are
     */
    public static List<String> known(String option, String value, List<String> all) {
        List<String> wanted = Arrays.asList(value.split(","));
        if (!all.containsAll(wanted)) {
            throw new IllegalArgumentException(option + " takes " + String.join(", ", all) + ", not " + value + ".");
        }
        return wanted;
    }

    /** Whether something is to run. */
    public boolean includes(String name) {
        return only.isEmpty() || only.contains(name);
    }

    /** The size as people write it: without a fraction of zero. */
    public String label() {
        return Double.toString(size).replaceAll("\\.0$", "");
    }
}
