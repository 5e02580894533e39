package dev.gramme.toolkit.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DocumentationTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void the_model_in_the_documentation_compiles() throws IOException {
    String page = Files.readString(Path.of("../docs/toolkit.md"));
    var source = new StringBuilder();
    JAVA.matcher(page).results().forEach(block -> source.append(block.group(1)));
    assertThat(source.toString()).contains("interface ShopQueries");
    assertThat(InMemoryCompiler.compile(source.toString())).isEqualTo("ok");
  }
}
