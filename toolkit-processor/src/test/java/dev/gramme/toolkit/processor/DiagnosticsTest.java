package dev.gramme.toolkit.processor;

import dev.gramme.testkit.CaseFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class DiagnosticsTest {
  @Test
  void invalidEntitiesAreRefusedWithAMessage() {
    CaseFile.check(getClass(), "entities.txt", InMemoryCompiler::compile);
  }

  @Test
  void invalidAccessPatternsAreRefusedWithAMessage() {
    CaseFile.check(getClass(), "patterns.txt", InMemoryCompiler::compile);
  }

  @Test
  void validSourcesCompileWithoutAWarning() {
    CaseFile.check(getClass(), "good.txt", InMemoryCompiler::compile);
  }
}
