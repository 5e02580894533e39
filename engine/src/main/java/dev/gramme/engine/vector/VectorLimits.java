package dev.gramme.engine.vector;

/** What bounds a search of vectors and the graphs that make it fast. */
final class VectorLimits {
  /** Partitions with fewer entries are searched by going through their rows. */
  static final int GRAPH_ENTRIES = 2_000;

  /**
   * Filters that leave no more than this share of a graph are met by going through what is left.
   */
  static final int EXACT_SHARE = 10;

  /** The same in entries, whatever the size of the graph. */
  static final int EXACT_ENTRIES = 2_000;

  /** The neighbors of an entry in a layer of a graph but the lowest, which has twice as many. */
  static final int DEGREE = 16;

  /** The candidates that are kept while the neighbors of a new entry are looked for. */
  static final int BUILD_BEAM = 100;

  /** The candidates that are kept in a search, at least. */
  static final int SEARCH_BEAM = 200;

  /** The candidates that are kept in a search for each entry that is wanted. */
  static final int SEARCH_BEAM_PER_RESULT = 4;

  /** The candidates that are kept while an entry is looked for that shares a new one's node. */
  static final int NODE_BEAM = 10;

  /**
   * The greatest squared distance, in the space of a graph, of entries that share a node:
   * similarities are 32-bit floating point numbers, which do not distinguish such entries.
   */
  static final float NODE_RADIUS_SQUARED = 6e-8f;

  /** What a search of a graph asks for beyond what is wanted, since entries may be gone since. */
  static final int SPARE_RESULTS = 10;

  /** Changes that a graph is behind, above which it is given up and built anew. */
  static final int CHANGES_BEHIND = 100_000;

  /** What an entry of a graph takes in memory besides its vector and its row key, estimated. */
  static final int ENTRY_OVERHEAD_BYTES = 700;

  /**
   * The bytes of a row that a search compares in one step of its request's budget: the elements of
   * vectors are multiplied many at a time. So a search without a graph ends at 16 GB of rows.
   */
  static final int BYTES_OF_STEP = 256;

  private VectorLimits() {}
}
