package dev.gramme.toolkit.page;

/** A secret for signing cursors. Cursors contain its id, so that keys can be rotated. */
public final class CursorKey {
  private static final int LEAST_SECRET_BYTES = 32;
  private static final int HIGHEST_ID = 255;

  private final int id;
  private final byte[] secret;

  /**
   * A key.
   *
   * @param id from 0 to 255, different for all keys in use
   * @param secret at least 32 bytes
   */
  public CursorKey(int id, byte[] secret) {
    if (id < 0 || id > HIGHEST_ID) {
      throw new IllegalArgumentException("the id must be 0 to 255, not " + id);
    }
    if (secret.length < LEAST_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "the secret must have at least 32 bytes, not " + secret.length);
    }
    this.id = id;
    this.secret = secret.clone();
  }

  /** The id that cursors contain. */
  public int id() {
    return id;
  }

  /** The secret. */
  byte[] secret() {
    return secret.clone();
  }

  /** The id, without the secret. */
  @Override
  public String toString() {
    return "CursorKey " + id;
  }
}
