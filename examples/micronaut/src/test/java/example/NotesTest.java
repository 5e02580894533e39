package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** The application has no property of a connection: the test resource provides it. */
@MicronautTest(startApplication = false)
class NotesTest {
  @Inject Notes notes;

  @Test
  void the_test_resource_is_a_database() {
    notes.createTable();
    notes.put("1", "buy milk");
    assertThat(notes.texts()).containsExactly("buy milk");
  }
}
