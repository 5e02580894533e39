package dev.gramme.toolkit.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.CaseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class DiagnosticsTest {
  @Test
  void invalid_entities_are_refused_with_a_message() {
    CaseFile.check(getClass(), "entities.txt", InMemoryCompiler::compile);
  }

  @Test
  void invalid_access_patterns_are_refused_with_a_message() {
    CaseFile.check(getClass(), "patterns.txt", InMemoryCompiler::compile);
  }

  @Test
  void valid_sources_compile_without_a_warning() {
    CaseFile.check(getClass(), "good.txt", InMemoryCompiler::compile);
  }

  @Test
  void valid_sources_compile_for_java_17() {
    CaseFile.check(getClass(), "good.txt", InMemoryCompiler::compileForJava17);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"desk", "library", "members", "shop", "types"})
  void the_models_of_the_tests_compile_for_java_17(String model) throws IOException {
    Path folder = Path.of("src/test/java/dev/gramme/toolkit", model);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sources =
          files.filter(file -> !file.toString().endsWith("Test.java")).sorted().toList();
      assertThat(InMemoryCompiler.compileForJava17(sources)).isEqualTo("ok");
    }
  }

  @Test
  void generated_code_compiles_in_the_unnamed_package() {
    String source =
        """
        @Entity(pk = "A#{id}") record A(String id, int count) {}
        @AccessPatterns(table = "t") interface Q {
          @Get Optional<A> a(String id);
          @Put void save(A a);
          @Query(filter = "count > :least") List<A> above(String id, int least);
        }
        """;
    assertThat(InMemoryCompiler.compileWithoutPackage(source)).isEqualTo("ok");
  }
}
