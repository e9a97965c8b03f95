-- Brands that lead from one world to others: most central, with the world that they are in.
WITH fans AS (SELECT DISTINCT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst FROM merrec_events),
large AS (SELECT src AS brand FROM fans GROUP BY src ORDER BY count(*) DESC, src LIMIT 5000),
likeness AS (
  SELECT first AS src, second AS dst, value AS weight
  FROM cugraph_jaccard(
    edges => (SELECT src, dst FROM fans WHERE src IN (SELECT brand FROM large)),
    pairs => (SELECT a.brand AS first, b.brand AS second FROM large AS a JOIN large AS b ON a.brand < b.brand))
  WHERE value >= 0.01
)
SELECT central.vertex AS brand, central.value, worlds.partition
FROM cugraph_betweenness_centrality(edges => (SELECT src, dst FROM likeness), directed => false) AS central
JOIN cugraph_leiden(edges => likeness) AS worlds ON worlds.vertex = central.vertex
ORDER BY central.value DESC, brand
LIMIT 15
