package dev.gramme.engine.vector;

import java.time.Duration;

/** The limits and parameters of vector searches and their graphs. */
final class VectorLimits {
  /**
   * If a filter matches at most one in this many entries of a graph, a search compares all matches
   * instead of walking the graph.
   */
  static final int EXACT_SHARE = 10;

  /**
   * If a filter matches at most this many entries, a search compares all of them, whatever the size
   * of the graph.
   */
  static final int EXACT_ENTRIES = 2_000;

  /** The number of neighbors of an entry in a layer; the lowest layer has twice as many. */
  static final int DEGREE = 16;

  /** The number of candidates kept during the search for the neighbors of a new entry. */
  static final int BUILD_BEAM = 100;

  /** The minimum number of candidates kept during a search. */
  static final int SEARCH_BEAM = 200;

  /** The number of candidates kept during a search for each requested result. */
  static final int SEARCH_BEAM_PER_RESULT = 4;

  /** The number of candidates kept during the search for a node that a new entry can share. */
  static final int NODE_BEAM = 10;

  /**
   * The greatest squared distance, in the space of a graph, between entries that share a node.
   * Similarities are 32-bit floating-point numbers, which do not distinguish such entries.
   */
  static final float NODE_RADIUS_SQUARED = 6e-8f;

  /**
   * How many more results than requested a search takes from a graph, since some of them may have
   * been deleted.
   */
  static final int SPARE_RESULTS = 10;

  /** When more changes than this wait to be added to a graph, it is discarded and rebuilt. */
  static final int CHANGES_BEHIND = 100_000;

  /**
   * On a shared store, the maximum number of logged changes that are read at once for the graphs of
   * a table. When more are unread, the graphs are discarded and rebuilt.
   */
  static final int CHANGES_READ = 10_000;

  /**
   * On a shared store, how often a server reads the log for its graphs, in addition to every
   * search.
   */
  static final Duration LOG_INTERVAL = Duration.ofSeconds(1);

  /** The estimated memory of an entry of a graph, without its vector and its row key. */
  static final int ENTRY_OVERHEAD_BYTES = 700;

  /**
   * The bytes of a row that a search compares in one step of its request's budget; the processor
   * multiplies many elements of a vector at a time. This limits a search without a graph to 16 GB
   * of rows.
   */
  static final int BYTES_OF_STEP = 256;

  private VectorLimits() {}
}
