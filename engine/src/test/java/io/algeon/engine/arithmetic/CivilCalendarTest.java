package io.algeon.engine.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The calendar against java.time. */
class CivilCalendarTest {
    @Test
    void fields_agree_with_java_time() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            int days = i < 50_000 ? i - 25_000 : random.nextInt();
            LocalDate date = LocalDate.ofEpochDay(days);
            long civil = CivilCalendar.civil(days);
            assertThat(CivilCalendar.year(civil)).isEqualTo(date.getYear());
            assertThat(CivilCalendar.month(civil)).isEqualTo(date.getMonthValue());
            assertThat(CivilCalendar.day(civil)).isEqualTo(date.getDayOfMonth());
            assertThat(CivilCalendar.days(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
                    .isEqualTo(days);
            assertThat(CivilCalendar.dayOfYear(days)).isEqualTo(date.getDayOfYear());
            assertThat(CivilCalendar.isoDayOfWeek(days))
                    .isEqualTo(date.getDayOfWeek().getValue());
            if (Math.abs((long) days) < 300_000_000) {
                assertThat(CivilCalendar.isoWeek(days)).isEqualTo(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
                assertThat(CivilCalendar.isoYear(days)).isEqualTo(date.get(IsoFields.WEEK_BASED_YEAR));
            }
            int months = random.nextInt(3000) - 1500;
            assertThat(CivilCalendar.addMonths(days, months))
                    .isEqualTo(date.plusMonths(months).toEpochDay());
        }
    }
}
