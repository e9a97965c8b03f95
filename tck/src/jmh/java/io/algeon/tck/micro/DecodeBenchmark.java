package io.algeon.tck.micro;

import io.algeon.engine.DatabaseLocation;
import io.algeon.engine.Engine;
import io.algeon.engine.Session;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSource;
import io.algeon.tck.tpch.TpchData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reading columns of lineitem (TPC-H at scale 0.1, snappy) to the end; an operation is a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecodeBenchmark {
    private static final int ROWS = 600_572;

    /** l_orderkey (plain), l_quantity (coded), l_extendedprice (plain), l_shipmode (coded text), l_comment (text). */
    @Param({"0", "4", "5", "14", "15"})
    private int column;

    private Session session;
    private TableSource lineitem;

    @Setup(Level.Trial)
    public void setUp() throws IOException {
        Path directory = Path.of("tck/target/data/tpch-sf0.1");
        TpchData.generate(directory, 0.1, table -> {});
        session = Engine.shared().open(new DatabaseLocation.Directory(directory), "", Map.of());
        lineitem = session.catalog().table("main", "lineitem").orElseThrow();
    }

    @TearDown(Level.Trial)
    public void tearDown() {
        session.close();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long read() {
        ExecutionContext context = Inputs.context();
        TableScan scan = lineitem.snapshot().scan(new ScanRequest(List.of(column), List.of(), -1), context);
        long rows = 0;
        try (MorselReader reader = scan.openReader(Inputs.worker(context))) {
            for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
                reader.open(morsel);
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    rows += batch.rowCount();
                }
            }
        }
        return rows;
    }
}
