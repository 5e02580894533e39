package dev.gramme.storage.rocksdb;

/** The write-ahead log no longer has all writes after a position. */
public final class LogGapException extends Exception {
  private static final long serialVersionUID = 1L;

  LogGapException(String message) {
    super(message);
  }
}
