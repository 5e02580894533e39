package dev.gramme.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionalLibraryTest {

  @Test
  void the_error_for_a_missing_library_names_the_archive_and_the_folder() {
    assertThat(OptionalLibrary.missing("kafka", "1.2.3", "/usr/lib/gramme"))
        .hasMessage(
            "kafka needs libraries that are not installed: unpack gramme-1.2.3-extras.tar.gz in"
                + " /usr/lib/gramme (tar xzf gramme-1.2.3-extras.tar.gz -C /usr/lib/gramme)");
  }

  @Test
  void every_library_is_found_where_it_is_on_the_class_path() {
    assertThatCode(() ->
            Settings.read(
                List.of("--s3-endpoint", "http://127.0.0.1:1", "--kafka", "127.0.0.1:1"), Map.of()))
        .doesNotThrowAnyException();
    assertThatCode(() ->
            Settings.read(
                List.of("--store", "cassandra", "--contact-points", "127.0.0.1:1"), Map.of()))
        .doesNotThrowAnyException();
    assertThatCode(() -> ClientLibrary.require("copy")).doesNotThrowAnyException();
  }
}
