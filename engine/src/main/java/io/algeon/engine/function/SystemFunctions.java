package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlTypes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** What tells about the engine, and identifiers. */
final class SystemFunctions {
    private static final ResultRule UUIDS = arguments -> SqlTypes.UUID;

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int SEQUENCE_BITS = 12;

    /** Time and sequence of the last UUID of version 7. */
    private static final AtomicLong LAST = new AtomicLong();

    private SystemFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        all.add(function(Category.SYSTEM, "version")
                .takes(ResultTypes.VARCHAR)
                .says("Name and version of the engine.", "starts_with(version(), 'Algeon ') = true")
                .by(site -> {
                    BytesVector text = BytesVector.of("Algeon " + version());
                    return (VectorFunction) (vectors, rows) -> new DictionaryVector(rows, new Dictionary(text, 1));
                }));
        all.add(function(Category.SYSTEM, "gen_random_uuid")
                .takes(UUIDS)
                .volatileResult()
                .says("A random UUID, of version 4, another for each row.", "gen_random_uuid() <> gen_random_uuid()")
                .by(site -> uuids(UUID::randomUUID)));
        all.add(function(Category.SYSTEM, "uuidv7")
                .takes(UUIDS)
                .volatileResult()
                .says(
                        "A UUID of version 7, which starts with the time, so that later ones are larger.",
                        "substring(CAST(uuidv7() AS VARCHAR), 15, 1) = '7'")
                .by(site -> uuids(SystemFunctions::timed)));
        all.add(function(Category.SYSTEM, "format_bytes")
                .takes(ResultTypes.VARCHAR, TypeFamily.INTEGER)
                .says("A number of bytes for readers.", "format_bytes(1536) = '1.5 KiB'")
                .by(site ->
                        RowFunctions.text(site, (arguments, row, out) -> out.append(bytes(arguments.number(0, row))))));
        return all;
    }

    private static String version() {
        String version = SystemFunctions.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }

    private static VectorFunction uuids(java.util.function.Supplier<UUID> source) {
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            Int128Vector result = buffers.wides(rows);
            for (int row = 0; row < rows; row++) {
                UUID uuid = source.get();
                result.high()[row] = uuid.getMostSignificantBits();
                result.low()[row] = uuid.getLeastSignificantBits();
            }
            return result;
        };
    }

    /** The time in milliseconds, then 12 bits that grow while it stays the same, then random ones. */
    private static UUID timed() {
        long now = System.currentTimeMillis() << SEQUENCE_BITS;
        long ticket = LAST.updateAndGet(last -> Math.max(last + 1, now));
        long high = ticket >> SEQUENCE_BITS << 16 | 0x7000 | ticket & (1 << SEQUENCE_BITS) - 1;
        long low = RANDOM.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    private static String bytes(long count) {
        if (Math.abs((double) count) < 1024) {
            return count + (Math.abs(count) == 1 ? " byte" : " bytes");
        }
        String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
        double value = count / 1024.0;
        int unit = 0;
        while (Math.abs(value) >= 1024) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
