package dev.gramme.storage.tree;

import java.util.Arrays;

/** Entries in the order of their keys. */
@SuppressWarnings("ArrayRecordComponent") // immutable and never compared
record Leaf(byte[][] entries) implements Node {
  static final Leaf EMPTY = new Leaf(new byte[0][]);

  @Override
  public int width() {
    return entries.length;
  }

  /** The index of the first entry whose key is not smaller. */
  int lowerBound(byte[] key) {
    int low = 0;
    int high = entries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Entry.compare(entries[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  boolean holdsAt(int index, byte[] key) {
    return index < entries.length && Entry.compare(entries[index], key) == 0;
  }

  @Override
  public Node put(byte[] entry) {
    int low = 0;
    int high = entries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Entry.compareKeys(entries[middle], entry);
      if (order == 0) {
        byte[][] replaced = entries.clone();
        replaced[middle] = entry;
        return new Leaf(replaced);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    byte[][] wider = Arrays.copyOf(entries, entries.length + 1);
    System.arraycopy(entries, low, wider, low + 1, entries.length - low);
    wider[low] = entry;
    return new Leaf(wider);
  }

  @Override
  public Node remove(byte[] key) {
    int index = lowerBound(key);
    return holdsAt(index, key) ? without(index, index + 1) : this;
  }

  @Override
  public Node removeRange(byte[] from, byte[] to) {
    int begin = lowerBound(from);
    int end = lowerBound(to);
    return begin < end ? without(begin, end) : this;
  }

  private Leaf without(int begin, int end) {
    byte[][] rest = Arrays.copyOf(entries, entries.length - (end - begin));
    System.arraycopy(entries, end, rest, begin, entries.length - end);
    return new Leaf(rest);
  }

  @Override
  public Halves halves() {
    int middle = entries.length / 2;
    return new Halves(
        new Leaf(Arrays.copyOf(entries, middle)),
        Entry.separator(entries[middle - 1], entries[middle]),
        new Leaf(Arrays.copyOfRange(entries, middle, entries.length)));
  }

  @Override
  public Node joined(byte[] separator, Node right) {
    byte[][] others = ((Leaf) right).entries;
    byte[][] all = Arrays.copyOf(entries, entries.length + others.length);
    System.arraycopy(others, 0, all, entries.length, others.length);
    return new Leaf(all);
  }
}
