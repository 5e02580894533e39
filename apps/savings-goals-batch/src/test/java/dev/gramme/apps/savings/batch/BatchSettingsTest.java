package dev.gramme.apps.savings.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchSettingsTest {
  private static final String[] ARGUMENTS = {
    "nightly", "--export", "17", "--gold", "g", "--runs", "r", "--dynamodb", "aws"
  };

  @Test
  void the_address_of_the_relational_database_can_be_in_the_environment() {
    var settings = BatchSettings.of(Map.of("SAVINGS_JDBC", "jdbc:postgresql:bank"), ARGUMENTS);
    assertThat(settings.jdbcUrl()).isEqualTo("jdbc:postgresql:bank");
    assertThat(settings.exportId()).isEqualTo(17);
  }

  @Test
  void the_command_line_takes_precedence_over_the_environment() {
    var settings =
        BatchSettings.of(
            Map.of("SAVINGS_JDBC", "jdbc:postgresql:bank"),
            "resume",
            "--jdbc",
            "jdbc:postgresql:other",
            "--gold",
            "g",
            "--runs",
            "r",
            "--dynamodb",
            "aws");
    assertThat(settings.jdbcUrl()).isEqualTo("jdbc:postgresql:other");
  }

  @Test
  void without_an_address_the_missing_option_is_named() {
    assertThatThrownBy(() -> BatchSettings.of(Map.of(), ARGUMENTS)).hasMessage("--jdbc is missing");
  }
}
