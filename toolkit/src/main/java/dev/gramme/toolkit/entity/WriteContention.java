package dev.gramme.toolkit.entity;

/** Concurrent writers changed the same items in every attempt. */
public final class WriteContention extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WriteContention(int attempts) {
    super("other writers changed the same items in each of " + attempts + " attempts");
  }
}
