-- Brands that go with brand 7: how much nearer they are to it than they are popular, among those who look and those who like.
WITH looks AS (
  SELECT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst, CAST(count(*) AS DOUBLE) AS weight
  FROM merrec_events WHERE event_type = 'item_view' GROUP BY brand_id, user_id
),
likes AS (
  SELECT CAST(brand_id AS BIGINT) AS src, -(user_id + 1) AS dst, CAST(count(*) AS DOUBLE) AS weight
  FROM merrec_events WHERE event_type = 'item_like' GROUP BY brand_id, user_id
)
SELECT near.vertex AS brand, near.value / everywhere.value AS look_lift, near_likes.value / everywhere_likes.value AS like_lift
FROM cugraph_personalized_pagerank(
       edges => looks, personalization => (VALUES (CAST(7 AS BIGINT), 1.0)), directed => false, epsilon => 1e-6) AS near
JOIN cugraph_pagerank(edges => looks, directed => false, epsilon => 1e-6) AS everywhere ON everywhere.vertex = near.vertex
JOIN cugraph_personalized_pagerank(
       edges => likes, personalization => (VALUES (CAST(7 AS BIGINT), 1.0)), directed => false, epsilon => 1e-6) AS near_likes
  ON near_likes.vertex = near.vertex
JOIN cugraph_pagerank(edges => likes, directed => false, epsilon => 1e-6) AS everywhere_likes
  ON everywhere_likes.vertex = near.vertex
WHERE near.vertex >= 0 AND near.vertex <> 7
ORDER BY look_lift * like_lift DESC, brand
LIMIT 25
