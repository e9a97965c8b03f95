package io.algeon.tck.graph;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/** How the edges of a generated graph are spread. Pairs are drawn again where they came before, so that each comes once. */
enum EdgeShape {
    /** R-MAT (Chakrabarti, Zhan, Faloutsos 2004), as in Graph500: few vertices have most of the edges. */
    POWER_LAW("power-law"),
    /** Both ends of each edge anywhere. */
    UNIFORM("uniform"),
    /** Users and items, whose popularity follows Zipf's law. */
    BIPARTITE("bipartite"),
    /** Groups of about a hundred vertices, with seven of ten edges inside. */
    COMMUNITIES("communities");

    private final String key;

    EdgeShape(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    static EdgeShape of(String key) {
        for (EdgeShape shape : values()) {
            if (shape.key.equals(key)) {
                return shape;
            }
        }
        throw new IllegalArgumentException("There is no shape " + key + ".");
    }

    /** Draws a pair of different vertices, packed. */
    LongUnaryOperator drawing(int vertices, SplittableRandom random) {
        return switch (this) {
            case POWER_LAW -> ignored -> recursive(vertices, random);
            case UNIFORM -> ignored -> pack(random.nextInt(vertices), random.nextInt(vertices));
            case BIPARTITE -> {
                int items = vertices / 4;
                yield ignored -> pack(
                        (int) (items * Math.pow(random.nextDouble(), 2)), items + random.nextInt(vertices - items));
            }
            case COMMUNITIES ->
                ignored -> {
                    int first = random.nextInt(vertices);
                    int group = first - first % 100;
                    int second = random.nextInt(10) < 7
                            ? Math.min(vertices - 1, group + random.nextInt(100))
                            : random.nextInt(vertices);
                    return pack(first, second);
                };
        };
    }

    private static long recursive(int vertices, SplittableRandom random) {
        int first = 0;
        int second = 0;
        int bits = 32 - Integer.numberOfLeadingZeros(vertices - 1);
        for (int bit = 0; bit < bits; bit++) {
            double drawn = random.nextDouble();
            first = 2 * first + (drawn >= 0.76 ? 1 : 0);
            second = 2 * second + (drawn >= 0.57 && drawn < 0.76 || drawn >= 0.95 ? 1 : 0);
        }
        // numbers say nothing of degrees
        return pack(scattered(first, bits) % vertices, scattered(second, bits) % vertices);
    }

    private static int scattered(int vertex, int bits) {
        int mask = (1 << bits) - 1;
        int mixed = vertex * 0x9E3779B1 & mask;
        return (mixed ^ mixed >>> bits / 2) * 0x85EBCA6B & mask;
    }

    /** The smaller one first. */
    private static long pack(int first, int second) {
        return (long) Math.min(first, second) << 32 | Math.max(first, second);
    }
}
