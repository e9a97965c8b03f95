package io.algeon.samples.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Brands that go together: one statement, a table of the brands that bridge worlds, and a picture of all. */
public final class BrandMap {
    /** A brand in the picture. */
    static final class Brand {
        final long id;
        final int world;
        final double bridge;
        final long fans;
        double x;
        double y;

        Brand(long id, int world, double bridge, long fans) {
            this.id = id;
            this.world = world;
            this.bridge = bridge;
            this.fans = fans;
        }
    }

    /** Two brands with common fans. */
    record Link(Brand first, Brand second, double likeness) {}

    private BrandMap() {}

    /** Arguments: the directory with the events, the file for the picture. */
    public static void main(String[] arguments) throws SQLException, IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Map<Long, Brand> brands = new LinkedHashMap<>();
        List<Link> links = new ArrayList<>();
        long start = System.nanoTime();
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + arguments[0]);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text())) {
            while (rows.next()) {
                Brand first = brand(brands, rows, "brand", "world", "bridge", "fans");
                Brand second = brand(brands, rows, "other", "other_world", "other_bridge", "other_fans");
                links.add(new Link(first, second, rows.getDouble("likeness")));
            }
        }
        long worlds =
                brands.values().stream().map(brand -> brand.world).distinct().count();
        out.printf(
                Locale.ROOT,
                "%n%d brands in %d worlds, %d links, one statement, %.0f ms%n%n",
                brands.size(),
                worlds,
                links.size(),
                (System.nanoTime() - start) / 1e6);
        out.println("Brands that bridge worlds");
        out.println();
        out.printf("  %8s  %6s  %9s  %8s  %s%n", "brand", "world", "fans", "bridge", "most alike");
        brands.values().stream()
                .sorted(Comparator.comparingDouble((Brand brand) -> -brand.bridge)
                        .thenComparingLong(brand -> brand.id))
                .limit(12)
                .forEach(brand -> out.printf(
                        Locale.ROOT,
                        "  %8d  %6d  %,9d  %8.4f  %s%n",
                        brand.id,
                        brand.world,
                        brand.fans,
                        brand.bridge,
                        alike(brand, links)));
        Path picture = Path.of(arguments[1]);
        Files.writeString(picture, new BrandPicture(new ArrayList<>(brands.values()), links).svg());
        out.printf("%nThe picture: %s%n", picture);
    }

    private static String alike(Brand brand, List<Link> links) {
        List<String> others = new ArrayList<>();
        for (Link link : links) {
            if (others.size() < 3 && (link.first == brand || link.second == brand)) {
                Brand other = link.first == brand ? link.second : link.first;
                others.add(String.format(Locale.ROOT, "%d (%.3f)", other.id, link.likeness));
            }
        }
        return String.join(", ", others);
    }

    private static Brand brand(
            Map<Long, Brand> brands, ResultSet rows, String id, String world, String bridge, String fans)
            throws SQLException {
        long key = rows.getLong(id);
        Brand known = brands.get(key);
        if (known == null) {
            known = new Brand(key, rows.getInt(world), rows.getDouble(bridge), rows.getLong(fans));
            brands.put(key, known);
        }
        return known;
    }

    private static String text() throws IOException {
        try (InputStream stream = BrandMap.class.getResourceAsStream("brands.sql")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
