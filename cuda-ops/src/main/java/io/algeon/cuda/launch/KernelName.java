package io.algeon.cuda.launch;

import java.util.Locale;

/**
 * Every kernel, by the module that holds it. The symbol is the constant's name in lower case with {@code _kernel} after it;
 * a test compares them with the entry points of the PTX text, both ways.
 */
public enum KernelName {
    ROWS_HASH(KernelModule.AGGREGATE),
    GROUPS_INSERT(KernelModule.AGGREGATE),
    GROUPS_NUMBER(KernelModule.AGGREGATE),
    AGGREGATE_START(KernelModule.AGGREGATE),
    AGGREGATE_UPDATE(KernelModule.AGGREGATE),
    AGGREGATE_PICK(KernelModule.AGGREGATE),
    AGGREGATE_SUM_FINISH(KernelModule.AGGREGATE),
    AGGREGATE_UNORDER(KernelModule.AGGREGATE),
    AGGREGATE_SINGLE(KernelModule.AGGREGATE),
    FILL_SEQUENCE(KernelModule.BASIC),
    CENTRALITY_SEARCH(KernelModule.CENTRALITY),
    CENTRALITY_TOTAL(KernelModule.CENTRALITY),
    EXPRESSION_RUN(KernelModule.EXPRESSION),
    TEXT_RUN(KernelModule.TEXT),
    GRAPH_CHECK(KernelModule.GRAPH),
    GRAPH_INVERT(KernelModule.GRAPH),
    GRAPH_FIND(KernelModule.GRAPH),
    GRAPH_NEGATIVE(KernelModule.GRAPH),
    GRAPH_HUGE(KernelModule.GRAPH),
    GRAPH_UNKNOWN(KernelModule.GRAPH),
    GRAPH_ENTRY(KernelModule.GRAPH),
    GRAPH_COUNT(KernelModule.GRAPH),
    GRAPH_MOST(KernelModule.GRAPH),
    GRAPH_SCATTER(KernelModule.GRAPH),
    GRAPH_MERGE(KernelModule.GRAPH),
    GRAPH_FIRST(KernelModule.GRAPH),
    GRAPH_OFFSETS(KernelModule.GRAPH),
    GRAPH_UNITE(KernelModule.GRAPH),
    GRAPH_DEGREES(KernelModule.GRAPH),
    GRAPH_WIDEN(KernelModule.GRAPH),
    GRAPH_PIECES(KernelModule.GRAPH),
    GRAPH_PIECE_SUMS(KernelModule.GRAPH),
    GRAPH_ROW_SUMS(KernelModule.GRAPH),
    GRAPH_TILE_SUMS(KernelModule.GRAPH),
    GRAPH_TOTAL(KernelModule.GRAPH),
    GRAPH_SCALE(KernelModule.GRAPH),
    JOIN_BUILD(KernelModule.JOIN),
    JOIN_COUNT(KernelModule.JOIN),
    JOIN_WRITE(KernelModule.JOIN),
    JOIN_MARK(KernelModule.JOIN),
    RANK_SENDERS(KernelModule.RANK),
    RANK_INVERSE(KernelModule.RANK),
    RANK_FILL(KernelModule.RANK),
    RANK_SHARES(KernelModule.RANK),
    RANK_NEXT(KernelModule.RANK),
    RANK_MOST(KernelModule.RANK),
    RANK_RELATE(KernelModule.RANK),
    RANK_RESTART(KernelModule.RANK),
    MOMENTS_UPDATE(KernelModule.MOMENTS),
    MOMENTS_MEANS(KernelModule.MOMENTS),
    MOMENTS_FINISH(KernelModule.MOMENTS),
    ORDERED_PRESENT(KernelModule.ORDERED),
    ORDERED_COUNT(KernelModule.ORDERED),
    ORDERED_INTERPOLATE(KernelModule.ORDERED),
    ORDERED_CHOOSE(KernelModule.ORDERED),
    ORDERED_RUNS(KernelModule.ORDERED),
    ORDERED_LONGEST(KernelModule.ORDERED),
    ORDERED_BEST(KernelModule.ORDERED),
    ORDERED_LENGTHS(KernelModule.ORDERED),
    ORDERED_WRITE(KernelModule.ORDERED),
    ORDERED_VIEWS(KernelModule.ORDERED),
    SCAN_TILES_U8(KernelModule.RELATION),
    SCAN_TILES_I32(KernelModule.RELATION),
    SCAN_SUMS(KernelModule.RELATION),
    SCAN_OFFSETS_I32(KernelModule.RELATION),
    SCAN_SELECT(KernelModule.RELATION),
    MAP_COMPOSE(KernelModule.RELATION),
    MAP_IDENTITY(KernelModule.RELATION),
    MAP_MARK(KernelModule.RELATION),
    FLAGS_INVERT(KernelModule.RELATION),
    COLUMN_GATHER(KernelModule.RELATION),
    STRINGS_VIEW(KernelModule.RELATION),
    STRINGS_LENGTH(KernelModule.RELATION),
    STRINGS_PACK(KernelModule.RELATION),
    MAP_REPEAT(KernelModule.RELATION),
    SET_COUNTS(KernelModule.RELATION),
    SIMILARITY_PAIRS(KernelModule.SIMILARITY),
    SIMILARITY_NEAREST(KernelModule.SIMILARITY),
    SIMILARITY_COLLECT(KernelModule.SIMILARITY),
    SORT_WORDS(KernelModule.SORT),
    SORT_HISTOGRAM(KernelModule.SORT),
    SORT_SCATTER(KernelModule.SORT),
    SORT_RUNS(KernelModule.SORT),
    SORT_TIED(KernelModule.SORT),
    SORT_NUMBER(KernelModule.SORT),
    SORT_SELECT(KernelModule.SORT),
    SORT_WITHIN_BOUND(KernelModule.SORT),
    SORT_STARTS(KernelModule.SORT),
    SORT_WITHIN(KernelModule.SORT),
    COMPONENTS_HOOK(KernelModule.TRAVERSAL),
    COMPONENTS_LABEL(KernelModule.TRAVERSAL),
    BFS_START(KernelModule.TRAVERSAL),
    BFS_DEGREES(KernelModule.TRAVERSAL),
    BFS_EXPAND(KernelModule.TRAVERSAL),
    BFS_FOUND(KernelModule.TRAVERSAL),
    BFS_REACHED(KernelModule.TRAVERSAL);

    private final KernelModule module;

    KernelName(KernelModule module) {
        this.module = module;
    }

    public KernelModule module() {
        return module;
    }

    /** Name of the entry point. */
    public String symbol() {
        return name().toLowerCase(Locale.ROOT) + "_kernel";
    }
}
