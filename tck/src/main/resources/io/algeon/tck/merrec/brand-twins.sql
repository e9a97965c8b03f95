-- Pairs of large brands with the same fans.
WITH fans AS (SELECT DISTINCT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst FROM merrec_events),
large AS (SELECT src AS brand FROM fans GROUP BY src ORDER BY count(*) DESC, src LIMIT 2000)
SELECT first, second, value
FROM cugraph_jaccard(
  edges => (SELECT src, dst FROM fans WHERE src IN (SELECT brand FROM large)),
  pairs => (SELECT a.brand AS first, b.brand AS second FROM large AS a JOIN large AS b ON a.brand < b.brand))
ORDER BY value DESC, first, second
LIMIT 30
