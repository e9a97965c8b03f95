"""The graph steps of the workloads with scipy and igraph, as their users would write them.

Called as: libraries.py WORKLOAD DIRECTORY. The directory holds the columns that SQL has made, as raw little-endian arrays.
Prints one JSON object: seconds of each stage (imports and reading the files not counted), and the rows of the answer.
"""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

stages = {}
clock = time.perf_counter


def column(name, kind=np.int64):
    return np.fromfile(f"{sys.argv[2]}/{name}", dtype=kind)


def timed(name, start):
    stages[name] = stages.get(name, 0) + clock() - start


def undirected(first, second, weight):
    """The symmetric matrix of edges between numbered vertices of two kinds, and where the second kind begins."""
    start = clock()
    offset = int(first.max()) + 1
    size = offset + int(second.max()) + 1
    half = sp.csr_matrix((weight, (first, second + offset)), shape=(size, size))
    matrix = (half + half.T).tocsr()
    timed("build", start)
    return matrix, offset


def pagerank(matrix, epsilon, restart=None):
    start = clock()
    size = matrix.shape[0]
    present = np.asarray(matrix.sum(axis=0)).ravel()
    vertices = present > 0
    count = vertices.sum()
    step = (matrix @ sp.diags(np.divide(1, present, out=np.zeros(size), where=vertices))).tocsr()
    home = vertices / count if restart is None else restart
    rank = home.copy()
    for _ in range(10_000):
        following = 0.85 * (step @ rank) + 0.15 * home
        change = np.abs(following - rank).sum()
        rank = following
        if change < epsilon:
            break
    timed("run", start)
    return rank / rank.sum()


def jaccard(matrix):
    """Jaccard similarity of all pairs of rows of a 0/1 matrix: first < second, and values above 0."""
    start = clock()
    common = sp.triu(matrix @ matrix.T, k=1).tocoo()
    degree = np.asarray(matrix.sum(axis=1)).ravel()
    value = common.data / (degree[common.row] + degree[common.col] - common.data)
    timed("run", start)
    return common.row, common.col, value


def fans():
    brand, user = column("brand"), column("user")
    start = clock()
    names, row = np.unique(brand, return_inverse=True)
    matrix = sp.csr_matrix((np.ones(len(row)), (row, user)))
    timed("build", start)
    return names, matrix


def likeness(least):
    import igraph

    names, matrix = fans()
    first, second, value = jaccard(matrix)
    start = clock()
    kept = value >= least
    edges = np.column_stack((first[kept], second[kept]))
    graph = igraph.Graph(n=len(names), edges=edges)
    timed("build", start)
    return names, graph, value[kept]


def session_audit():
    matrix, _ = undirected(column("user"), column("session"), np.ones(len(column("user"))))
    start = clock()
    count, label = connected_components(matrix, directed=False)
    sizes = np.bincount(label)
    timed("run", start)
    return [[count, len(label), int(sizes.max()), int((sizes == 2).sum())]]


def item_user_pagerank():
    matrix, offset = undirected(column("item"), column("user"), column("weight", np.float64))
    rank = pagerank(matrix, 1e-5)
    best = np.argsort(-rank[:offset], kind="stable")[:20]
    return [[int(i), float(rank[i])] for i in best]


def brand_tie_ins():
    lifts = []
    for kind in ("look", "like"):
        matrix, offset = undirected(column(kind + "_brand"), column(kind + "_user"), column(kind + "_weight", np.float64))
        restart = np.zeros(matrix.shape[0])
        restart[7] = 1
        near, everywhere = pagerank(matrix, 1e-6, restart), pagerank(matrix, 1e-6)
        with np.errstate(divide="ignore", invalid="ignore"):
            lifts.append((near / everywhere)[:offset])
    size = min(len(lifts[0]), len(lifts[1]))
    both = np.nan_to_num(lifts[0][:size] * lifts[1][:size])
    both[7] = 0
    best = np.argsort(-both, kind="stable")[:25]
    return [[int(i), float(lifts[0][i]), float(lifts[1][i])] for i in best]


def brand_twins():
    names, matrix = fans()
    first, second, value = jaccard(matrix)
    start = clock()
    best = np.lexsort((second, first, -value))[:30]
    timed("run", start)
    return [[int(names[first[i]]), int(names[second[i]]), float(value[i])] for i in best]


def communities(graph, weights):
    start = clock()
    found = graph.community_leiden(objective_function="modularity", weights=weights, n_iterations=2)
    timed("leiden", start)
    stages["modularity"] = graph.modularity(found.membership, weights=weights)
    return found.membership


def shopping_worlds():
    _, graph, weights = likeness(0.02)
    sizes = np.bincount(communities(graph, weights))
    return [[i, int(size)] for i, size in enumerate(sorted(sizes.tolist(), reverse=True))]


def world_bridges():
    names, graph, weights = likeness(0.01)
    communities(graph, weights)
    start = clock()
    central = np.array(graph.betweenness(directed=False))
    timed("betweenness", start)
    scale = 2 / ((len(names) - 1) * (len(names) - 2))
    best = np.lexsort((names, -central))[:15]
    return [[int(names[i]), float(central[i] * scale)] for i in best]


def igraph_of(first, second):
    import igraph

    start = clock()
    offset = int(first.max()) + 1
    graph = igraph.Graph(n=offset + int(second.max()) + 1, edges=np.column_stack((first, second + offset)))
    timed("build", start)
    return graph


def functions():
    """Single functions on the graph of items and users, each with the building of its graph."""
    item, user, weight = column("item"), column("user"), column("weight", np.float64)
    answers = []

    def measure(name, compute):
        stages.clear()
        compute()
        answers.append([name, sum(value for key, value in stages.items() if key != "modularity")])

    def run(name, compute):
        start = clock()
        compute()
        timed(name, start)

    ones = np.ones(len(item))
    measure("pagerank scipy", lambda: pagerank(undirected(item, user, weight)[0], 1e-5))
    measure("components scipy", lambda: run("run", lambda m=undirected(item, user, ones)[0]: connected_components(m)))

    def bfs():
        matrix = undirected(item, user, ones)[0]
        run("run", lambda: sp.csgraph.breadth_first_order(matrix, 0, directed=False))

    measure("bfs scipy", bfs)
    measure("degrees scipy", lambda: run("run", lambda m=undirected(item, user, ones)[0]: np.diff(m.indptr)))
    if "--igraph" in sys.argv:
        measure("pagerank igraph", lambda: run("run", lambda g=igraph_of(item, user): g.pagerank(weights=weight)))
        measure("components igraph", lambda: run("run", lambda g=igraph_of(item, user): g.connected_components()))
        measure("bfs igraph", lambda: run("run", lambda g=igraph_of(item, user): g.distances(0)))
        measure("betweenness of 8 igraph", lambda: run("run", lambda g=igraph_of(item, user): g.betweenness(sources=list(range(8)), directed=False)))
        measure(
            "leiden igraph",
            lambda: run(
                "run",
                lambda g=igraph_of(item, user): stages.__setitem__(
                    "modularity", g.community_leiden(objective_function="modularity", weights=weight, n_iterations=2).modularity
                ),
            ),
        )
    return answers


rows = {
    "session-audit": session_audit,
    "item-user-pagerank": item_user_pagerank,
    "brand-tie-ins": brand_tie_ins,
    "brand-twins": brand_twins,
    "shopping-worlds": shopping_worlds,
    "world-bridges": world_bridges,
    "functions": functions,
}[sys.argv[1]]()
print(json.dumps({"stages": stages, "rows": rows}))
