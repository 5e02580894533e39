package dev.gramme.storage.memory;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.tree.ByteTree;
import org.jspecify.annotations.Nullable;

/** A snapshot of the in-memory store: a reference to one version of the tree. */
record MemorySnapshot(ByteTree tree) implements Snapshot {

  @Override
  public byte @Nullable [] get(byte[] key) {
    return MemoryStore.valueIn(tree, key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return tree.range(from, to, direction);
  }

  @Override
  public void close() {}
}
