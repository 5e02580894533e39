package dev.gramme.apps.grid.design;

/**
 * A completed change.
 *
 * @param version the new version
 * @param steps the number of steps, each of which is atomic; with one step the whole change is
 *     atomic
 */
public record Edit(long version, int steps) {
  /** Whether readers see either all of the change or nothing. */
  public boolean isAtomic() {
    return steps == 1;
  }
}
