package io.algeon.engine.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;

/** Result vectors of an implementation, made when first needed and replaced by larger ones, never made per batch. */
final class Buffers {
    private BooleanVector booleans = new BooleanVector(0);
    private IntVector ints = new IntVector(0);
    private LongVector longs = new LongVector(0);
    private Int128Vector wides = new Int128Vector(0);
    private FloatVector floats = new FloatVector(0);
    private DoubleVector doubles = new DoubleVector(0);
    private BytesVector bytes = new BytesVector(0, 0);

    BooleanVector booleans(int rows) {
        if (booleans.capacity() < rows) {
            booleans = new BooleanVector(capacity(rows));
        }
        booleans.setNoNulls();
        return booleans;
    }

    IntVector ints(int rows) {
        if (ints.capacity() < rows) {
            ints = new IntVector(capacity(rows));
        }
        ints.setNoNulls();
        return ints;
    }

    LongVector longs(int rows) {
        if (longs.capacity() < rows) {
            longs = new LongVector(capacity(rows));
        }
        longs.setNoNulls();
        return longs;
    }

    Int128Vector wides(int rows) {
        if (wides.capacity() < rows) {
            wides = new Int128Vector(capacity(rows));
        }
        wides.setNoNulls();
        wides.setWide();
        return wides;
    }

    FloatVector floats(int rows) {
        if (floats.capacity() < rows) {
            floats = new FloatVector(capacity(rows));
        }
        floats.setNoNulls();
        return floats;
    }

    DoubleVector doubles(int rows) {
        if (doubles.capacity() < rows) {
            doubles = new DoubleVector(capacity(rows));
        }
        doubles.setNoNulls();
        return doubles;
    }

    BytesVector bytes(int rows) {
        if (bytes.capacity() < rows) {
            bytes = new BytesVector(capacity(rows), 0);
        }
        bytes.setNoNulls();
        return bytes;
    }

    /** Results over one row are common for constants; others are sized for a batch. */
    private static int capacity(int rows) {
        return rows == 1 ? 1 : Math.max(rows, Batch.ROWS);
    }
}
