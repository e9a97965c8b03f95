package io.algeon.engine.operator.window;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;

/** The places of a region at which a column is not NULL, for IGNORE NULLS. */
final class PresentPlaces {
    private static final int CHECKED = 1 << 16;

    private final int[] places;
    private final int count;

    PresentPlaces(
            OrderedRows rows, int column, int from, int to, Reservation reservation, CancellationToken cancellation) {
        reservation.grow(4L * (to - from));
        int[] found = new int[to - from];
        int number = 0;
        for (int place = from; place < to; place++) {
            if ((place & CHECKED - 1) == 0) {
                cancellation.check();
            }
            if (!rows.isNull(column, place)) {
                found[number++] = place;
            }
        }
        this.places = found;
        this.count = number;
    }

    /** How many are before a place. */
    int before(int place) {
        int found = Arrays.binarySearch(places, 0, count, place);
        return found >= 0 ? found : -found - 1;
    }

    /** The one with this number, from 0; -1 if it is not within the bounds. */
    int place(long number, int from, int to) {
        if (number < 0 || number >= count) {
            return -1;
        }
        int place = places[(int) number];
        return place >= from && place < to ? place : -1;
    }
}
