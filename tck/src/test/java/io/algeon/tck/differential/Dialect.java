package io.algeon.tck.differential;

/**
 * The one table of differences in spelling or meaning between the two engines that the random queries are run on. Where the
 * meanings differ, the oracle's text is changed to ours; what cannot be said in the oracle's SQL is not generated and has a
 * fixed-answer test instead.
 */
enum Dialect {
    ALGEON {
        @Override
        String integerDivide(String dividend, String divisor) {
            return "(" + dividend + " / " + divisor + ")";
        }

        @Override
        String addDays(String date, int days) {
            return "(" + date + " + INTERVAL '" + days + "' DAY)";
        }

        @Override
        String addMonths(String date, int months) {
            return "(" + date + " + INTERVAL '" + months + "' MONTH)";
        }
    },
    DUCKDB {
        @Override
        String integerDivide(String dividend, String divisor) {
            return "(" + dividend + " // " + divisor + ")";
        }

        @Override
        String addDays(String date, int days) {
            return "CAST(" + date + " + INTERVAL (" + days + ") DAY AS DATE)";
        }

        @Override
        String addMonths(String date, int months) {
            return "CAST(" + date + " + INTERVAL (" + months + ") MONTH AS DATE)";
        }
    };

    /** Truncating division of integers. */
    abstract String integerDivide(String dividend, String divisor);

    /** A DATE some days later. */
    abstract String addDays(String date, int days);

    /** A DATE some months later. */
    abstract String addMonths(String date, int months);
}
