"""Single graph functions with scipy and igraph, as their users would write them.

Called as: libraries.py FUNCTION DIRECTORY RUNS. The directory holds edges, pairs and an answer to compare with as raw
little-endian arrays. Prints a line for each library: its name, milliseconds of the best run by the wall clock and of the
processor, and whether the answers agree.
"""

import sys
import time

import igraph
import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import breadth_first_order, connected_components

clock = time.perf_counter
ENOUGH = 30
EPSILON = 1e-6


def array(name, kind=np.int64):
    return np.fromfile(f"{sys.argv[2]}/{name}.bin", dtype=kind)


src, dst = array("src"), array("dst")
size = int(max(src.max(), dst.max())) + 1


def answer(column, kind=np.int64):
    return array(f"answer{column}", kind)


def spread(column, kind=np.int64, missing=0):
    """A column of the answer by vertex."""
    values = np.full(size, missing, dtype=kind)
    values[answer(0)] = answer(column, kind)
    return values


def measure(library, compute, judge):
    best, least, spent = float("inf"), float("inf"), 0
    for _ in range(int(sys.argv[3])):
        start, busy = clock(), time.process_time()
        try:
            result = compute()
        except TypeError as unknown:
            print(library, "inf inf cannot:", unknown)
            return
        took = clock() - start
        best, least, spent = min(best, took), min(least, time.process_time() - busy), spent + took
        if spent > ENOUGH:
            break
    print(library, round(1000 * best), round(1000 * least), judge(result), flush=True)


def same(*pairs):
    return "same" if all(np.array_equal(ours, theirs) for ours, theirs in pairs) else "DIFFERENT"


def near(ours, theirs, tolerance):
    """Judges vectors by the sum of differences relative to the sum, and by the ten greatest."""
    difference = np.abs(ours - theirs).sum() / np.abs(theirs).sum()
    top = np.argsort(-theirs, kind="stable")[:10]
    mine = np.argsort(-ours, kind="stable")[:10]
    agree = np.array_equal(top, mine) or np.allclose(ours[top], ours[mine], rtol=20 * tolerance)
    return f"{'same' if difference < tolerance and agree else 'DIFFERENT'}, off by {difference:.1e}"


def matrix(weight=None):
    """Rows are sources."""
    return sp.csr_matrix((np.ones(len(src)) if weight is None else weight, (src, dst)), shape=(size, size))


def undirected(weight=None):
    half = matrix(weight)
    return (half + half.T).tocsr()


def graph(directed=False):
    return igraph.Graph(n=size, edges=np.column_stack((src, dst)), directed=directed)


def present():
    vertices = np.zeros(size, dtype=bool)
    vertices[src] = True
    vertices[dst] = True
    return vertices


def power_iteration(incoming, outgoing_weight, restart):
    """incoming: rows are targets."""
    inverse = np.divide(1, outgoing_weight, out=np.zeros(size), where=outgoing_weight > 0)
    dangling = (outgoing_weight == 0) & here
    everywhere = here / here.sum()
    rank = restart.copy()
    for _ in range(100):
        following = 0.85 * (incoming @ (rank * inverse) + rank[dangling].sum() * everywhere) + 0.15 * restart
        change = np.abs(following - rank).sum()
        rank = following
        if change < EPSILON:
            break
    return rank / rank.sum()


here = present()


def degrees():
    def scipy():
        rows = matrix()
        return np.bincount(rows.indices, minlength=size), np.diff(rows.indptr)

    def other():
        g = graph(True)
        return g.indegree(), g.outdegree()

    judge = lambda found: same((spread(1), np.array(found[0])), (spread(2), np.array(found[1])))
    measure("scipy", scipy, judge)
    measure("igraph", other, judge)


def components():
    def judge(labels):
        _, first = np.unique(labels, return_index=True)
        smallest = first[np.unique(labels, return_inverse=True)[1]]
        return same((answer(1), smallest[answer(0)]))

    measure("scipy", lambda: connected_components(matrix(), directed=True, connection="weak")[1], judge)
    measure("igraph", lambda: graph(True).connected_components(mode="weak").membership, judge)


def pagerank():
    def scipy():
        incoming = sp.csr_matrix((np.ones(len(src)), (dst, src)), shape=(size, size))
        return power_iteration(incoming, np.bincount(src, minlength=size).astype(float), here / here.sum())

    judge = lambda found: near(spread(1, np.float64), found, 2e-5)
    measure("scipy", scipy, judge)
    if here.all():
        measure("igraph", lambda: np.array(graph(True).pagerank()), judge)


def pagerank_weighted():
    weight = array("weight", np.float64)

    def scipy():
        rows = undirected(weight)
        return power_iteration(rows, np.asarray(rows.sum(axis=1)).ravel(), here / here.sum())

    judge = lambda found: near(spread(1, np.float64), found, 2e-5)
    measure("scipy", scipy, judge)
    if here.all():
        measure("igraph", lambda: np.array(graph().pagerank(weights=weight.tolist())), judge)


