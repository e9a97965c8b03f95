package io.algeon.tck.merrec;

import java.util.SplittableRandom;

/**
 * The items and brands that users look at. Brands belong to worlds (planted communities), their sizes and the popularity of
 * their items follow Zipf's law. Everything is computed from the seed.
 */
final class Marketplace {
    static final int WORLDS = 24;
    private static final long SEED = 20_230_501;

    final int users;
    final int brands;
    final int[] itemStarts;
    private final int[] worldOf;
    private final int[][] brandsOf;
    private final double[][] brandChances;

    /** @param scale 1: about twelve million events */
    Marketplace(double scale) {
        users = (int) Math.max(200, 400_000 * scale);
        brands = (int) Math.max(400, Math.min(20_000, 8_000 * Math.sqrt(scale)));
        int items = (int) Math.max(4_000, 600_000 * scale);
        SplittableRandom random = new SplittableRandom(SEED);
        worldOf = new int[brands];
        int[] counts = new int[WORLDS];
        for (int brand = 0; brand < brands; brand++) {
            worldOf[brand] = random.nextInt(WORLDS);
            counts[worldOf[brand]]++;
        }
        brandsOf = new int[WORLDS][];
        brandChances = new double[WORLDS][];
        for (int world = 0; world < WORLDS; world++) {
            brandsOf[world] = new int[counts[world]];
            brandChances[world] = new double[counts[world]];
            int at = 0;
            double sum = 0;
            for (int brand = 0; brand < brands; brand++) {
                if (worldOf[brand] == world) {
                    brandsOf[world][at] = brand;
                    sum += 1 / Math.pow(at + 2, 0.9);
                    brandChances[world][at++] = sum;
                }
            }
        }
        itemStarts = new int[brands + 1];
        double weight = 0;
        for (int brand = 0; brand < brands; brand++) {
            weight += 1 / Math.sqrt(brand + 1);
        }
        for (int brand = 0; brand < brands; brand++) {
            itemStarts[brand + 1] = itemStarts[brand] + 1 + (int) (items / Math.sqrt(brand + 1) / weight);
        }
    }

    int items() {
        return itemStarts[brands];
    }

    int world(int brand) {
        return worldOf[brand];
    }

    int brandOf(int item) {
        int low = 0;
        int high = brands;
        while (low + 1 < high) {
            int middle = (low + high) >>> 1;
            if (itemStarts[middle] <= item) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The random numbers of a user. */
    SplittableRandom random(int user) {
        return new SplittableRandom(SEED ^ (user + 1) * 0x9E3779B97F4A7C15L);
    }

    /** An item of a world. */
    int draw(int world, SplittableRandom random) {
        double[] chances = brandChances[world];
        double goal = random.nextDouble() * chances[chances.length - 1];
        int low = 0;
        int high = chances.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chances[middle] < goal) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int brand = brandsOf[world][low];
        int count = itemStarts[brand + 1] - itemStarts[brand];
        // popular items first
        double skewed = Math.pow(random.nextDouble(), 2.5);
        return itemStarts[brand] + (int) (skewed * count);
    }
}
