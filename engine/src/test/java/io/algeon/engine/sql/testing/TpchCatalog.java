package io.algeon.engine.sql.testing;

/** TPC-H's tables at scale factor 1, with the statistics that their Parquet files give. */
public final class TpchCatalog {
    private TpchCatalog() {}

    public static FakeCatalog create() {
        return new FakeCatalog()
                .table(
                        "region",
                        5,
                        "r_regionkey BIGINT NOT NULL ndv=5 min=0 max=4",
                        "r_name VARCHAR NOT NULL ndv=5",
                        "r_comment VARCHAR NOT NULL ndv=5")
                .table(
                        "nation",
                        25,
                        "n_nationkey BIGINT NOT NULL ndv=25 min=0 max=24",
                        "n_name VARCHAR NOT NULL ndv=25",
                        "n_regionkey BIGINT NOT NULL ndv=5 min=0 max=4",
                        "n_comment VARCHAR NOT NULL ndv=25")
                .table(
                        "supplier",
                        10_000,
                        "s_suppkey BIGINT NOT NULL ndv=10000 min=1 max=10000",
                        "s_name VARCHAR NOT NULL ndv=10000",
                        "s_address VARCHAR NOT NULL ndv=10000",
                        "s_nationkey BIGINT NOT NULL ndv=25 min=0 max=24",
                        "s_phone VARCHAR NOT NULL ndv=10000",
                        "s_acctbal DECIMAL(12,2) NOT NULL ndv=9955 min=-99822 max=999972",
                        "s_comment VARCHAR NOT NULL ndv=10000")
                .table(
                        "customer",
                        150_000,
                        "c_custkey BIGINT NOT NULL ndv=150000 min=1 max=150000",
                        "c_name VARCHAR NOT NULL ndv=150000",
                        "c_address VARCHAR NOT NULL ndv=150000",
                        "c_nationkey BIGINT NOT NULL ndv=25 min=0 max=24",
                        "c_phone VARCHAR NOT NULL ndv=150000",
                        "c_acctbal DECIMAL(12,2) NOT NULL ndv=140187 min=-99999 max=999999",
                        "c_mktsegment VARCHAR NOT NULL ndv=5",
                        "c_comment VARCHAR NOT NULL ndv=149968")
                .table(
                        "part",
                        200_000,
                        "p_partkey BIGINT NOT NULL ndv=200000 min=1 max=200000",
                        "p_name VARCHAR NOT NULL ndv=199997",
                        "p_mfgr VARCHAR NOT NULL ndv=5",
                        "p_brand VARCHAR NOT NULL ndv=25",
                        "p_type VARCHAR NOT NULL ndv=150",
                        "p_size INTEGER NOT NULL ndv=50 min=1 max=50",
                        "p_container VARCHAR NOT NULL ndv=40",
                        "p_retailprice DECIMAL(12,2) NOT NULL ndv=20899 min=90100 max=209899",
                        "p_comment VARCHAR NOT NULL ndv=131753")
                .table(
                        "partsupp",
                        800_000,
                        "ps_partkey BIGINT NOT NULL ndv=200000 min=1 max=200000",
                        "ps_suppkey BIGINT NOT NULL ndv=10000 min=1 max=10000",
                        "ps_availqty INTEGER NOT NULL ndv=9999 min=1 max=9999",
                        "ps_supplycost DECIMAL(12,2) NOT NULL ndv=99865 min=100 max=100000",
                        "ps_comment VARCHAR NOT NULL ndv=799124")
                .table(
                        "orders",
                        1_500_000,
                        "o_orderkey BIGINT NOT NULL ndv=1500000 min=1 max=6000000",
                        "o_custkey BIGINT NOT NULL ndv=99996 min=1 max=149999",
                        "o_orderstatus VARCHAR NOT NULL ndv=3",
                        "o_totalprice DECIMAL(12,2) NOT NULL ndv=1464556 min=85771 max=55528516",
                        "o_orderdate DATE NOT NULL ndv=2406 min=8035 max=10440",
                        "o_orderpriority VARCHAR NOT NULL ndv=5",
                        "o_clerk VARCHAR NOT NULL ndv=1000",
                        "o_shippriority INTEGER NOT NULL ndv=1 min=0 max=0",
                        "o_comment VARCHAR NOT NULL ndv=1482071")
                .table(
                        "lineitem",
                        6_001_215,
                        "l_orderkey BIGINT NOT NULL ndv=1500000 min=1 max=6000000",
                        "l_partkey BIGINT NOT NULL ndv=200000 min=1 max=200000",
                        "l_suppkey BIGINT NOT NULL ndv=10000 min=1 max=10000",
                        "l_linenumber INTEGER NOT NULL ndv=7 min=1 max=7",
                        "l_quantity DECIMAL(12,2) NOT NULL ndv=50 min=100 max=5000",
                        "l_extendedprice DECIMAL(12,2) NOT NULL ndv=933900 min=90100 max=10494950",
                        "l_discount DECIMAL(12,2) NOT NULL ndv=11 min=0 max=10",
                        "l_tax DECIMAL(12,2) NOT NULL ndv=9 min=0 max=8",
                        "l_returnflag VARCHAR NOT NULL ndv=3",
                        "l_linestatus VARCHAR NOT NULL ndv=2",
                        "l_shipdate DATE NOT NULL ndv=2526 min=8037 max=10561",
                        "l_commitdate DATE NOT NULL ndv=2466 min=8066 max=10530",
                        "l_receiptdate DATE NOT NULL ndv=2554 min=8038 max=10591",
                        "l_shipinstruct VARCHAR NOT NULL ndv=4",
                        "l_shipmode VARCHAR NOT NULL ndv=7",
                        "l_comment VARCHAR NOT NULL ndv=3610733");
    }
}
