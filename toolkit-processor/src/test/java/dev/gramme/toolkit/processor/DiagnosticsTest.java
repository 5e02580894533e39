package dev.gramme.toolkit.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.CaseFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
