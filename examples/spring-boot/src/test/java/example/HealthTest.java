package example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.ReplaceableDatabase;
import dev.gramme.spring.AutoConfigureGramme;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.util.ReflectionTestUtils;

/** The health contributor. Its type has another package in each version of Spring Boot. */
@SpringBootTest(properties = "management.health.gramme.enabled=true")
@AutoConfigureGramme
class HealthTest {
  @Autowired
  @Qualifier("grammeHealthIndicator")
  Object indicator;

  @Autowired ReplaceableDatabase database;

  private String health() {
    return String.valueOf(ReflectionTestUtils.<Object>invokeMethod(indicator, "health"));
  }

  @Test
  void the_application_is_healthy_while_the_database_answers() {
    assertThat(health()).startsWith("UP");
    database.current().close();
    assertThat(health()).startsWith("DOWN");
  }
}
