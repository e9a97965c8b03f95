-- Q13: how many customers placed how many orders
SELECT orders_placed, COUNT(*) AS customers
FROM (SELECT c_custkey, COUNT(o_orderkey) AS orders_placed
      FROM customer
      LEFT JOIN orders ON o_custkey = c_custkey AND o_comment NOT LIKE '%special%requests%'
      GROUP BY c_custkey) AS per_customer
GROUP BY orders_placed
ORDER BY customers DESC, orders_placed DESC
LIMIT 8
