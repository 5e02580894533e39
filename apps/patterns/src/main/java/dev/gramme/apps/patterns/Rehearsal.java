package dev.gramme.apps.patterns;

/** Runs patterns on databases in memory, reproducibly. */
public final class Rehearsal {
  private Rehearsal() {}

  /** Runs a pattern on a new database. */
  public static Showing of(Pattern pattern) {
    try (var means = new EmbeddedMeans(pattern.surroundings())) {
      return Stage.show(pattern, means);
    }
  }
}
