package dev.gramme.toolkit.processor;

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
}
