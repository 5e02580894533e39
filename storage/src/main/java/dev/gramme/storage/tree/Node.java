package dev.gramme.storage.tree;

/**
 * A node of the tree; never changed once made. An operation gives the node that stands in its
 * place, itself if nothing changed; that node may be one wider than {@link #MAX_WIDTH}, or empty,
 * or too narrow: its parent, who sees the neighbours, puts this right.
 */
sealed interface Node permits Leaf, Branch {
  /** Wide nodes make the tree flat, narrow ones make a change (which copies its path) cheap. */
  int MAX_WIDTH = 32;

  /** Below this, a node is joined with a neighbour. */
  int MIN_WIDTH = 10;

  /** How many entries a leaf has, how many children a branch. */
  int width();

  Node put(byte[] entry);

  Node remove(byte[] key);

  Node removeRange(byte[] from, byte[] to);

  /** Both halves, and the separator between them. */
  Halves halves();

  /** This node and its right neighbour as one, of any width up to the sum. */
  Node joined(byte[] separator, Node right);

  /** Every key of the left is less than the separator, no key of the right is. */
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Halves(Node left, byte[] separator, Node right) {}
}
