package dev.gramme.toolkit.processor;

import dev.gramme.testkit.CaseFile;
import org.junit.jupiter.api.Test;

final class DiagnosticsTest {
  @Test
  void entitiesThatCannotWorkAreRefusedInWords() {
    CaseFile.check(getClass(), "entities.txt", InMemoryCompiler::compile);
  }

  @Test
  void accessPatternsThatCannotWorkAreRefusedInWords() {
    CaseFile.check(getClass(), "patterns.txt", InMemoryCompiler::compile);
  }

  @Test
  void whatCanWorkCompilesWithoutAWarning() {
    CaseFile.check(getClass(), "good.txt", InMemoryCompiler::compile);
  }
}
