-- Communities of brands that share fans, weighted by how near they are.
WITH fans AS (SELECT DISTINCT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst FROM merrec_events),
large AS (SELECT src AS brand FROM fans GROUP BY src ORDER BY count(*) DESC, src LIMIT 5000),
likeness AS (
  SELECT first AS src, second AS dst, value AS weight
  FROM cugraph_jaccard(
    edges => (SELECT src, dst FROM fans WHERE src IN (SELECT brand FROM large)),
    pairs => (SELECT a.brand AS first, b.brand AS second FROM large AS a JOIN large AS b ON a.brand < b.brand))
  WHERE value >= 0.02
)
SELECT partition, count(*) AS brands FROM cugraph_leiden(edges => likeness) GROUP BY partition ORDER BY brands DESC, partition
