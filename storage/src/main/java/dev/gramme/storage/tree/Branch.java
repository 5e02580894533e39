package dev.gramme.storage.tree;

import java.util.Arrays;

/**
 * Children of equal height, with one separator between neighbours: keys to its left are smaller,
 * keys to its right are not.
 */
// Immutable and never compared by value: a node returns itself if nothing changed.
@SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"})
record Branch(byte[][] separators, Node[] children) implements Node {

  static Branch of(Halves halves) {
    return new Branch(
        new byte[][] {halves.separator()}, new Node[] {halves.left(), halves.right()});
  }

  @Override
  public int width() {
    return children.length;
  }

  /** The index of the child that would hold a key. */
  int childWith(byte[] key) {
    return separatorsBefore(key, 0, key.length, 0);
  }

  /** The index of the last child that may have keys smaller than this one. */
  int childBefore(byte[] key) {
    return separatorsBefore(key, 0, key.length, -1);
  }

  /**
   * The number of separators that precede a key. With {@code atMost} 0 a separator equal to the key
   * counts, with -1 it does not.
   */
  private int separatorsBefore(byte[] array, int begin, int end, int atMost) {
    int low = 0;
    int high = separators.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] separator = separators[middle];
      int order = Arrays.compareUnsigned(separator, 0, separator.length, array, begin, end);
      if (order <= atMost) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public Node put(byte[] entry) {
    int index = separatorsBefore(entry, Entry.KEY_BEGIN, Entry.keyEnd(entry), 0);
    return withChild(index, children[index].put(entry));
  }

  @Override
  public Node remove(byte[] key) {
    int index = childWith(key);
    Node child = children[index].remove(key);
    return child == children[index] ? this : withChild(index, child);
  }

  @Override
  public Node removeRange(byte[] from, byte[] to) {
    int first = childWith(from);
    int last = childBefore(to);
    Node left = children[first].removeRange(from, to);
    if (first == last) {
      return left == children[first] ? this : withChild(first, left);
    }
    Node right = children[last].removeRange(from, to);
    Branch rest;
    if (left.width() > 0 && right.width() > 0) {
      rest = spliced(first, last + 1, new byte[][] {separators[last - 1]}, left, right);
    } else if (left.width() > 0) {
      rest = spliced(first, last + 1, new byte[0][], left);
    } else if (right.width() > 0) {
      rest = spliced(first, last + 1, new byte[0][], right);
    } else {
      rest = without(first, last + 1);
    }
    return rest.widened(first + 1).widened(first);
  }

  private Branch withChild(int index, Node child) {
    if (child.width() == 0) {
      return without(index, index + 1);
    }
    if (child.width() > MAX_WIDTH) {
      Halves halves = child.halves();
      return spliced(
          index, index + 1, new byte[][] {halves.separator()}, halves.left(), halves.right());
    }
    Node[] replaced = children.clone();
    replaced[index] = child;
    return new Branch(separators, replaced).widened(index);
  }

  /** This branch after joining a child with its neighbour, if the child was too narrow. */
  private Branch widened(int index) {
    if (index >= children.length || children[index].width() >= MIN_WIDTH || children.length == 1) {
      return this;
    }
    int left = index == 0 ? 0 : index - 1;
    Node joined = children[left].joined(separators[left], children[left + 1]);
    if (joined.width() <= MAX_WIDTH) {
      return spliced(left, left + 2, new byte[0][], joined);
    }
    Halves halves = joined.halves();
    return spliced(
        left, left + 2, new byte[][] {halves.separator()}, halves.left(), halves.right());
  }

  /** This branch with some children replaced by others, and the separators between those. */
  private Branch spliced(int begin, int end, byte[][] between, Node... replacements) {
    Node[] nodes = new Node[children.length - (end - begin) + replacements.length];
    System.arraycopy(children, 0, nodes, 0, begin);
    System.arraycopy(replacements, 0, nodes, begin, replacements.length);
    System.arraycopy(children, end, nodes, begin + replacements.length, children.length - end);
    byte[][] keys = new byte[nodes.length - 1][];
    System.arraycopy(separators, 0, keys, 0, begin);
    System.arraycopy(between, 0, keys, begin, between.length);
    System.arraycopy(separators, end - 1, keys, begin + between.length, children.length - end);
    return new Branch(keys, nodes);
  }

  private Branch without(int begin, int end) {
    int rest = children.length - (end - begin);
    if (rest == 0) {
      return new Branch(new byte[0][], new Node[0]);
    }
    Node[] nodes = Arrays.copyOf(children, rest);
    System.arraycopy(children, end, nodes, begin, children.length - end);
    // The gap leaves one separator too many: drop the one before it or, at the left edge, the one
    // after.
    int dropped = Math.max(begin - 1, 0);
    byte[][] keys = Arrays.copyOf(separators, rest - 1);
    System.arraycopy(separators, dropped + (end - begin), keys, dropped, rest - 1 - dropped);
    return new Branch(keys, nodes);
  }

  @Override
  public Halves halves() {
    int middle = children.length / 2;
    return new Halves(
        new Branch(Arrays.copyOf(separators, middle - 1), Arrays.copyOf(children, middle)),
        separators[middle - 1],
        new Branch(
            Arrays.copyOfRange(separators, middle, separators.length),
            Arrays.copyOfRange(children, middle, children.length)));
  }

  @Override
  public Node joined(byte[] separator, Node right) {
    Branch other = (Branch) right;
    Node[] nodes = Arrays.copyOf(children, children.length + other.children.length);
    System.arraycopy(other.children, 0, nodes, children.length, other.children.length);
    byte[][] keys = Arrays.copyOf(separators, nodes.length - 1);
    keys[separators.length] = separator;
    System.arraycopy(other.separators, 0, keys, separators.length + 1, other.separators.length);
    return new Branch(keys, nodes);
  }
}
