package dev.gramme.move.apply;

import dev.gramme.move.CommandException;

/**
 * One change of a table.
 *
 * @param text what changes, for the user
 */
record Step(String text, Action action) {
  @FunctionalInterface
  interface Action {
    void run() throws CommandException, InterruptedException;
  }
}
