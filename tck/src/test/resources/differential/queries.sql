# One query a line, over t1(a, b, c), t2(d, e, f), t3(g, h), t0(k, v); see QueryCorpusTest.
select * from t1 join t2 on a = d
select * from t1 left join t2 on a = d
select * from t1 right join t2 on a = d
select * from t1 full join t2 on a = d
select * from t1 left join t2 on a = d and b > 15
select * from t1 left join t2 on a = d where e > 15
select * from t1 left join t2 on a = d where e is null
select * from t1 full join t2 on a = d where a > 1
select * from t1 full join t2 on a = d where d > 1
select * from t1 full join t2 on a = d where d > 1 and a > 1
select * from t1, t2 where a < d
select * from t1, t2, t3 where a = d and d = g
select * from t1, t2, t3 where a = d and d = g and a = 2
select * from t1 left join t2 on a = d left join t3 on d = g
select * from t1 left join (t2 join t3 on d = g) on a = d
select * from t1 join t3 on a = g left join t2 on g = d where h > 100
select a, b from t1 where a in (select d from t2)
select a, b from t1 where a not in (select d from t2)
select a, b from t1 where a not in (select d from t2 where d is not null)
select a, b from t1 where a not in (select k from t0)
select a, b from t1 where a in (select k from t0)
select a, b from t1 where exists (select 1 from t2 where d = a)
select a, b from t1 where not exists (select 1 from t2 where d = a)
select a, b from t1 where exists (select 1 from t2 where d < a)
select a, b from t1 where not exists (select 1 from t2 where d < a and e < b)
select a, b from t1 where a in (select d from t2 where e = b)
select a, b from t1 where a not in (select d from t2 where e = b)
select a, b from t1 where a not in (select d from t2 where f = c)
select a, b from t1 where b > 30 or exists (select 1 from t2 where d = a)
select a, b from t1 where b > 30 or a in (select d from t2)
select a, b from t1 where b > 30 or a not in (select d from t2)
select a, b, a in (select d from t2) from t1
select a, b, a not in (select d from t2) from t1
select a, b, a in (select d from t2 where f = c) from t1
select a, b, a not in (select d from t2 where f = c) from t1
select a, b, exists (select 1 from t2 where d = a) from t1
select a, b, exists (select 1 from t2) from t1
select a, b, exists (select 1 from t0) from t1
select a, b, a in (select k from t0) from t1
select a, b, (1 in (select d from t2)), (6 in (select d from t2)), (6 in (select g from t3)) from t1
select a, (select h from t3 where g = a) from t1
select a, (select max(e) from t2 where d = a) from t1
select a, (select count(*) from t2 where d = a) from t1
select a, (select count(*) from t2 where d < a) from t1
select a, (select count(e) + 1 from t2 where d = a) from t1
select a, (select coalesce(sum(e), -1) from t2 where d = a) from t1
select a, (select sum(e) from t2 where d < a) from t1
select a, (select count(*) from t2 where d = a having count(*) > 0) from t1
select a from t1 where (select count(*) from t2 where d = a) = 0
select a from t1 where b > (select avg(e) from t2 where d = a)
select a from t1 where b > (select avg(e) from t2)
select a from t1 where b > (select avg(e) from t2 where d <> a)
select a from t1 where b = (select max(e) from t2 where d = a and f = c)
select a, (select max(e) from t2 where d = a or f = c) from t1
select a, (select max(e) from t2, t3 where d = g and g = a) from t1
select a, (select sum(h) from t3 where g in (select d from t2 where d = a)) from t1
select a, (select sum(h) from t3 where exists (select 1 from t2 where d = g and e = b)) from t1
select a from t1 where exists (select 1 from t2 where d = a and exists (select 1 from t3 where g = d and h > b))
select a from t1 where exists (select 1 from t2 where exists (select 1 from t3 where g = a and g = d))
select a from t1 where exists (select d from t2 where d = a group by d having count(*) > 1)
select a from t1 where a in (select d from t2 group by d having count(*) > 1)
select a from t1 where a in (select max(d) from t2 where f = c)
select a from t1 where a = (select max(d) from t2 where f = c)
select a from t1 where b > all (select e from t2 where e is not null and e < 30)
select a from t1 where b > all (select e from t2)
select a from t1 where b > any (select e from t2)
select a from t1 where b >= some (select e from t2 where d = a)
select a, b > all (select e from t2 where d = a) from t1
select a, b > any (select e from t2) from t1
select a from t1 where a <> all (select d from t2 where d is not null)
select a from t1 where a = any (select d from t2)
select a from t1 where a > all (select k from t0)
select a from t1 where a > any (select k from t0)
select (select max(e) from t2), (select min(e) from t2)
select a from t1 where (a, b) in (select d, e from t2)
select a from t1 where (a, b) not in (select d, e from t2 where d is not null and e is not null)
select a from t1 where (a, b) not in (select d, e from t2)
select x.a, y.m from t1 x, (select d, max(e) m from t2 group by d) y where x.a = y.d
select x.a, y.m from t1 x left join (select d, max(e) m from t2 group by d) y on x.a = y.d
select x.a, y.m from t1 x left join (select d, max(e) m from t2 group by d) y on x.a = y.d where y.m > 20
select a, y.m from t1, lateral (select max(e) m from t2 where d = a) y
select a, y.e from t1, lateral (select e from t2 where d = a) y
select a, y.e from t1 left join lateral (select e from t2 where d = a) y on true
select a, y.z from t1, lateral (select e + b as z from t2 where d = a) y
select a, y.z from t1 left join lateral (select e + b as z from t2 where d = a) y on true
select c, count(*), sum(b) from t1 group by c
select c, count(*) from t1 group by c having count(*) > 1
select c, a, count(*) from t1 group by rollup(c, a)
select c, a, count(*), grouping(c), grouping(a) from t1 group by cube(c, a)
select count(*), sum(k) from t0
select count(*), sum(k) from t0 group by k
select k, count(*) from t0 group by rollup(k)
select distinct a from t1
select a from t1 union select d from t2
select a from t1 union all select d from t2
select a from t1 intersect select d from t2
select a from t1 except select d from t2
select a from t1 except all select d from t2
select a from t1 intersect all select d from t2
select * from (select a, b from t1 union all select d, e from t2) u where a = 2
select * from (select a, b from t1 union all select d, e from t2) u(a, b) join t3 on a = g
select a, case when b > 20 then 'hi' else 'lo' end k from t1 where case when a = 0 then false else 10 / a > 2 end
select a, b from t1 where a <> 0 and 10 / a > 2
select sum(b) from (select a, b from t1 order by b limit 3) x
select a from t1 where exists (select 1 from t2 where d = a limit 1)
select a, (select e from t2 where d = a and e > 22) from t1
select a from t1 where a in (select d from t2 union all select g from t3)
select a from t1 where exists (select 1 from t2 where d = a union all select 1 from t3 where g = a)
select a, (select max(x) from (select e x from t2 where d = a union all select h from t3 where g = a) u) from t1
select a from t1 where not (a in (select d from t2) and b > 20)
select a from t1 where not (a in (select d from t2) or b > 20)
select a from t1 where (a in (select d from t2)) is not true
select a from t1 where (a in (select d from t2)) is null
select t1.a, t2.d from t1 left join t2 on t1.a = t2.d and t2.e in (select h / 10 from t3)
select t1.a, t2.d from t1 left join t2 on t1.a = t2.d and exists (select 1 from t3 where g = t1.a)
select t1.a, t2.d from t1 join t2 on t1.a = t2.d and exists (select 1 from t3 where g = t1.a and g = t2.d)
select a, count(*) filter (where b > 20), count(distinct b), sum(distinct b) from t1 group by a
select a, (select count(distinct e) from t2 where d = a) from t1
select max(a) from t1 where a in (select d from t2) group by c order by 1
select a from t1 group by a having a in (select d from t2)
select a, sum(b) from t1 group by a having sum(b) > (select avg(e) from t2)
select a, sum(b) from t1 group by a having sum(b) > (select min(e) from t2 where d = a)
select a, (select sum(e) from t2 where d = t1.a) + (select sum(h) from t3 where g = t1.a) s from t1
with w as (select a, sum(b) s from t1 group by a) select x.a, x.s, y.s from w x join w y on x.a = y.a where x.s = (select max(s) from w)
select * from t1 where a is not distinct from (select max(d) from t2 where f = 'q')
select x.a, y.d from t1 x join t2 y on x.a is not distinct from y.d
select x.a, y.d from t1 x left join t2 y on x.a is not distinct from y.d and x.b = y.e
select a from t1 x where b = (select max(b) from t1 y where y.a = x.a)
select a, b from t1 x where b >= all (select b from t1 y where y.a = x.a)
select a from t1 where a between (select min(d) from t2) and (select max(g) from t3)
select a from t1 where coalesce(a, (select max(d) from t2)) = 5
select count(*) from t1, t2
select count(*) from t1 where 1 = 0
select sum(b) from t1 where 1 = 0
select a from t1 where 1 = 0 or a = 2
select a + b from t1 order by a + b
select a, b from t1 order by c, b limit 3
select * from (values (1, 'a'), (2, 'b')) v(x, y) join t1 on x = a
select a from t1 x where exists (select 1 from t2 y where y.d = x.a and y.e = (select max(e) from t2 z where z.d = x.a))
select a from t1 x where exists (select 1 from t2 y where y.d = x.a and y.e = (select max(e) from t2 z where z.d = y.d))
select a from t1 x where b = (select min(e) from t2 y where y.d = x.a and y.e >= (select min(b) from t1 z where z.a = x.a))
select a, (select (select count(*) from t3 where g = d and h > b) from t2 where d = a and e = b) from t1
select a, (select sum((select count(*) from t3 where g = d or g = a)) from t2 where d = a) from t1
select a, (select count(*) from (select distinct d, f from t2 where d <= a) u) from t1
select a, (select count(*) from t2 left join t3 on d = g and h > b where e > 10) from t1
select a, (select count(h) from t2 left join t3 on d = g where d = a) from t1
select a, (select count(h) from t3 right join t2 on d = g and g = a) from t1
select a, (select count(*) from t2 full join t3 on d = g and e > b) from t1
select a, (select count(*) from (select d from t2 where d = a except select g from t3) u) from t1
select a, (select count(*) from (select d from t2 where d = a intersect select g from t3) u) from t1
select a, (select max(s) from (select d, sum(e) s from t2 where d <> a group by d) u) from t1
select a from t1 where a in (select d from t2 where not exists (select 1 from t3 where g = d and h < b))
select a from t1 where a not in (select d from t2 where d in (select g from t3 where h > b) and d is not null)
select a from t1 where exists (select 1 from t2 where d in (select g from t3 where g = a))
select a from t1 where not exists (select 1 from t2 where d = a and e not in (select h from t3))
select a from t1 where (select count(*) from t2 where d = a) > (select count(*) from t3 where g = a)
select a, b from t1 where (select d from t2 where d = 4) > a
select count(*) from t1 where exists (select 1 from t0) or a = 1
select count(*) from t1 where not exists (select 1 from t0)
select sum(case when exists (select 1 from t2 where d = a) then 1 else 0 end) from t1
select c, sum((select max(e) from t2 where d = a)) from t1 group by c
select case when a in (select d from t2) then 'in' when a not in (select d from t2 where d is not null) then 'out' else 'unknown' end from t1
select x.a, y.a from t1 x, t1 y where x.a = y.a and x.b <> y.b
select x.a from t1 x, t1 y where x.a = y.a and (x.b = 20 and y.b = 21 or x.b = 21 and y.b = 20)
select * from t1 join t2 on (a = d and b = e) or (a = d and c = f)
select * from t1, t2 where (a = d and b > 10) or (a = d and e > 20)
select * from t1 left join t2 on a = d and (b > 10 or e > 20) where coalesce(e, 0) < 25
select * from t1 left join t2 on a = d left join t3 on e = h or g = d
select * from t1 left join t2 on a = d join t3 on d = g
select * from t1 left join t2 on a = d, t3 where g = a or g = d
select a, g from t1 join t3 on a + 1 = g
select a, g from t1 join t3 on a = g + 1 and b < h
select a, g from t1, t3 where a * 2 = g * 2
select a, d, g from t1 full join t2 on a = d full join t3 on coalesce(a, d) = g
select * from t1 full join t2 on a = d where coalesce(a, d) = 2
select * from (select a, count(*) n from t1 group by a) x full join (select d, count(*) m from t2 group by d) y on a = d
select * from (select a from t1 union select d from t2) u where a > 2
select * from (select a, c from t1 union all select d, f from t2 union all select g, 'k' from t3) u where c = 'k' and a > 1
select a from (select a from t1 except select d from t2) u where a > 3
select * from (select a, b from t1 order by a limit 3) x where b > 15
select * from (select a, sum(b) s from t1 group by a) x where a > 1 and s > 20
select * from (select a, sum(b) s from t1 group by a having count(*) > 1) x where a > 1
select * from (select a, a + b as ab from t1) x where ab > 20 and a > 1
select * from (select c, a, sum(b) s from t1 group by rollup(c, a)) x where c = 'y'
select * from (select c, a, sum(b) s from t1 group by rollup(c, a)) x where c is null
select count(*) from (select distinct a, b from t1) x
select count(*) from (select a from t1 union all select d from t2) x
select count(distinct a), count(distinct b), sum(distinct a), count(*) from t1
select c, count(distinct a) filter (where b > 10), max(distinct b) from t1 group by c
select min(a), max(c), avg(b) from t1 where a > 100
select 1 from t1 where a = 1 having count(*) > 0
select count(*) from t1 having sum(b) > 1000
select a, b from t1 where a in (1, 2, NULL)
select a, b from t1 where a not in (1, 2, NULL)
select a, b from t1 where not (a = 1 or b = 20)
select a from t1 where a = 1 and a = 2
select a from t1, t2 where a = d and a = 1 and d = 2
select a from t1 where a in (select d from t2) and a in (select g from t3)
select a from t1 where a in (select d from t2) and a not in (select g from t3)
select a, (select max(g) from t3) from t1 where a < (select max(g) from t3)
with w as (select d, count(*) n from t2 group by d) select * from w x join w y on x.d = y.d left join w z on z.n = x.n where z.d = 2
with w as (select * from t1 where a > 1) select * from w where b = (select max(b) from w)
with recursiveless as (select a from t1), v as (select a from recursiveless where a > 1) select count(*) from v, recursiveless
select a from t1 where (a, c) in (select d, f from t2) or b = 70
select (a, c) in (select d, f from t2) from t1
select a, b = any (select e from t2 where d = a) from t1
select a, b <> all (select e from t2 where f = c) from t1
select a from t1 where b < all (select e from t2 where d = a) 
select a from t1 where not b > any (select e from t2)
select a from t1 where exists (select max(e) from t2 where d = a)
select a from t1 where not exists (select count(*) from t2 where d = a having count(*) = 0)
select a from t1 where exists (select count(*) from t2 where d = a having count(*) = 0)
select a from t1 where (select d from t2 where e = b) is not null
select a from t1 order by (select max(e) from t2 where d = a), a
select a, (select string_agg(f, ',' order by f) from t2 where d = a) from t1
select x.c, y.f from t1 x left join t2 y on x.a = y.d and y.e = (select max(e) from t2 where d = y.d)
select x.c, y.f from t1 x left join t2 y on x.a = y.d where y.e = (select max(e) from t2 where d = x.a) or y.e is null
select a from t1 where a > (select 1) and b is not null
select (select a from t1 where a = 7), (select b from t1 where a = 77)
select (select 5), a from t1
select a, (select a) from t1
select a, (select max(e + b) from t2 where d = a) from t1
select a, (select max(e) + max(b) from t2 where d = a) from t1 group by a, b
select a, (select count(*) from t2 where d = a group by d) from t1
select a, exists (select 1 from t2 where d = a group by d having sum(e) > 20) from t1
select a, u.x from t1 cross join lateral (values (a + 1), (b)) u(x)
select a, u.x from t1, lateral (select a + 1 as x union all select b) u
select sum(x.s) from (select a, sum(b) as s from t1 group by a) x join t3 on g = a where h < 250
select x.s from (select a, sum(b) as s from t1 group by a) x right join t3 on g = a
select g, s from t3 left join (select a, sum(b) as s from t1 group by a) x on g = a where h < 250
select g from t3 where g in (select a from t1 group by a having sum(b) > 20) and h < 250
select g from t3 where not exists (select a from t1 where a = g group by a having sum(b) > 20) and h < 250
select a, (select max(e) + max(b) from t2 where d = a) from t1 group by a, b
select a, (select b from t3 where g = 1) from t1
select a, (select b from t3 where g = a) from t1
select a, a in (select b from t2) from t1
select a, a + 9 in (select b from t2) from t1
select a from t1 where b in (select b from t0)
select a from t1 where b not in (select b from t2)
select a, (select sum(x) from (select b as x from t2 union all select e from t2) u) from t1
select a, b from t1 where exists (select b from t2 group by b having count(*) > b)
select a, (select count(*) from (select distinct b from t2) u) from t1
select a, (select max(z) from (select b as z, d from t2) u where u.d = a) from t1
select a, (select x from (select b as x, d from t2 where e = 10) u) from t1
select a, (select e from t2 where d = a order by e limit 1) from t1
select a, (select e from t2 where d = a order by e desc limit 1) from t1
select a, (select e + b from t2 where d = a order by e limit 1) from t1
select a, (select e from t2 where d < a order by e limit 1) from t1
select a, (select e from t2 where d = a order by e, f limit 1 offset 1) from t1
select a, (select e from t2 where d = a and f = c order by e limit 1) from t1
select a, (select h from t3 where g = (select d from t2 where d = a order by e limit 1)) from t1
select a, x.e from t1, lateral (select e from t2 where d = a order by e limit 1) as x
select a, x.e from t1 left join lateral (select e from t2 where d <= a order by e, d limit 2) as x on true
select a, x.e from t1 left join lateral (select e from t2 where d <= a order by e, d limit 2 offset 1) as x on true
select a, x.n from t1, lateral (select count(*) as n from (select e from t2 where d <= a order by e limit 2) as y) as x
select a, b from t1 where exists (select 1 from t2 where d <= a order by e limit 1 offset 1)
select a, b from t1 where b in (select e from t2 where d <= a order by e limit 1)
select a, b from t1 where b > (select e from t2 where d = a order by e limit 1)
select x.a, x.k from t1 left join t3 on a = g, lateral (select a, h as k) as x
select * from t1 left join t2 on a = d and exists (select 1 from t3 where g = a and h > e)
select * from t1 left join t2 on a < d and exists (select 1 from t3 where g = a + d)
select * from t1 left join t2 on exists (select 1 from t3 where g = a and g = d)
select * from t1 right join t2 on a <= d and not exists (select 1 from t3 where g = a + d - 1)
select * from t1 left join t2 on a = d and b in (select h / 10 from t3 where h >= e)
select * from t1 left join t2 on b = e or (select max(g) from t3 where g < a) = d
select 1 where 1 = 2
select count(*), sum(a) from t1 where exists (select 1 where a > 2)
select a, (select b where b > 15) from t1
select a, b from t1 where exists (select 1 from (select e from t2 where d <= a order by e limit 1) as x where e > 10)
select a, b from t1 where not exists (select e from t2 where d = a order by e limit 1)
