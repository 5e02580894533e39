package dev.gramme.move.apply;

import dev.gramme.move.CommandException;

/**
 * One change of a table.
 *
 * @param text what changes, for the user
 * @param isCertain whether the table differs from the template; otherwise only the server knows
 * @param action makes the change
 */
record Step(String text, boolean isCertain, Action action) {
  /** A change that is necessary. */
  Step(String text, Change change) {
    this(
        text,
        true,
        () -> {
          change.run();
          return true;
        });
  }

  @FunctionalInterface
  interface Change {
    void run() throws CommandException, InterruptedException;
  }

  @FunctionalInterface
  interface Action {
    /** Makes the change, and returns whether there was something to change. */
    boolean run() throws CommandException, InterruptedException;
  }
}
