package dev.gramme.toolkit.entity;

/** A write that found other writers in its way again and again. */
public final class WriteContention extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WriteContention(int attempts) {
    super("others wrote the same items in each of " + attempts + " attempts");
  }
}
