package dev.gramme.storage.tree;

import java.util.Arrays;

/** The order of keys: by unsigned bytes, a prefix before longer keys. */
public final class Keys {
  private Keys() {}

  /** Whether a range is empty because its end is not after its start. */
  public static boolean isEmptyRange(byte[] from, byte[] to) {
    return Arrays.compareUnsigned(from, to) >= 0;
  }
}
