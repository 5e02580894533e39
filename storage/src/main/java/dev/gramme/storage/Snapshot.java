package dev.gramme.storage;

/** One committed state of the store. */
public interface Snapshot extends Reader, AutoCloseable {
  @Override
  void close();
}
