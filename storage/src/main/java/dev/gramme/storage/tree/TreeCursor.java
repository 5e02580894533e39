package dev.gramme.storage.tree;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a tree. It keeps the branches above its leaf and the index in that leaf
 * at which the range ends, so that a step is an addition and a comparison of two integers.
 */
public final class TreeCursor implements Cursor {
  /** No tree that fits into a JVM's memory is deeper, even if all nodes have the minimal width. */
  private static final int MAX_DEPTH = 16;

  private final byte[] from;
  private final byte @Nullable [] to;
  private final boolean ascending;
  private final Branch[] path = new Branch[MAX_DEPTH];
  private final int[] indexes = new int[MAX_DEPTH];
  private int depth;
  private Leaf leaf = Leaf.EMPTY;
  private int at;
  private int end;

  TreeCursor(Node root, byte[] from, byte @Nullable [] to, Direction direction) {
    this.from = from.clone();
    this.to = to == null ? null : to.clone();
    this.ascending = direction == Direction.ASCENDING;
    if (to == null || !Keys.isEmptyRange(from, to)) {
      descend(root);
    } else {
      enter(Leaf.EMPTY);
    }
  }

  /** Positions the cursor before the first entry, in the leaf that may hold it. */
  private void descend(Node root) {
    Node node = root;
    while (node instanceof Branch branch) {
      int index = ascending || to == null ? branch.childWith(from) : branch.childBefore(to);
      path[depth] = branch;
      indexes[depth++] = index;
      node = branch.children()[index];
    }
    enter((Leaf) node);
  }

  private void enter(Leaf next) {
    leaf = next;
    int begin = next.lowerBound(from);
    int limit = to == null ? next.width() : next.lowerBound(to);
    at = ascending ? begin - 1 : limit;
    end = ascending ? limit : begin - 1;
  }

  @Override
  public boolean next() {
    int step = ascending ? 1 : -1;
    at += step;
    while (at == end) {
      // A range that ends within this leaf does not continue in the next one.
      boolean whole = end == (ascending ? leaf.width() : -1);
      if (!whole || !nextLeaf(step)) {
        at = end - step;
        return false;
      }
      at += step;
    }
    return true;
  }

  private boolean nextLeaf(int step) {
    int level = depth - 1;
    while (level >= 0) {
      int index = indexes[level] + step;
      if (index >= 0 && index < path[level].width()) {
        break;
      }
      level--;
    }
    if (level < 0) {
      return false;
    }
    indexes[level] += step;
    Node node = path[level].children()[indexes[level]];
    while (node instanceof Branch branch) {
      level++;
      path[level] = branch;
      indexes[level] = ascending ? 0 : branch.width() - 1;
      node = branch.children()[indexes[level]];
    }
    enter((Leaf) node);
    return true;
  }

  /** The entry itself. Callers must not change the array. */
  public byte[] entry() {
    return leaf.entries()[at];
  }

  @Override
  public byte[] key() {
    return Entry.key(entry());
  }

  @Override
  public byte[] value() {
    return Entry.value(entry());
  }

  @Override
  public void close() {}
}
