package dev.gramme.storage.tree;

import dev.gramme.storage.Direction;
import org.jspecify.annotations.Nullable;

/**
 * An immutable ordered map from byte strings to byte strings. A change returns a new tree that
 * shares all but one path with the old one. So a snapshot, a fork and a rollback each keep one
 * reference, and readers need no lock.
 *
 * <p>It is a B+ tree: all entries (see {@link Entry}) are in leaves of equal depth, at most {@value
 * Node#MAX_WIDTH} per leaf, in arrays without spare room. Branches hold only the shortest prefixes
 * that separate their children. A change copies one node of each level, about one kilobyte in a
 * tree of a million entries. Removing a range drops whole subtrees and repairs both edges, so its
 * cost depends on the depth of the tree and not on the number of removed entries. Nodes next to a
 * removed range may be narrower than the minimum; this only costs a little memory.
 */
public final class ByteTree {
  public static final ByteTree EMPTY = new ByteTree(Leaf.EMPTY);

  private final Node root;

  private ByteTree(Node root) {
    this.root = root;
  }

  public boolean isEmpty() {
    return root.width() == 0;
  }

  /** The entry of a key, or null if there is none. Callers must not change the array. */
  public byte @Nullable [] find(byte[] key) {
    Node node = root;
    while (node instanceof Branch branch) {
      node = branch.children()[branch.childWith(key)];
    }
    Leaf leaf = (Leaf) node;
    int index = leaf.lowerBound(key);
    return leaf.holdsAt(index, key) ? leaf.entries()[index] : null;
  }

  /**
   * This tree with an entry, which replaces an existing one of the same key. The tree keeps the
   * array.
   */
  public ByteTree put(byte[] entry) {
    Node changed = root.put(entry);
    return new ByteTree(changed.width() > Node.MAX_WIDTH ? Branch.of(changed.halves()) : changed);
  }

  /** This tree without a key; the same instance if the key does not exist. */
  public ByteTree remove(byte[] key) {
    return withRoot(root.remove(key));
  }

  /** This tree without the keys from one (inclusive) to another (exclusive). */
  public ByteTree removeRange(byte[] from, byte[] to) {
    return Keys.isEmptyRange(from, to) ? this : withRoot(root.removeRange(from, to));
  }

  /** The entries from a key (inclusive) to another (exclusive). */
  public TreeCursor range(byte[] from, byte[] to, Direction direction) {
    return new TreeCursor(root, from, to, direction);
  }

  /** All entries in order. */
  public TreeCursor all() {
    return new TreeCursor(root, new byte[0], null, Direction.ASCENDING);
  }

  @SuppressWarnings("ReferenceEquality") // A node returns itself if nothing changed
  private ByteTree withRoot(Node node) {
    Node top = node;
    while (top instanceof Branch branch && branch.width() <= 1) {
      top = branch.width() == 0 ? Leaf.EMPTY : branch.children()[0];
    }
    if (top == root) {
      return this;
    }
    return top.width() == 0 ? EMPTY : new ByteTree(top);
  }
}
