package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorEntry;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.KeyAttribute;
import io.github.jbellis.jvector.graph.RandomAccessVectorValues;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a graph by their ordinals: vector, row, and a hash of each filter attribute. Grows
 * at its end; an entry that changes gets a new ordinal. One thread writes while others read: an
 * ordinal is handed on only when its entry is complete, through the graph, which publishes it.
 */
final class GraphEntries implements RandomAccessVectorValues {
  private static final int FIRST_CAPACITY = 1024;
  private static final byte[] GONE = {};

  private final GraphSpace space;
  private final int dimensions;
  private final List<KeyAttribute> filters;
  private volatile @Nullable VectorFloat<?>[] vectors = new VectorFloat<?>[FIRST_CAPACITY];
  private volatile byte[][] rows = new byte[FIRST_CAPACITY][];
  private volatile int[] hashes;
  private volatile int size;

  GraphEntries(GraphSpace space, int dimensions, List<KeyAttribute> filters) {
    this.space = space;
    this.dimensions = dimensions;
    this.filters = filters;
    this.hashes = new int[FIRST_CAPACITY * filters.size()];
  }

  /** Adds an entry and gives its ordinal. */
  int add(byte[] row, VectorEntry entry) {
    int ordinal = size;
    if (ordinal == rows.length) {
      int capacity = Math.multiplyExact(ordinal, 2);
      vectors = Arrays.copyOf(vectors, capacity);
      rows = Arrays.copyOf(rows, capacity);
      hashes = Arrays.copyOf(hashes, Math.multiplyExact(capacity, filters.size()));
    }
    vectors[ordinal] = space.place(entry.vector());
    for (int i = 0; i < filters.size(); i++) {
      hashes[ordinal * filters.size() + i] = hash(entry.attributes().get(filters.get(i).name()));
    }
    rows[ordinal] = row;
    size = ordinal + 1;
    return ordinal;
  }

  /** Marks an entry as gone. Its vector stays: other entries are reached through it. */
  void remove(int ordinal) {
    rows[ordinal] = GONE;
  }

  /** The row of an entry, null if it is gone. */
  byte @Nullable [] row(int ordinal) {
    byte[] row = rows[ordinal];
    return row.length == 0 ? null : row;
  }

  /** Whether an entry may have these values; it is certain when it has not. */
  boolean mayMatch(int ordinal, Map<String, AttributeValue> equal) {
    for (int i = 0; i < filters.size(); i++) {
      AttributeValue value = equal.get(filters.get(i).name());
      if (value != null && hashes[ordinal * filters.size() + i] != hash(value)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(@Nullable AttributeValue value) {
    return value == null ? 0 : value.hashCode() | 1;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int dimension() {
    return dimensions;
  }

  @Override
  public VectorFloat<?> getVector(int ordinal) {
    VectorFloat<?> vector = vectors[ordinal];
    if (vector == null) {
      throw new IllegalStateException("no vector of that ordinal");
    }
    return vector;
  }

  @Override
  public boolean isValueShared() {
    return false;
  }

  @Override
  public RandomAccessVectorValues copy() {
    return this;
  }
}
