package dev.gramme.apps.patterns;

/**
 * A way to lay out data, shown by doing it: {@link #show} creates tables, fills them and makes the
 * calls that the pattern is about, through a stage that keeps what came out and what it cost.
 */
public interface Pattern {
  /** Its name in the catalogue. */
  String title();

  /** What it is for, and what to mind, in a few sentences. */
  String purpose();

  /** What the database has to be like for it. */
  default Surroundings surroundings() {
    return Surroundings.PLAIN;
  }

  /** Creates and fills the tables, and makes the calls. */
  void show(Stage stage);
}
