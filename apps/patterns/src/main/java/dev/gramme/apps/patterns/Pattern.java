package dev.gramme.apps.patterns;

/**
 * A pattern of data modelling, demonstrated by running it: {@link #show} creates and fills tables
 * and makes the calls of the pattern, through a stage that records results and costs.
 */
public interface Pattern {
  /** Its title in the catalogue. */
  String title();

  /** Its purpose and caveats, in a few sentences. */
  String purpose();

  /** The kind of database that it needs. */
  default Surroundings surroundings() {
    return Surroundings.PLAIN;
  }

  /** Creates and fills the tables, and makes the calls. */
  void show(Stage stage);
}
