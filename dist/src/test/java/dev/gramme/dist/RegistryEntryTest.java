package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The entry for the registry of Testcontainers' modules, compared with the form of its entries. */
class RegistryEntryTest {
  private static final Path ENTRY =
      Release.ROOT.resolve("frameworks/testcontainers/registry/gramme.yaml");

  @Test
  void the_entry_has_the_form_of_the_registry_and_names_this_version() throws Exception {
    String version = Release.version();
    String text = Files.readString(ENTRY);
    // A page with metadata only, between two lines of dashes.
    assertThat(text).startsWith("---\n").endsWith("\n---\n");
    Map<?, ?> entry =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(text.substring(0, text.length() - "---\n".length()));

    assertThat(entry.get("title")).isEqualTo("Gramme");
    assertThat(entry.get("categories")).isEqualTo(List.of("nosql-database"));
    assertThat(String.valueOf(entry.get("description"))).contains("DynamoDB");
    assertThat(entry.get("docs"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("id", "java")
        .containsEntry("url", "https://" + Release.repository())
        .containsEntry("maintainer", "community")
        .hasEntrySatisfying(
            "example",
            example ->
                assertThat(String.valueOf(example))
                    .startsWith("```java\n")
                    .endsWith("```\n")
                    .contains("gramme:" + version))
        .hasEntrySatisfying(
            "installation",
            installation ->
                assertThat(String.valueOf(installation))
                    .startsWith("```xml\n")
                    .endsWith("```\n")
                    .contains("gramme-testcontainers", "<version>" + version));
  }
}
