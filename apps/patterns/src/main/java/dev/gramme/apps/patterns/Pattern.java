package dev.gramme.apps.patterns;

/**
 * A way to lay out data, shown by doing it: {@link #show} creates tables, fills them and makes the calls that
 * the pattern is about, through a stage that keeps what came out and what it cost.
 */
public interface Pattern {
  /** Its name in the catalogue. */
  String title();

  /** What it is for, and what to mind, in a few sentences. */
  String purpose();

  /** Whether it is about limits of throughput, which the database is to have then, and a client that does not retry. */
  default boolean isThrottled() {
    return false;
  }

  /** Creates and fills the tables, and makes the calls. */
  void show(Stage stage);
}
