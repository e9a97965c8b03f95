package io.algeon.engine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private final MemoryBudget budget = MemoryBudget.root("test", 1L << 30, "memory_limit");
    private final ExecutionContext context =
            new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.EPOCH, "UTC", "", 1);
    private final TableStore store = new TableStore("main", false, budget);
    private final MemoryTable table = create();

    private MemoryTable create() {
        Transaction transaction = store.begin();
        MemoryTable created = new TableDefinitions(transaction)
                .createTable(
                        new TableDef(
                                "main",
                                "t",
                                List.of(
                                        new ColumnDef("id", SqlTypes.INTEGER.withNullable(false)),
                                        new ColumnDef("s", SqlTypes.VARCHAR)),
                                ""),
                        new TableDetails(
                                TableKind.TABLE,
                                List.of(ColumnDetails.PLAIN, ColumnDetails.PLAIN),
                                List.of(new TableConstraint.Key("t_pkey", true, List.of(0))),
                                List.of(),
                                null),
                        false);
        transaction.commit();
        return created;
    }

    private static Batch rows(int... ids) {
        String[] texts = IntStream.of(ids)
                .mapToObj(id -> id % 7 == 0 ? null : "s" + id % 5)
                .toArray(String[]::new);
        return new Batch(new ColumnVector[] {new IntVector(ids.clone()), BytesVector.of(texts)}, ids.length);
    }

    private void insert(Transaction transaction, int... ids) {
        TableWriter writer = new TableWriter(transaction, table, context);
        writer.insert(rows(ids));
        writer.finish();
    }

    private void delete(Transaction transaction, int... ids) {
        TableWriter writer = new TableWriter(transaction, table, context);
        long[] numbers = IntStream.of(ids)
                .mapToLong(id -> find(transaction.data(table), id))
                .toArray();
        writer.delete(numbers, numbers.length);
        writer.finish();
    }

    private static long find(TableData data, int id) {
        return data.indexes().get(0).find(data, new ColumnVector[] {new IntVector(new int[] {id})}, 0);
    }

    private TableData committed() {
        return store.state().data(table);
    }

    private static void assertRefused(ErrorCode code, Runnable work) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(work::run)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }

    @Test
    void aTransaction_isSeenByNobodyUntilItCommits() {
        Transaction transaction = store.begin();
        insert(transaction, 1, 2, 3);
        assertThat(committed().liveRows()).isZero();
        assertThat(find(committed(), 2)).isEqualTo(KeyIndex.NONE);
        assertThat(transaction.data(table).liveRows()).isEqualTo(3);
        TableData before = committed();
        transaction.commit();
        assertThat(committed().liveRows()).isEqualTo(3);
        assertThat(find(committed(), 2)).isEqualTo(1);
        assertThat(before.liveRows()).isZero();
    }

    @Test
    void twoThatAddRows_fromTheSameState_areMerged() {
        Transaction first = store.begin();
        Transaction second = store.begin();
        insert(first, 1, 2);
        insert(second, 11, 12, 13);
        assertThat(find(first.data(table), 11)).isEqualTo(KeyIndex.NONE);
        assertThat(find(second.data(table), 1)).isEqualTo(KeyIndex.NONE);
        first.commit();
        second.commit();
        assertThat(committed().liveRows()).isEqualTo(5);
        for (int id : new int[] {1, 2, 11, 12, 13}) {
            assertThat(committed().isLive(find(committed(), id)))
                    .as("id %d", id)
                    .isTrue();
        }
    }

    @Test
    void theSameRowOrKey_refusesTheLaterOne() {
        Transaction fill = store.begin();
        insert(fill, 1, 2, 3);
        fill.commit();
        Transaction first = store.begin();
        Transaction second = store.begin();
        Transaction third = store.begin();
        Transaction fourth = store.begin();
        delete(first, 1);
        delete(second, 1);
        insert(first, 9);
        insert(third, 9);
        delete(fourth, 3);
        first.commit();
        assertRefused(ErrorCode.SERIALIZATION_FAILURE, second::commit);
        assertRefused(ErrorCode.SERIALIZATION_FAILURE, third::commit);
        fourth.commit();
        assertThat(committed().liveRows()).isEqualTo(2);
        assertThat(find(committed(), 9)).isNotEqualTo(KeyIndex.NONE);
        assertThat(find(committed(), 3)).isEqualTo(KeyIndex.NONE);
    }

    @Test
    void rollback_leavesNothing_andNumbersAreGivenAgain() {
        Transaction undone = store.begin();
        insert(undone, 5);
        undone.rollback();
        Transaction transaction = store.begin();
        insert(transaction, 6);
        insert(transaction, 5);
        transaction.commit();
        assertThat(committed().liveRows()).isEqualTo(2);
        assertThat(committed().isLive(find(committed(), 5))).isTrue();
        assertRefused(ErrorCode.UNIQUE_VIOLATION, () -> insert(store.begin(), 5));
    }

    @Test
    void aMark_bringsBackTheStateOfThen_alsoForReadersOfTheUndoneOne() {
        Transaction transaction = store.begin();
        insert(transaction, 1);
        Transaction.Mark mark = transaction.mark();
        insert(transaction, 2);
        TableData undone = transaction.data(table);
        transaction.rollbackTo(mark);
        insert(transaction, 3);
        assertThat(((IntVector) undone.vectors(1)[0]).values()[1]).isEqualTo(2);
        assertThat(((IntVector) transaction.data(table).vectors(1)[0]).values()[1])
                .isEqualTo(3);
        assertThat(find(transaction.data(table), 2)).isEqualTo(KeyIndex.NONE);
    }

    @Test
    void alteringATable_refusesOthersThatChangeItsRows() {
        Transaction writer = store.begin();
        insert(writer, 1);
        Transaction definer = store.begin();
        new TableDefinitions(definer).drop(table, false);
        definer.commit();
        assertRefused(ErrorCode.SERIALIZATION_FAILURE, writer::commit);
        assertThat(store.reservedBytes()).isZero();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void fullGroups_getADictionary_andLetGoOfTheirRowsWhenAllAreDeleted() {
        Transaction transaction = store.begin();
        int count = 2 * RowGroup.ROWS + 10;
        for (int from = 0; from < count; from += Batch.ROWS) {
            insert(
                    transaction,
                    IntStream.range(from, Math.min(count, from + Batch.ROWS)).toArray());
        }
        transaction.commit();
        TableData full = committed();
        assertThat(full.groupCount()).isEqualTo(3);
        assertThat(full.group(0).blocks[3].columns()[1]).isInstanceOf(DictionaryVector.class);
        assertThat(full.group(2).blocks[0].columns()[1]).isInstanceOf(BytesVector.class);
        assertThat(full.zone(0).min()).isEqualTo(0);
        assertThat(full.zone(0).max()).isEqualTo(count - 1);
        Transaction deletes = store.begin();
        delete(deletes, IntStream.range(0, RowGroup.ROWS).toArray());
        deletes.commit();
        assertThat(committed().group(0).blocks).isEmpty();
        assertThat(committed().bytes()).isLessThan(full.bytes() * 3 / 4);
        assertThat(find(committed(), 5)).isEqualTo(KeyIndex.NONE);
        assertThat(find(committed(), RowGroup.ROWS)).isEqualTo(RowGroup.ROWS);
        assertThat(full.isLive(5)).isTrue();
    }

    @Test
    void aRowThatIsReplacedAgainAndAgain_isFoundAtOnce_andItsIndexIsMadeAnew() {
        Transaction fill = store.begin();
        insert(fill, IntStream.range(0, 10).toArray());
        fill.commit();
        KeyIndex first = committed().indexes().get(0);
        for (int i = 0; i < 10_000; i++) {
            Transaction transaction = store.begin();
            delete(transaction, 3);
            insert(transaction, 3);
            transaction.commit();
        }
        assertThat(committed().liveRows()).isEqualTo(10);
        assertThat(committed().indexes().get(0)).isNotSameAs(first);
        assertThat(committed().isLive(find(committed(), 3))).isTrue();
    }

    @Test
    void changesOfTwoStates_areTheirDifference() {
        Transaction fill = store.begin();
        insert(fill, IntStream.range(0, 3000).toArray());
        fill.commit();
        TableData before = committed();
        Transaction transaction = store.begin();
        delete(transaction, 0, 2047, 2048, 2999);
        insert(transaction, 5000, 5001);
        delete(transaction, 5000);
        TableData after = transaction.data(table);
        assertThat(RowChanges.deleted(before, after)).containsExactly(0, 2047, 2048, 2999);
        assertThat(RowChanges.added(before, after)).containsExactly(3001);
        assertThat(RowChanges.deleted(before, before)).isEmpty();
        assertThat(Arrays.stream(RowChanges.added(before, before)).count()).isZero();
    }
}