def personalized_pagerank():
    restart = np.zeros(size)
    restart[array("first")[0]] = 1

    def scipy():
        rows = undirected()
        return power_iteration(rows, np.diff(rows.indptr).astype(float), restart)

    judge = lambda found: near(spread(1, np.float64), found, 4e-5)
    measure("scipy", scipy, judge)
    measure("igraph", lambda: np.array(graph().personalized_pagerank(reset=restart)), judge)


def bfs():
    source = int(src.min())

    def levels(order, before):
        distance = np.full(size, -1)
        distance[source] = 0
        for vertex in order[1:]:
            distance[vertex] = distance[before[vertex]] + 1
        return distance

    def scipy_judge(found):
        return same((spread(1, missing=-1), levels(*found)))

    def igraph_judge(found):
        distance = np.array(found)
        return same((spread(1, missing=-1), np.where(np.isfinite(distance), distance, -1).astype(np.int64)))

    measure("scipy", lambda: breadth_first_order(undirected(), source, directed=True), scipy_judge)
    measure("igraph", lambda: graph().distances(source)[0], igraph_judge)


def modularity(g, ours, theirs):
    mine, other = g.modularity(ours), g.modularity(theirs)
    return f"{'DIFFERENT' if mine < 0.99 * other else 'same'}, modularity {mine:.4f} here, {other:.4f} there"


def communities(method):
    g = graph()
    ours = np.arange(size) + size
    ours[answer(0)] = answer(1)
    _, ours = np.unique(ours, return_inverse=True)
    measure("igraph", lambda: method(graph()).membership, lambda theirs: modularity(g, ours.tolist(), theirs))


def leiden():
    communities(lambda g: g.community_leiden(objective_function="modularity", n_iterations=2))


def louvain():
    communities(lambda g: g.community_multilevel())


def betweenness():
    sources = np.unique(src)[:8].tolist()
    measure(
        "igraph",
        lambda: np.array(graph().betweenness(directed=False, sources=sources)),
        lambda theirs: near(spread(1, np.float64) * len(sources) / len(answer(0)), theirs, 1e-9),
    )


def similarity(value, other):
    first, second = array("first"), array("second")

    def scipy():
        rows = undirected()
        degree = np.diff(rows.indptr)
        common = np.concatenate(
            [
                np.asarray(rows[first[at : at + 20_000]].multiply(rows[second[at : at + 20_000]]).sum(axis=1)).ravel()
                for at in range(0, len(first), 20_000)
            ]
        )
        return value(common, degree[first].astype(float), degree[second].astype(float))

    pairs = list(zip(first.tolist(), second.tolist()))

    def judge(theirs):
        ours, key = answer(2, np.float64), answer(0) * size + answer(1)
        theirs = np.array(theirs)
        mine, order = np.argsort(key, kind="stable"), np.argsort(first * size + second, kind="stable")
        agree = np.array_equal(key[mine], (first * size + second)[order]) and np.allclose(
            ours[mine], theirs[order], rtol=1e-12
        )
        return "same" if agree else "DIFFERENT"

    measure("scipy", scipy, judge)
    if other:
        measure("igraph", lambda: other(graph(), pairs), judge)


def jaccard():
    similarity(lambda c, a, b: c / (a + b - c), lambda g, pairs: g.similarity_jaccard(pairs=pairs, loops=False))


def sorensen():
    similarity(lambda c, a, b: 2 * c / (a + b), lambda g, pairs: g.similarity_dice(pairs=pairs, loops=False))


def overlap():
    similarity(lambda c, a, b: c / np.minimum(a, b), None)


def cosine():
    similarity(lambda c, a, b: c / np.sqrt(a * b), None)


def jaccard_top_k():
    def scipy():
        rows = undirected()
        degree = np.diff(rows.indptr).astype(float)
        best = np.zeros((size, 10))
        for at in range(0, size, 50_000):
            part = rows[at : at + 50_000] @ rows
            first = np.repeat(np.arange(at, at + part.shape[0]), np.diff(part.indptr))
            value = part.data / (degree[first] + degree[part.indices] - part.data)
            value[first == part.indices] = 0
            order = np.lexsort((part.indices, -value, first))
            ordered, starts = value[order], part.indptr
            for place in range(10):
                there = starts[:-1] + place < starts[1:]
                best[at : at + part.shape[0]][there, place] = ordered[starts[:-1][there] + place]
        return best

    def judge(theirs):
        first, value = answer(0), answer(2, np.float64)
        order = np.lexsort((-value, first))
        first, value = first[order], value[order]
        starts = np.searchsorted(first, np.arange(size))
        ours = np.zeros((size, 10))
        ours[first, np.arange(len(first)) - starts[first]] = value
        return "same" if np.allclose(ours, theirs, rtol=1e-12) else "DIFFERENT"

    measure("scipy", scipy, judge)


globals()[sys.argv[1].replace("-", "_")]()
