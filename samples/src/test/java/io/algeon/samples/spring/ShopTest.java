package io.algeon.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

class ShopTest {
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @Test
    void orders_thatBreakARule_areNotTakenAtAll() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:algeon:mem:shop-test");
            Shop shop = new Shop(pool);
            shop.take(List.of(order(1, "Ada", "30.00"), order(2, "Grace", "10.00")));

            assertThatThrownBy(() -> shop.take(List.of(order(3, "Alan", "5.00"), order(1, "Alan", "5.00"))))
                    .isInstanceOf(DuplicateKeyException.class);

            assertThat(shop.shares(DAY))
                    .containsExactly(
                            new Shop.Share("Ada", new BigDecimal("30.00"), new BigDecimal("75.0")),
                            new Shop.Share("Grace", new BigDecimal("10.00"), new BigDecimal("25.0")));
        }
    }

    private static Shop.Order order(long id, String customer, String amount) {
        return new Shop.Order(id, customer, DAY, new BigDecimal(amount));
    }
}
