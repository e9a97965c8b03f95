package io.algeon.engine.table;

import io.algeon.engine.source.SequenceOptions;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sequence. Its numbers are no part of transactions: each is given once, also to rows that are rolled back. Thread-safe.
 */
public final class StoredSequence implements StoredObject {
    /**
     * How a sequence counts.
     *
     * @param largest of its type
     */
    public record Course(long largest, long start, long increment, long least, long most, boolean cycle) {}

    private final TableDef definition;
    private final Course course;
    private long value;
    private boolean given;

    private StoredSequence(TableDef definition, Course course, long value, boolean given) {
        this.definition = definition;
        this.course = course;
        this.value = value;
        this.given = given;
    }

    /** A sequence; bounds that are not given are those of its type, in the direction in which it counts. */
    static StoredSequence create(String schema, String name, SequenceOptions options) {
        Course course = course(name, options, null);
        return new StoredSequence(new TableDef(schema, name, List.of(), ""), course, course.start, false);
    }

    /** This sequence with some options changed; goes on where this one is. */
    synchronized StoredSequence altered(SequenceOptions options) {
        Course changed = course(name(), options, course);
        if (options.restart()) {
            long first = Objects.requireNonNullElse(options.restartWith(), changed.start);
            requireWithin(first, changed);
            return new StoredSequence(definition, changed, first, false);
        }
        return new StoredSequence(definition, changed, Math.min(Math.max(value, changed.least), changed.most), given);
    }

    private static Course course(String name, SequenceOptions options, @Nullable Course former) {
        long largest = chosen(options.largest(), former == null ? Long.MAX_VALUE : former.largest);
        long increment = chosen(options.increment(), former == null ? 1 : former.increment);
        Course kept =
                former != null && former.increment > 0 == increment > 0 && former.largest == largest ? former : null;
        long least = chosen(options.least(), kept != null ? kept.least : increment > 0 ? 1 : -largest - 1);
        long most = chosen(options.most(), kept != null ? kept.most : increment > 0 ? largest : -1);
        long start = chosen(options.start(), former == null ? increment > 0 ? least : most : former.start);
        boolean cycle = options.cycle() == null ? former != null && former.cycle : options.cycle();
        if (increment == 0 || least > most || start < least || start > most || most > largest || least < -largest - 1) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The sequence '" + name + "' cannot start at " + start + " and count by " + increment + " from "
                            + least + " to " + most
                            + ": the increment must not be 0, and the start and both bounds must fit the type and each other.");
        }
        return new Course(largest, start, increment, least, most, cycle);
    }

    private static long chosen(@Nullable Long wanted, long otherwise) {
        return wanted == null ? otherwise : wanted;
    }

    /**
     * The next number.
     *
     * @throws EngineException {@code sequence_exhausted} at the end of a sequence that does not begin again
     */
    public synchronized long next() {
        if (!given) {
            given = true;
            return value;
        }
        long next = value + course.increment;
        boolean over = course.increment > 0 ? next > course.most || next < value : next < course.least || next > value;
        if (over && !course.cycle) {
            throw new EngineException(
                    ErrorCode.SEQUENCE_EXHAUSTED,
                    "The sequence '" + name() + "' has given its last number, " + value
                            + ". Let it begin again (ALTER SEQUENCE ... CYCLE or RESTART), or move its bound.");
        }
        value = over ? course.increment > 0 ? course.least : course.most : next;
        return value;
    }

    /** Puts the sequence to a number; {@code counts}: as if it had been given. */
    public synchronized void set(long newValue, boolean counts) {
        requireWithin(newValue, course);
        value = newValue;
        given = counts;
    }

    private void requireWithin(long wanted, Course bounds) {
        if (wanted < bounds.least || wanted > bounds.most) {
            throw new EngineException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "The number " + wanted + " is not between the bounds of the sequence '" + name() + "', "
                            + bounds.least + " and " + bounds.most + ".");
        }
    }

    public Course course() {
        return course;
    }

    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableDetails tableDetails() {
        return new TableDetails(TableKind.SYSTEM_TABLE, List.of(), List.of(), List.of(), null);
    }
}
