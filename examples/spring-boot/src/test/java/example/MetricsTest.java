package example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.spring.AutoConfigureGramme;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** The requests of the application are in its registry of metrics. */
@SpringBootTest
@AutoConfigureGramme
@Import(OrderTable.class)
class MetricsTest {
  @Autowired Orders orders;
  @Autowired MeterRegistry registry;

  @Test
  void requests_are_timed_by_operation() {
    orders.place("measured", 1);
    var puts = registry.get("gramme.request.duration").tags("operation", "PutItem", "status", "200");
    assertThat(puts.timer().count()).isPositive();
  }
}
