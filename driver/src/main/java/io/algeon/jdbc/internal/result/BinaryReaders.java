package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.metadata.type.SqlType;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Readers of VARBINARY and UUID, and of the type of a bare NULL. */
final class BinaryReaders {
    private BinaryReaders() {}

    static final class BytesReader extends ColumnReader {
        private @Nullable BytesVector values;
        private int @Nullable [] codes;

        BytesReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            if (next instanceof DictionaryVector coded) {
                codes = coded.codes();
                values = coded.dictionary().values();
            } else {
                codes = null;
                values = (BytesVector) next;
            }
        }

        @Override
        byte[] bytesValue() {
            BytesVector bytes = values;
            if (bytes == null) {
                return new byte[0];
            }
            int[] entryCodes = codes;
            return bytes.bytes(entryCodes == null ? row() : entryCodes[row()]);
        }

        @Override
        Object objectValue() {
            return bytesValue();
        }

        @Override
        String textValue() {
            return NestedText.of(bytesValue());
        }
    }

    static final class UuidReader extends ColumnReader {
        private long[] high = {};
        private long[] low = {};

        UuidReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {
            Int128Vector wide = (Int128Vector) next;
            high = wide.high();
            low = wide.low();
        }

        @Override
        Object objectValue() {
            return new UUID(high[row()], low[row()]);
        }

        @Override
        byte[] bytesValue() {
            return ByteBuffer.allocate(16)
                    .putLong(high[row()])
                    .putLong(low[row()])
                    .array();
        }
    }

    /** Every value is NULL, so none is ever asked for. */
    static final class NullReader extends ColumnReader {
        NullReader(SqlType type, Position position, String description) {
            super(type, position, description);
        }

        @Override
        void bindValues(ColumnVector next) {}

        @Override
        Object objectValue() {
            throw new IllegalStateException("a value of the NULL type");
        }
    }
}
