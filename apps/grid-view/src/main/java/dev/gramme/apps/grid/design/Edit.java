package dev.gramme.apps.grid.design;

/**
 * A change that was made.
 *
 * @param version what the issue has now
 * @param steps in how many steps it was made, each of which happened as a whole; with one, all of
 *     it did
 */
public record Edit(long version, int steps) {
  /** Whether nobody could see a part of it without the rest. */
  public boolean isAtomic() {
    return steps == 1;
  }
}
