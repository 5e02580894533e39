package dev.gramme.storage.tree;

import java.util.Arrays;

/** The order of keys: by unsigned bytes, a prefix before what it begins. */
public final class Keys {
  private Keys() {}

  /** Whether no key can be in the range, because it ends before it begins. */
  public static boolean isEmptyRange(byte[] from, byte[] to) {
    return Arrays.compareUnsigned(from, to) >= 0;
  }
}
