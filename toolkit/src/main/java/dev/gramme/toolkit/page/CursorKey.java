package dev.gramme.toolkit.page;

/**
 * A secret that cursors are signed with, and a number that they name it by, so that it can be
 * replaced.
 */
public final class CursorKey {
  private static final int LEAST_SECRET_BYTES = 32;
  private static final int HIGHEST_ID = 255;

  private final int id;
  private final byte[] secret;

  /**
   * A key.
   *
   * @param id from 0 to 255, different for each key that is known at a time
   * @param secret at least 32 bytes
   */
  public CursorKey(int id, byte[] secret) {
    if (id < 0 || id > HIGHEST_ID) {
      throw new IllegalArgumentException("an id from 0 to 255, not " + id);
    }
    if (secret.length < LEAST_SECRET_BYTES) {
      throw new IllegalArgumentException("a secret of at least 32 bytes, not " + secret.length);
    }
    this.id = id;
    this.secret = secret.clone();
  }

  /** What cursors name it by. */
  public int id() {
    return id;
  }

  /** The secret. */
  byte[] secret() {
    return secret.clone();
  }

  /** Its number, without the secret. */
  @Override
  public String toString() {
    return "CursorKey " + id;
  }
}
