-- Q1: what was billed, shipped and returned up to September 1998
SELECT l_returnflag,
       l_linestatus,
       SUM(l_quantity)                                       AS quantity,
       SUM(l_extendedprice)                                  AS base_price,
       SUM(l_extendedprice * (1 - l_discount))               AS discounted,
       SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS charged,
       CAST(AVG(l_discount) AS DECIMAL(6, 4))                AS avg_discount,
       COUNT(*)                                              AS orders
FROM lineitem
WHERE l_shipdate <= DATE '1998-12-01' - INTERVAL '90' DAY
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus
