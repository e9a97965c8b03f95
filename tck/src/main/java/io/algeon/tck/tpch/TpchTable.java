package io.algeon.tck.tpch;

import java.util.Locale;

/** The eight tables, small ones first. */
public enum TpchTable {
    REGION,
    NATION,
    SUPPLIER,
    CUSTOMER,
    PART,
    PARTSUPP,
    ORDERS,
    LINEITEM;

    /** Name in SQL and of the file, without its ending. */
    public String tableName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
