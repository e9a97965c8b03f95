-- Links between each brand and the thirteen that share most fans with it, the world of each, and how much it bridges worlds.
WITH fans AS (
  SELECT DISTINCT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst FROM merrec_events WHERE event_type <> 'item_view'
),
large AS (SELECT src AS brand, count(*) AS fan_count FROM fans GROUP BY src ORDER BY fan_count DESC, src LIMIT 260),
near AS (
  SELECT first, second, value
  FROM cugraph_jaccard(
    edges => (SELECT src, dst FROM fans WHERE src IN (SELECT brand FROM large)),
    pairs => (SELECT a.brand AS first, b.brand AS second FROM large AS a JOIN large AS b ON a.brand <> b.brand))
  WHERE value > 0
),
ranked AS (SELECT first, second, value, row_number() OVER (PARTITION BY first ORDER BY value DESC, second) AS place FROM near),
likeness AS (
  SELECT CASE WHEN first < second THEN first ELSE second END AS src,
         CASE WHEN first < second THEN second ELSE first END AS dst, max(value) AS weight
  FROM ranked WHERE place <= 13 GROUP BY 1, 2
)
SELECT l.src AS brand, l.dst AS other, l.weight AS likeness,
       wa.partition AS world, wb.partition AS other_world, ca.value AS bridge, cb.value AS other_bridge,
       fa.fan_count AS fans, fb.fan_count AS other_fans
FROM likeness AS l
JOIN cugraph_leiden(edges => likeness) AS wa ON wa.vertex = l.src
JOIN cugraph_leiden(edges => likeness) AS wb ON wb.vertex = l.dst
JOIN cugraph_betweenness_centrality(edges => (SELECT src, dst FROM likeness), directed => false) AS ca ON ca.vertex = l.src
JOIN cugraph_betweenness_centrality(edges => (SELECT src, dst FROM likeness), directed => false) AS cb ON cb.vertex = l.dst
JOIN large AS fa ON fa.brand = l.src
JOIN large AS fb ON fb.brand = l.dst
ORDER BY l.weight DESC, l.src, l.dst
