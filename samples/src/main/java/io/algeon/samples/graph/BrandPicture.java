package io.algeon.samples.graph;

import io.algeon.samples.graph.BrandMap.Brand;
import io.algeon.samples.graph.BrandMap.Link;
import java.util.Comparator;
import java.util.HashSet;
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
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(SIZE)
                .append(' ')
                .append(SIZE);
        svg.append("\" font-family=\"Helvetica, Arial, sans-serif\">\n");
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#10141f\"/>\n");
        double strongest = links.stream().mapToDouble(Link::likeness).max().orElse(1);
        for (Link link : links) {
            boolean bridge = link.first().world != link.second().world;
            double strength = link.likeness() / strongest;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.2f\""
                            + " stroke-opacity=\"%.2f\"%s/>%n",
                    link.first().x,
                    link.first().y,
                    link.second().x,
                    link.second().y,
                    bridge ? "#f4f1de" : colour(link.first().world, 55),
                    0.6 + 2 * strength,
                    bridge ? 0.55 : 0.25 + 0.4 * strength,
                    bridge ? " stroke-dasharray=\"4 3\"" : ""));
        }
        double most = brands.stream().mapToDouble(brand -> brand.bridge).max().orElse(1);
        double largest = brands.stream().mapToDouble(brand -> brand.fans).max().orElse(1);
        for (Brand brand : brands) {
            double share = most > 0 ? brand.bridge / most : 0;
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"%.1f\""
                            + " stroke-opacity=\"%.2f\"><title>brand %d, world %d, %d fans</title></circle>%n",
                    brand.x,
                    brand.y,
                    3 + 10 * Math.sqrt(brand.fans / largest),
                    colour(brand.world, 62),
                    0.6 + 2.4 * share,
                    0.25 + 0.75 * share,
                    brand.id,
                    brand.world,
                    brand.fans));
        }
        Set<Brand> labelled = new HashSet<>();
        brands.stream()
                .sorted(Comparator.comparingDouble((Brand brand) -> -brand.bridge)
                        .thenComparingLong(brand -> brand.id))
                .limit(LABELS)
                .forEach(labelled::add);
        for (Brand brand : brands) {
            if (labelled.contains(brand)) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"15\" fill=\"#ffffff\" paint-order=\"stroke\""
                                + " stroke=\"#10141f\" stroke-width=\"4\">brand %d</text>%n",
                        brand.x + 12,
                        brand.y + 5,
                        brand.id));
            }
        }
        svg.append("<text x=\"28\" y=\"46\" font-size=\"26\" fill=\"#ffffff\">Brands that share fans</text>\n");
        svg.append("<text x=\"28\" y=\"72\" font-size=\"15\" fill=\"#9aa4bf\">colour: world (Leiden) · size: fans ·"
                + " white ring: bridges worlds (betweenness) · dashed: between worlds</text>\n");
        return svg.append("</svg>\n").toString();
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
