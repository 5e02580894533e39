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
 * The entries of a graph by their ordinals: vector, row key, and a hash of each filter attribute.
 * New entries are appended; an entry that moves to another node gets a new ordinal. One thread
 * writes while others read: an ordinal is published only when its entry is complete.
 *
 * <p>A node of the graph has the ordinal of its first entry. Further entries that are too near to
 * be distinguished from it form a linked list that begins at the node. A reader that is at an entry
 * while it is removed can still follow the list to its end.
 */
final class GraphEntries implements RandomAccessVectorValues {
  private static final int FIRST_CAPACITY = 1024;
  private static final byte[] GONE = {};
  private static final int END = -1;

  private final GraphSpace space;
  private final int dimensions;
  private final List<KeyAttribute> filters;
  private volatile @Nullable VectorFloat<?>[] vectors = new VectorFloat<?>[FIRST_CAPACITY];
  private volatile byte[][] rows = new byte[FIRST_CAPACITY][];
  private volatile int[] hashes;
  private volatile int[] nodes = new int[FIRST_CAPACITY];
  private volatile int[] next = new int[FIRST_CAPACITY];
  private int[] previous = new int[FIRST_CAPACITY];
  private volatile int size;

  GraphEntries(GraphSpace space, int dimensions, List<KeyAttribute> filters) {
    this.space = space;
    this.dimensions = dimensions;
    this.filters = filters;
    this.hashes = new int[FIRST_CAPACITY * filters.size()];
  }

  /** Adds an entry with its own node and returns its ordinal. */
  int add(byte[] row, VectorEntry entry) {
    int ordinal = append(row, entry);
    nodes[ordinal] = ordinal;
    next[ordinal] = END;
    return ordinal;
  }

  /** Adds an entry to an existing node and returns its ordinal. */
  int add(byte[] row, VectorEntry entry, int node) {
    int ordinal = append(row, entry);
    int second = next[node];
    nodes[ordinal] = node;
    previous[ordinal] = node;
    next[ordinal] = second;
    if (second != END) {
      previous[second] = ordinal;
    }
    next[node] = ordinal;
    return ordinal;
  }

  /** Replaces an entry by one of the same row at the same node. */
  void replace(int ordinal, VectorEntry entry) {
    set(ordinal, entry);
  }

  private int append(byte[] row, VectorEntry entry) {
    int ordinal = size;
    if (ordinal == rows.length) {
      int capacity = Math.multiplyExact(ordinal, 2);
      vectors = Arrays.copyOf(vectors, capacity);
      rows = Arrays.copyOf(rows, capacity);
      hashes = Arrays.copyOf(hashes, Math.multiplyExact(capacity, filters.size()));
      nodes = Arrays.copyOf(nodes, capacity);
      next = Arrays.copyOf(next, capacity);
      previous = Arrays.copyOf(previous, capacity);
    }
    set(ordinal, entry);
    rows[ordinal] = row;
    size = ordinal + 1;
    return ordinal;
  }

  private void set(int ordinal, VectorEntry entry) {
    vectors[ordinal] = space.scaledEntry(entry.vector());
    for (int i = 0; i < filters.size(); i++) {
      hashes[ordinal * filters.size() + i] = hash(entry.attributes().get(filters.get(i).name()));
    }
  }

  /**
   * Removes an entry. The vector of a node remains because searches reach other nodes through it.
   */
  void remove(int ordinal) {
    rows[ordinal] = GONE;
    if (nodes[ordinal] == ordinal) {
      return;
    }
    int after = next[ordinal];
    next[previous[ordinal]] = after;
    if (after != END) {
      previous[after] = previous[ordinal];
    }
  }

  /** The node of an entry. */
  int node(int ordinal) {
    return nodes[ordinal];
  }

  /** The next entry at the same node, negative if there is none. */
  int next(int ordinal) {
    return next[ordinal];
  }

  /** The row key of an entry, null if the entry was removed. */
  byte @Nullable [] row(int ordinal) {
    byte[] row = rows[ordinal];
    return row.length == 0 ? null : row;
  }

  /**
   * Whether an entry may have these values. False is certain; true may be a collision of hashes.
   */
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
