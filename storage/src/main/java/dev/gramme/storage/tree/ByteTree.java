package dev.gramme.storage.tree;

import dev.gramme.storage.Direction;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte strings to byte strings that never changes: a change gives a new tree,
 * which shares all but one path with the old one. So a snapshot, a fork and a rollback are each the
 * keeping of one reference, and a reader needs no lock.
 *
 * <p>It is a B+ tree: all entries (see {@link Entry}) are in leaves of one depth, up to {@value
 * Node#MAX_WIDTH} in each, in arrays that are exactly as long as needed. Branches know of keys only
 * the shortest prefixes that separate their children. A change copies one node of each level, about
 * one kilobyte in a tree of a million entries. Removing a range drops whole subtrees and mends both
 * edges, so that its cost depends on the depth and not on what was in the range. Nodes may become
 * narrower than the minimum where a range was cut out; this costs a little memory and nothing else.
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

  /** The entry of a key, null if there is none. Not to be changed. */
  public byte @Nullable [] find(byte[] key) {
    Node node = root;
    while (node instanceof Branch branch) {
      node = branch.children()[branch.childWith(key)];
    }
    Leaf leaf = (Leaf) node;
    int index = leaf.lowerBound(key);
    return leaf.holdsAt(index, key) ? leaf.entries()[index] : null;
  }

  /** This tree and an entry, instead of what its key may have had. The array is kept. */
  public ByteTree put(byte[] entry) {
    Node changed = root.put(entry);
    return new ByteTree(changed.width() > Node.MAX_WIDTH ? Branch.of(changed.halves()) : changed);
  }

  /** This tree without a key, itself if it does not have it. */
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

  @SuppressWarnings("ReferenceEquality") // only the node itself says that nothing changed
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
