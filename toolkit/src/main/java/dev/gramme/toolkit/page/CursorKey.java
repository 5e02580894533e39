package dev.gramme.toolkit.page;

import java.util.Arrays;

/**
 * A secret that cursors are signed with.
 *
 * @param id what cursors name it by, from 0 to 255, so that it can be replaced
 * @param secret at least 32 bytes
 */
public record CursorKey(int id, byte[] secret) {
  private static final int LEAST_SECRET_BYTES = 32;

  public CursorKey {
    if (id < 0 || id > 255) {
      throw new IllegalArgumentException("an id from 0 to 255, not " + id);
    }
    if (secret.length < LEAST_SECRET_BYTES) {
      throw new IllegalArgumentException("a secret of at least 32 bytes, not " + secret.length);
    }
    secret = secret.clone();
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CursorKey that && id == that.id && Arrays.equals(secret, that.secret);
  }

  @Override
  public int hashCode() {
    return id;
  }

  @Override
  public String toString() {
    return "CursorKey " + id;
  }
}
