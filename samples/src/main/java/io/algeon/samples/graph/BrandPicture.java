package io.algeon.samples.graph;

import io.algeon.samples.graph.BrandMap.Brand;
import io.algeon.samples.graph.BrandMap.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Draws brands: springs pull linked ones together, all push each other away, each world has a colour. */
final class BrandPicture {
    private static final int SIZE = 1200;
    private static final int ROUNDS = 400;
    private static final int LABELS = 14;

    private final List<Brand> brands;
    private final List<Link> links;

    BrandPicture(List<Brand> brands, List<Link> links) {
        this.brands = brands;
        this.links = links;
    }

    String svg() {
        place();
        fit();
        StringBuilder svg = new StringBuilder();
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"Helvetica, Arial, sans-serif\">",
                SIZE,
                SIZE);
        append(
                svg,
                "<defs><filter id=\"soft\" x=\"-20%%\" y=\"-20%%\" width=\"140%%\" height=\"140%%\">"
                        + "<feGaussianBlur stdDeviation=\"16\"/></filter></defs>");
        append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#0d111b\"/>");
        append(svg, "<g filter=\"url(#soft)\">");
        for (Brand brand : brands) {
            append(
                    svg,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"34\" fill=\"%s\" fill-opacity=\"0.28\"/>",
                    brand.x,
                    brand.y,
                    colour(brand.world, 40));
        }
        append(svg, "</g>");
        double strongest = links.stream().mapToDouble(Link::likeness).max().orElse(1);
        links.stream()
                .sorted(Comparator.comparing((Link link) -> link.first().world == link.second().world))
                .forEach(link -> line(svg, link, link.likeness() / strongest));
        double most = brands.stream().mapToDouble(brand -> brand.bridge).max().orElse(1);
        double largest = brands.stream().mapToDouble(brand -> brand.fans).max().orElse(1);
        for (Brand brand : brands) {
            double share = most > 0 ? brand.bridge / most : 0;
            append(
                    svg,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"%.1f\""
                            + " stroke-opacity=\"%.2f\"><title>brand %d, world %d, %d fans</title></circle>",
                    brand.x,
                    brand.y,
                    3 + 10 * Math.sqrt(brand.fans / largest),
                    colour(brand.world, 62),
                    0.6 + 2.9 * share,
                    0.2 + 0.8 * share,
                    brand.id,
                    brand.world,
                    brand.fans);
        }
        labels(svg);
        append(svg, "<text x=\"28\" y=\"46\" font-size=\"26\" fill=\"#ffffff\">Brands that share fans</text>");
        append(
                svg,
                "<text x=\"28\" y=\"72\" font-size=\"15\" fill=\"#9aa4bf\">colour: world (Leiden) · size: fans · white"
                        + " ring: leads to other worlds (betweenness) · named: the largest of each world, and the"
                        + " bridges</text>");
        return svg.append("</svg>\n").toString();
    }

    private static void append(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Within a world straight and of its colour, between worlds a pale bow. */
    private static void line(StringBuilder svg, Link link, double strength) {
        Brand first = link.first();
        Brand second = link.second();
        boolean bridge = first.world != second.world;
        double bow = bridge ? 0.12 : 0;
        append(
                svg,
                "<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\""
                        + " stroke-opacity=\"%.2f\"/>",
                first.x,
                first.y,
                (first.x + second.x) / 2 + bow * (second.y - first.y),
                (first.y + second.y) / 2 - bow * (second.x - first.x),
                second.x,
                second.y,
                bridge ? "#e9e4cf" : colour(first.world, 55),
                0.6 + 2 * strength,
                bridge ? 0.1 + 0.5 * strength : 0.25 + 0.4 * strength);
    }

    /** Names the bridges and the largest brand of each world. */
    private void labels(StringBuilder svg) {
        Set<Brand> named = new LinkedHashSet<>();
        brands.stream()
                .sorted(Comparator.comparingDouble((Brand brand) -> -brand.bridge)
                        .thenComparingLong(brand -> brand.id))
                .limit(LABELS)
                .forEach(named::add);
        int bridges = named.size();
        Set<Integer> worlds = new HashSet<>();
        brands.stream()
                .sorted(Comparator.comparingLong((Brand brand) -> -brand.fans))
                .filter(brand -> worlds.add(brand.world))
                .forEach(named::add);
        List<double[]> taken = new ArrayList<>();
        int number = 0;
        for (Brand brand : named) {
            boolean isBridge = number++ < bridges;
            double[] place = free(brand, 9.0 * ("brand " + brand.id).length(), taken);
            taken.add(place);
            append(
                    svg,
                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" paint-order=\"stroke\" stroke=\"#0d111b\""
                            + " stroke-width=\"4\">brand %d</text>",
                    place[0],
                    place[1] + 5,
                    isBridge ? 16 : 14,
                    isBridge ? "#ffffff" : colour(brand.world, 80),
                    brand.id);
        }
    }

    /** The left end of a name: of eight places around a brand the one that hides least, other names above all. */
    private double[] free(Brand brand, double width, List<double[]> taken) {
        double[][] places = {
            {brand.x + 13, brand.y, width},
            {brand.x - 11 - width, brand.y, width},
            {brand.x - width / 2, brand.y - 20, width},
            {brand.x - width / 2, brand.y + 22, width},
            {brand.x + 9, brand.y - 14, width},
            {brand.x + 9, brand.y + 15, width},
            {brand.x - 7 - width, brand.y - 14, width},
            {brand.x - 7 - width, brand.y + 15, width}
        };
        double[] best = places[0];
        double least = Double.MAX_VALUE;
        for (double[] place : places) {
            long names = taken.stream()
                    .filter(other -> Math.abs(other[1] - place[1]) < 17
                            && place[0] < other[0] + other[2]
                            && other[0] < place[0] + width)
                    .count();
            long hidden = brands.stream()
                    .filter(other -> other != brand
                            && Math.abs(other.y - place[1]) < 14
                            && other.x > place[0] - 6
                            && other.x < place[0] + width + 6)
                    .count();
            boolean outside = place[0] < 8 || place[0] + width > SIZE - 8;
            double cost = 20.0 * names + hidden + (outside ? 100 : 0);
            if (cost < least) {
                least = cost;
                best = place;
            }
        }
        return best;
    }

    private static String colour(int world, int lightness) {
        // neighbouring numbers get distant hues
        return String.format(Locale.ROOT, "hsl(%d, 70%%, %d%%)", (int) (world * 137.508) % 360, lightness);
    }

    /** Springs and repulsion (Fruchterman and Reingold 1991), beginning with the worlds on a circle. */
    private void place() {
        int worlds = 1 + brands.stream().mapToInt(brand -> brand.world).max().orElse(0);
        for (int i = 0; i < brands.size(); i++) {
            Brand brand = brands.get(i);
            double angle = 2 * Math.PI * brand.world / worlds;
            double turn = i * 2.399963;
            brand.x = Math.cos(angle) + 0.15 * Math.cos(turn);
            brand.y = Math.sin(angle) + 0.15 * Math.sin(turn);
        }
        double ideal = 2.2 / Math.sqrt(brands.size());
        for (int round = 0; round < ROUNDS; round++) {
            double step = 0.1 * (1 - (double) round / ROUNDS) + 0.001;
            double[] dx = new double[brands.size()];
            double[] dy = new double[brands.size()];
            for (int i = 0; i < brands.size(); i++) {
                for (int j = 0; j < i; j++) {
                    double x = brands.get(i).x - brands.get(j).x;
                    double y = brands.get(i).y - brands.get(j).y;
                    double push = ideal * ideal / (x * x + y * y + 1e-6);
                    dx[i] += x * push;
                    dy[i] += y * push;
                    dx[j] -= x * push;
                    dy[j] -= y * push;
                }
            }
            for (Link link : links) {
                int i = brands.indexOf(link.first());
                int j = brands.indexOf(link.second());
                double x = link.first().x - link.second().x;
                double y = link.first().y - link.second().y;
                double pull =
                        Math.sqrt(x * x + y * y) / ideal * (link.first().world == link.second().world ? 0.9 : 0.25);
                dx[i] -= x * pull;
                dy[i] -= y * pull;
                dx[j] += x * pull;
                dy[j] += y * pull;
            }
            for (int i = 0; i < brands.size(); i++) {
                Brand brand = brands.get(i);
                // a little gravity keeps parts together that nothing links
                dx[i] -= 0.6 * ideal * brand.x;
                dy[i] -= 0.6 * ideal * brand.y;
                double length = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i]) + 1e-9;
                brand.x += dx[i] / length * Math.min(length, step);
                brand.y += dy[i] / length * Math.min(length, step);
            }
        }
    }

    private void fit() {
        double left = brands.stream().mapToDouble(brand -> brand.x).min().orElse(0);
        double right = brands.stream().mapToDouble(brand -> brand.x).max().orElse(1);
        double top = brands.stream().mapToDouble(brand -> brand.y).min().orElse(0);
        double bottom = brands.stream().mapToDouble(brand -> brand.y).max().orElse(1);
        double scale = (SIZE - 180) / Math.max(1e-9, Math.max(right - left, bottom - top));
        for (Brand brand : brands) {
            brand.x = 90 + (brand.x - left) * scale;
            brand.y = 110 + (brand.y - top) * scale;
        }
    }
}
