package dev.gramme.apps.patterns;

import java.util.Locale;

/**
 * A pattern of data modelling, demonstrated by running it: {@link #show} creates and fills tables
 * and makes the calls of the pattern, through a stage that records results and costs.
 */
public interface Pattern {
  /** Its title in the catalogue. */
  String title();

  /** The problem that it solves, in one sentence. */
  String problem();

  /** Its purpose and caveats, in a few sentences. */
  String purpose();

  /** The class whose source contains its entities and access patterns. */
  default Class<?> model() {
    return getClass();
  }

  /** The kind of database that it needs. */
  default Surroundings surroundings() {
    return Surroundings.PLAIN;
  }

  /** Its name for the command, such as {@code shopping-cart}. */
  default String name() {
    return getClass().getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** Creates and fills the tables, and makes the calls. */
  void show(Stage stage);
}
