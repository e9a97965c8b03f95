package io.algeon.engine.arrow;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of an Arrow schema: how its values are laid out, and what they are in SQL.
 *
 * @param layout how the values are stored
 * @param width bytes of a value of fixed width, elements of a fixed-size list, 0 elsewhere
 * @param unit multiplier or divisor of times, see {@link ArrowColumn}
 * @param dictionary id of the dictionary that the values are codes of; -1: they are none
 * @param indexWidth bytes of such a code
 */
record ArrowType(
        String name,
        Layout layout,
        int width,
        boolean signed,
        int unit,
        long dictionary,
        int indexWidth,
        boolean indexSigned,
        SqlType type,
        List<ArrowType> children) {
    static final int SECONDS = 0;
    static final int MILLIS = 1;
    static final int MICROS = 2;
    static final int NANOS = 3;

    /** How values are stored. */
    enum Layout {
        NULL,
        BITS,
        INTEGER,
        HALF,
        FLOAT,
        DECIMAL,
        DATE_DAYS,
        DATE_MILLIS,
        TIME,
        TIMESTAMP,
        MONTHS,
        DAYS_MILLIS,
        DURATION,
        BYTES,
        LARGE_BYTES,
        VIEWS,
        FIXED_BYTES,
        LIST,
        LARGE_LIST,
        FIXED_LIST,
        STRUCT,
        MAP
    }

    /** A type that cannot be read. */
    static final class Unsupported extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unsupported(String what) {
            super(what, null, false, false);
        }
    }

    private static final int TYPE_KIND = 2;
    private static final int TYPE = 3;
    private static final int DICTIONARY = 4;
    private static final int CHILDREN = 5;
    private static final int METADATA = 6;
    private static final int MOST_LEVELS = 64;

    /** Reads a field of a schema. */
    static ArrowType of(FlatTable field, int depth) {
        if (depth > MOST_LEVELS) {
            throw new FlatTable.BadBuffer();
        }
        String named = field.text(0);
        String name = named == null ? "" : named;
        boolean nullable = field.flag(1);
        int kind = field.byteField(TYPE_KIND, 0);
        @Nullable FlatTable detail = field.table(TYPE);
        List<ArrowType> children = new ArrayList<>();
        for (int i = 0; i < field.count(CHILDREN, 4); i++) {
            children.add(of(field.element(CHILDREN, i), depth + 1));
        }
        FlatTable coding = field.table(DICTIONARY);
        long dictionary = coding == null ? -1 : coding.longField(0, 0);
        FlatTable index = coding == null ? null : coding.table(1);
        int indexWidth = index == null ? 4 : index.intField(0, 32) / 8;
        boolean indexSigned = index == null || index.flag(1);
        ArrowType plain = plain(name, kind, detail, children, extension(field));
        return new ArrowType(
                name,
                plain.layout,
                plain.width,
                plain.signed,
                plain.unit,
                dictionary,
                indexWidth,
                indexSigned,
                plain.type.withNullable(nullable || plain.layout == Layout.NULL),
                plain.children);
    }

    private static @Nullable String extension(FlatTable field) {
        for (int i = 0; i < field.count(METADATA, 4); i++) {
            FlatTable pair = field.element(METADATA, i);
            if ("ARROW:extension:name".equals(pair.text(0))) {
                return pair.text(1);
            }
        }
        return null;
    }

    private static ArrowType made(String name, Layout layout, int width, SqlType type) {
        return new ArrowType(name, layout, width, true, 0, -1, 4, true, type, List.of());
    }

    private static ArrowType nested(String name, Layout layout, int width, SqlType type, List<ArrowType> children) {
        return new ArrowType(name, layout, width, true, 0, -1, 4, true, type, List.copyOf(children));
    }

    private static ArrowType timed(String name, Layout layout, int width, int unit, SqlType type) {
        if (unit < SECONDS || unit > NANOS) {
            throw new FlatTable.BadBuffer();
        }
        return new ArrowType(name, layout, width, true, unit, -1, 4, true, type, List.of());
    }

    private static ArrowType plain(
            String name, int kind, @Nullable FlatTable given, List<ArrowType> children, @Nullable String extension) {
        if (given == null) {
            throw new FlatTable.BadBuffer();
        }
        FlatTable detail = given;
        switch (kind) {
            case 1 -> {
                return made(name, Layout.NULL, 0, SqlTypes.NULL);
            }
            case 2 -> {
                return integer(name, detail.intField(0, 0), detail.flag(1));
            }
            case 3 -> {
                int precision = detail.shortField(0, 0);
                return switch (precision) {
                    case 0 -> made(name, Layout.HALF, 2, SqlTypes.REAL);
                    case 1 -> made(name, Layout.FLOAT, 4, SqlTypes.REAL);
                    case 2 -> made(name, Layout.FLOAT, 8, SqlTypes.DOUBLE);
                    default -> throw new FlatTable.BadBuffer();
                };
            }
            case 4 -> {
                return made(name, Layout.BYTES, 0, SqlTypes.VARBINARY);
            }
            case 5 -> {
                return made(name, Layout.BYTES, 0, SqlTypes.VARCHAR);
            }
            case 6 -> {
                return made(name, Layout.BITS, 0, SqlTypes.BOOLEAN);
            }
            case 7 -> {
                int precision = detail.intField(0, 0);
                int scale = detail.intField(1, 0);
                int bits = detail.intField(2, 128);
                boolean known = bits == 32 || bits == 64 || bits == 128 || bits == 256;
                if (!known
                        || precision < 1
                        || precision > SqlType.MAX_DECIMAL_PRECISION
                        || scale < 0
                        || scale > precision) {
                    throw new Unsupported("DECIMAL(" + precision + ", " + scale + ") of " + bits + " bits");
                }
                return made(name, Layout.DECIMAL, bits / 8, SqlTypes.decimal(precision, scale));
            }
            case 8 -> {
                return detail.shortField(0, 1) == 0
                        ? made(name, Layout.DATE_DAYS, 4, SqlTypes.DATE)
                        : made(name, Layout.DATE_MILLIS, 8, SqlTypes.DATE);
            }
            case 9 -> {
                int unit = detail.shortField(0, MILLIS);
                int width = detail.intField(1, 32) / 8;
                if (width != 4 && width != 8) {
                    throw new FlatTable.BadBuffer();
                }
                return timed(name, Layout.TIME, width, unit, SqlTypes.time(unit == NANOS ? 9 : 6));
            }
            case 10 -> {
                int unit = detail.shortField(0, SECONDS);
                boolean zoned = detail.text(1) != null;
                SqlType type = zoned
                        ? SqlTypes.TIMESTAMP_WITH_TIME_ZONE
                        : SqlTypes.timestamp(unit == NANOS ? 9 : unit == MICROS ? 6 : unit == MILLIS ? 3 : 0);
                return timed(name, Layout.TIMESTAMP, 8, unit, type);
            }
            case 11 -> {
                return switch (detail.shortField(0, 0)) {
                    case 0 -> made(name, Layout.MONTHS, 4, SqlTypes.INTERVAL_YEAR_MONTH);
                    case 1 -> made(name, Layout.DAYS_MILLIS, 8, SqlTypes.INTERVAL_DAY_SECOND);
                    default -> throw new Unsupported("intervals of months, days and nanoseconds");
                };
            }
            case 12, 21 -> {
                one(children);
                return nested(
                        name,
                        kind == 12 ? Layout.LIST : Layout.LARGE_LIST,
                        0,
                        SqlTypes.array(children.get(0).type),
                        children);
            }
            case 13 -> {
                List<SqlType.Field> fields = new ArrayList<>();
                children.forEach(child -> fields.add(new SqlType.Field(child.name, child.type)));
                return nested(name, Layout.STRUCT, 0, SqlTypes.row(fields), children);
            }
            case 15 -> {
                int width = detail.intField(0, 0);
                if (width < 0) {
                    throw new FlatTable.BadBuffer();
                }
                boolean uuid = width == 16 && "arrow.uuid".equals(extension);
                return made(name, Layout.FIXED_BYTES, width, uuid ? SqlTypes.UUID : SqlTypes.VARBINARY);
            }
            case 16 -> {
                one(children);
                int size = detail.intField(0, 0);
                if (size < 0) {
                    throw new FlatTable.BadBuffer();
                }
                return nested(name, Layout.FIXED_LIST, size, SqlTypes.array(children.get(0).type), children);
            }
            case 17 -> {
                one(children);
                List<ArrowType> pair = children.get(0).children;
                if (pair.size() != 2) {
                    throw new FlatTable.BadBuffer();
                }
                return nested(name, Layout.MAP, 0, SqlTypes.map(pair.get(0).type, pair.get(1).type), children);
            }
            case 18 -> {
                return timed(name, Layout.DURATION, 8, detail.shortField(0, MILLIS), SqlTypes.INTERVAL_DAY_SECOND);
            }
            case 19 -> {
                return made(name, Layout.LARGE_BYTES, 0, SqlTypes.VARBINARY);
            }
            case 20 -> {
                return made(name, Layout.LARGE_BYTES, 0, SqlTypes.VARCHAR);
            }
            case 23 -> {
                return made(name, Layout.VIEWS, 16, SqlTypes.VARBINARY);
            }
            case 24 -> {
                return made(name, Layout.VIEWS, 16, SqlTypes.VARCHAR);
            }
            case 14 -> throw new Unsupported("unions");
            case 22 -> throw new Unsupported("run-end encoded values");
            case 25, 26 -> throw new Unsupported("list views");
            default -> throw new Unsupported("values of a type that is not known (number " + kind + ")");
        }
    }

    private static void one(List<ArrowType> children) {
        if (children.size() != 1) {
            throw new FlatTable.BadBuffer();
        }
    }

    private static ArrowType integer(String name, int bits, boolean signed) {
        SqlType type = switch (bits) {
            case 8 -> signed ? SqlTypes.TINYINT : SqlTypes.SMALLINT;
            case 16 -> signed ? SqlTypes.SMALLINT : SqlTypes.INTEGER;
            case 32 -> signed ? SqlTypes.INTEGER : SqlTypes.BIGINT;
            case 64 -> signed ? SqlTypes.BIGINT : SqlTypes.decimal(20, 0);
            default -> throw new FlatTable.BadBuffer();
        };
        return new ArrowType(name, Layout.INTEGER, bits / 8, signed, 0, -1, 4, true, type, List.of());
    }

    /** Buffers that a value's own level has, those of its children aside; views have more. */
    int buffers() {
        if (dictionary >= 0) {
            return 2;
        }
        return switch (layout) {
            case NULL -> 0;
            case STRUCT, FIXED_LIST -> 1;
            case BYTES, LARGE_BYTES -> 3;
            default -> 2;
        };
    }
}
