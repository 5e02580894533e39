package dev.gramme.storage.tree;

/**
 * An immutable node of the tree. An operation returns the node that replaces this one, or this node
 * if nothing changed. The returned node may be one wider than {@link #MAX_WIDTH}, empty, or too
 * narrow; the parent, which sees the neighbours, repairs that.
 */
sealed interface Node permits Leaf, Branch {
  /**
   * Wide nodes make the tree flat; narrow nodes make a change cheap, because it copies its path.
   */
  int MAX_WIDTH = 32;

  /** A node narrower than this is joined with a neighbour. */
  int MIN_WIDTH = 10;

  /** The number of entries of a leaf, or of children of a branch. */
  int width();

  Node put(byte[] entry);

  Node remove(byte[] key);

  Node removeRange(byte[] from, byte[] to);

  /** Both halves, and the separator between them. */
  Halves halves();

  /** This node and its right neighbour as one node, which may be wider than the maximum. */
  Node joined(byte[] separator, Node right);

  /** Keys on the left are smaller than the separator, keys on the right are not. */
  @SuppressWarnings("ArrayRecordComponent") // immutable and never compared
  record Halves(Node left, byte[] separator, Node right) {}
}
