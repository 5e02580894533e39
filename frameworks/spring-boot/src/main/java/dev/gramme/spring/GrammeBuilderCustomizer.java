package dev.gramme.spring;

import dev.gramme.embedded.Gramme;

/**
 * A bean of this type changes the options of the database in process, such as its clock, before the
 * database is created: {@code builder -> builder.throttling(Throttling.SERVICE)}.
 */
@FunctionalInterface
public interface GrammeBuilderCustomizer {

  /** Changes the options. */
  void customize(Gramme.Builder builder);
}
