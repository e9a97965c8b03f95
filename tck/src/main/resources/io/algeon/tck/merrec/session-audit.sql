-- Do sessions belong to one user each? Components of the graph between users and sessions, and what sizes they have.
WITH components AS (
  SELECT label, count(*) AS members
  FROM cugraph_weakly_connected_components(
    edges => (SELECT DISTINCT CAST(user_id AS VARCHAR) AS src, session_id AS dst FROM merrec_events))
  GROUP BY label
)
SELECT count(*) AS components, sum(members) AS vertices, max(members) AS largest,
       sum(CASE WHEN members = 2 THEN 1 ELSE 0 END) AS with_one_session
FROM components
