package dev.gramme.move;

/** Numbers with a noun in lines for people. */
public final class Plural {
  private Plural() {}

  /** A number and a noun, such as {@code 1 item} and {@code 2 items}. */
  public static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
