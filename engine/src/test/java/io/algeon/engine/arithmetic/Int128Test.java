package io.algeon.engine.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The 128-bit operations against BigInteger, on values of every size and at the borders. */
class Int128Test {
    private static final long SEED = 20260411;
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private final Random random = new Random(SEED);

    private BigInteger next() {
        return switch (random.nextInt(8)) {
            case 0 -> BigInteger.valueOf(random.nextInt(5) - 2);
            case 1 -> MIN.add(BigInteger.valueOf(random.nextInt(3)));
            case 2 -> MAX.subtract(BigInteger.valueOf(random.nextInt(3)));
            case 3 -> BigInteger.TEN.pow(random.nextInt(39)).subtract(BigInteger.valueOf(random.nextInt(3) - 1));
            case 4 -> BigInteger.ONE.shiftLeft(random.nextInt(127)).subtract(BigInteger.valueOf(random.nextInt(3) - 1));
            default -> {
                BigInteger value = new BigInteger(random.nextInt(127) + 1, random);
                yield random.nextBoolean() ? value : value.negate();
            }
        };
    }

    private static boolean fits(BigInteger value) {
        return value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0;
    }

    private static BigInteger value(MutableInt128 register) {
        return Int128.toBigInteger(register.high(), register.low());
    }

    private static MutableInt128 register(BigInteger value) {
        return new MutableInt128().set(Int128.high(value), Int128.low(value));
    }

    @Test
    void arithmetic_agrees_with_BigInteger() {
        for (int i = 0; i < 200_000; i++) {
            BigInteger a = next();
            BigInteger b = next();
            String what = "seed " + SEED + ": " + a + " and " + b;
            long ah = Int128.high(a);
            long al = Int128.low(a);
            long bh = Int128.high(b);
            long bl = Int128.low(b);
            assertThat(Int128.toBigInteger(ah, al)).isEqualTo(a);
            assertThat(Integer.signum(Int128.compare(ah, al, bh, bl))).as(what).isEqualTo(a.compareTo(b));
            MutableInt128 r = register(a);
            boolean exact = r.add(bh, bl);
            assertThat(exact).as(what).isEqualTo(fits(a.add(b)));
            if (exact) {
                assertThat(value(r)).as(what).isEqualTo(a.add(b));
            }
            r = register(a);
            exact = r.subtract(bh, bl);
            assertThat(exact).as(what).isEqualTo(fits(a.subtract(b)));
            if (exact) {
                assertThat(value(r)).as(what).isEqualTo(a.subtract(b));
            }
            r = register(a);
            exact = r.multiply(bh, bl);
            BigInteger product = a.multiply(b);
            // -2^127 as a product may be refused: no decimal is that large.
            if (!product.equals(MIN)) {
                assertThat(exact).as(what).isEqualTo(fits(product));
            }
            if (exact) {
                assertThat(value(r)).as(what).isEqualTo(product);
            }
            if (b.signum() != 0 && !a.equals(MIN) && !b.equals(MIN)) {
                r = register(a);
                r.divideTruncated(bh, bl);
                assertThat(value(r)).as(what).isEqualTo(a.divide(b));
                assertThat(Int128.toBigInteger(r.remainderHigh(), r.remainderLow()))
                        .as(what)
                        .isEqualTo(a.remainder(b));
                r = register(a);
                r.divideRounded(bh, bl);
                BigInteger rounded = new BigDecimal(a)
                        .divide(new BigDecimal(b), 0, RoundingMode.HALF_UP)
                        .toBigInteger();
                assertThat(value(r)).as(what).isEqualTo(rounded);
            }
            int precision = 1 + random.nextInt(38);
            assertThat(Int128.fitsDecimal(ah, al, precision))
                    .as(what)
                    .isEqualTo(a.abs().compareTo(BigInteger.TEN.pow(precision)) < 0);
        }
    }

    @Test
    void rescale_rounds_half_away_from_zero() {
        for (int i = 0; i < 20_000; i++) {
            BigInteger a = next();
            if (a.equals(MIN)) {
                continue;
            }
            int from = random.nextInt(39);
            int to = random.nextInt(39);
            BigInteger expected =
                    new BigDecimal(a, from).setScale(to, RoundingMode.HALF_UP).unscaledValue();
            MutableInt128 r = register(a);
            boolean exact = r.rescale(from, to);
            assertThat(exact).isEqualTo(fits(expected));
            if (exact) {
                assertThat(value(r)).as("%s from %s to %s", a, from, to).isEqualTo(expected);
            }
        }
    }

    @Test
    void hash_of_a_small_value_is_that_of_the_long() {
        assertThat(Int128.hash(-1, -5)).isEqualTo(Int128.hash(-5L));
        assertThat(Int128.hash(0, 5)).isEqualTo(Int128.hash(5L));
        assertThat(Int128.hash(1, 5)).isNotEqualTo(Int128.hash(5L));
    }

    @Test
    void toString_shows_the_scale() {
        assertThat(Int128.toString(0, 12345, 2)).isEqualTo("123.45");
        assertThat(Int128.toString(-1, -5, 3)).isEqualTo("-0.005");
    }
}
