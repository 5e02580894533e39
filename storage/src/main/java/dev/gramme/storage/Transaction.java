package dev.gramme.storage;

/** The store as a transaction sees it: the committed state and the transaction's own writes. */
public interface Transaction extends Reader {

  /** Sets the value of a key. */
  void put(byte[] key, byte[] value);

  /** Removes a key; without effect if it is not there. */
  void delete(byte[] key);

  /** Removes all keys from one (inclusive) to another (exclusive). */
  void deleteRange(byte[] from, byte[] to);
}
