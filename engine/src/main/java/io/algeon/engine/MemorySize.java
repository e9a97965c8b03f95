package io.algeon.engine;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts of memory: bytes, with a decimal (MB) or binary (MiB) unit, or a share of a whole (60%). */
final class MemorySize {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(%|[kmgt]i?b?|b)?");

    private MemorySize() {}

    /**
     * The amount in bytes, at least 1.
     *
     * @param whole what a share is taken of
     * @throws EngineException {@code property_invalid}, naming {@code property}
     */
    static long parse(String property, String text, long whole) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new EngineException(
                    ErrorCode.PROPERTY_INVALID,
                    "The value '" + text + "' of " + property
                            + " is not an amount of memory. Write bytes (1048576), a number with a unit (512MB, 4GiB), or"
                            + " a share (60%).");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String unit = matcher.group(2) == null ? "b" : matcher.group(2);
        BigDecimal bytes = unit.equals("%")
                ? number.multiply(BigDecimal.valueOf(whole)).movePointLeft(2)
                : number.multiply(BigDecimal.valueOf(unitBytes(unit)));
        return bytes.min(BigDecimal.valueOf(Long.MAX_VALUE)).max(BigDecimal.ONE).longValue();
    }

    private static long unitBytes(String unit) {
        int power = "bkmgt".indexOf(unit.charAt(0));
        long base = unit.contains("i") ? 1024 : 1000;
        long bytes = 1;
        for (int i = 0; i < power; i++) {
            bytes *= base;
        }
        return bytes;
    }
}
