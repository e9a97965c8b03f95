package io.algeon.cuda.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Adds up the device's time for pieces of the work of a stream, by an event before and one after each. Any thread may ask, one at
 * a time may submit.
 */
public final class StreamTimer implements AutoCloseable {
    private static final int MANY_PIECES = 256;

    private final CudaContext context;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private final Deque<CudaEvent> idle = new ArrayDeque<>();
    private final List<CudaEvent> events = new ArrayList<>();
    private long nanoseconds;

    private record Piece(CudaEvent begin, CudaEvent end) {}

    public StreamTimer(CudaContext context) {
        this.context = context;
    }

    /** Submits a piece of work, which is timed. */
    public synchronized void time(CudaStream stream, Runnable work) {
        if (pieces.size() >= MANY_PIECES) {
            collect();
        }
        Piece piece = new Piece(event(), event());
        stream.record(piece.begin());
        work.run();
        stream.record(piece.end());
        pieces.add(piece);
    }

    private CudaEvent event() {
        CudaEvent event = idle.poll();
        if (event == null) {
            event = context.newEvent(true);
            events.add(event);
        }
        return event;
    }

    /** Time of the pieces that are done. */
    public synchronized long nanoseconds() {
        try {
            collect();
        } catch (CudaException lost) {
            // what was measured before it holds
            pieces.clear();
        }
        return nanoseconds;
    }

    private void collect() {
        Piece oldest = pieces.peek();
        while (oldest != null && oldest.end().isReached()) {
            nanoseconds += Math.max(0, oldest.end().nanosecondsSince(oldest.begin()));
            pieces.remove();
            idle.add(oldest.begin());
            idle.add(oldest.end());
            oldest = pieces.peek();
        }
    }

    /** Destroys its events. Never throws. */
    @Override
    public synchronized void close() {
        events.forEach(CudaEvent::close);
        events.clear();
        pieces.clear();
        idle.clear();
    }
}
