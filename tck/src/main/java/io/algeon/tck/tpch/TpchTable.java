package io.algeon.tck.tpch;

import java.util.Locale;

/** The eight tables, small ones first. */
public enum TpchTable {
    REGION("r_regionkey"),
    NATION("n_nationkey"),
    SUPPLIER("s_suppkey"),
    CUSTOMER("c_custkey"),
    PART("p_partkey"),
    PARTSUPP("ps_partkey, ps_suppkey"),
    ORDERS("o_orderkey"),
    LINEITEM("l_orderkey, l_linenumber");

    private final String primaryKey;

    TpchTable(String primaryKey) {
        this.primaryKey = primaryKey;
    }

    /** The columns of the primary key, as SQL lists them. */
    public String primaryKey() {
        return primaryKey;
    }

    /** Name in SQL and of the file, without its ending. */
    public String tableName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
