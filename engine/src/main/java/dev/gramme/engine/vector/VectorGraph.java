package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorEntry;
import dev.gramme.model.VectorIndex;
import io.github.jbellis.jvector.graph.GraphIndexBuilder;
import io.github.jbellis.jvector.graph.GraphSearcher;
import io.github.jbellis.jvector.graph.SearchResult;
import io.github.jbellis.jvector.graph.similarity.BuildScoreProvider;
import io.github.jbellis.jvector.graph.similarity.DefaultSearchScoreProvider;
import io.github.jbellis.jvector.util.Bits;
import io.github.jbellis.jvector.vector.VectorUtil;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A navigable graph of the entries of one partition: near entries are neighbors, so that a search
 * walks from entry to entry towards the query and visits only few of them (JVector's DiskANN-like
 * graph, here in memory only). One thread changes the graph while others search.
 *
 * <p>Entries that are equal, or too near to be distinguished by the similarity, share a node. With
 * separate nodes, a group of equal entries larger than the degree of the graph would have only each
 * other as neighbors, and searches could not reach new entries of the group.
 *
 * <p>The node of a removed entry remains in the graph because searches reach other nodes through
 * it, but it is never a result. {@link #isWorn} reports when too many entries have been removed.
 */
@SuppressWarnings("ByteBufferBackingArray") // VectorPartition wraps all of them.
final class VectorGraph {
  private static final float NEIGHBOR_OVERFLOW = 1.2f;
  private static final float ALPHA = 1.2f;

  private final GraphSpace space;
  private final GraphEntries entries;
  private final GraphIndexBuilder builder;
  private final Map<ByteBuffer, Integer> ordinals = new HashMap<>();

  VectorGraph(VectorIndex index, double longest) {
    this.space = new GraphSpace(index.distance(), longest);
    this.entries = new GraphEntries(space, index.dimensions(), index.filters());
    this.builder =
        GraphIndexBuilder.builder(
                BuildScoreProvider.randomAccessScoreProvider(entries, space.similarity()),
                index.dimensions(),
                2 * VectorLimits.DEGREE)
            .withBeamWidth(VectorLimits.BUILD_BEAM)
            .withNeighborOverflow(NEIGHBOR_OVERFLOW)
            .withAlpha(ALPHA)
            .build();
  }

  /** Whether a vector is too long for this graph, which must then be rebuilt. */
  boolean excludes(float[] vector) {
    return space.excludes(vector);
  }

  /** Adds the entry of a row, or replaces its earlier entry. */
  void put(ByteBuffer row, VectorEntry entry) {
    int node = nodeAt(space.scaledEntry(entry.vector()));
    Integer before = ordinals.get(row);
    if (before != null && entries.node(before) == node) {
      entries.replace(before, entry);
      return;
    }
    remove(row);
    if (node >= 0) {
      ordinals.put(row, entries.add(row.array(), entry, node));
      return;
    }
    int ordinal = entries.add(row.array(), entry);
    ordinals.put(row, ordinal);
    builder.addGraphNode(ordinal, entries.getVector(ordinal));
  }

  /** The node whose entries cannot be distinguished from a vector; negative if none was found. */
  private int nodeAt(VectorFloat<?> vector) {
    if (entries.size() == 0) {
      return -1;
    }
    for (var found : search(vector, VectorLimits.NODE_BEAM, Bits.ALL).getNodes()) {
      float squared = VectorUtil.squareL2Distance(vector, entries.getVector(found.node));
      if (squared <= VectorLimits.NODE_RADIUS_SQUARED) {
        return found.node;
      }
    }
    return -1;
  }

  /** Removes the entry of a row, if it exists. */
  void remove(ByteBuffer row) {
    Integer ordinal = ordinals.remove(row);
    if (ordinal != null) {
      entries.remove(ordinal);
    }
  }

  /**
   * Whether the graph has more removed entries than present ones, and should be rebuilt.
   *
   * @param tolerated a number of removed entries that is no reason to rebuild the graph
   */
  boolean isWorn(int tolerated) {
    int gone = entries.size() - ordinals.size();
    return gone > tolerated && gone > ordinals.size();
  }

  /** The number of entries, including removed ones. */
  int size() {
    return entries.size();
  }

  /**
   * The row keys of the nearest entries that may match the query.
   *
   * @param superseded row keys whose entries in this graph are outdated, and are left out
   */
  List<byte[]> nearest(VectorQuery query, int count, Set<ByteBuffer> superseded) {
    VectorFloat<?> vector = space.scaledQuery(query.vector());
    IntPredicate wanted = ordinal -> isWanted(ordinal, query, superseded);
    int limit = Math.max(VectorLimits.EXACT_ENTRIES, entries.size() / VectorLimits.EXACT_SHARE);
    int[] matching = query.isFiltered() ? upTo(limit, wanted) : null;
    return matching == null
        ? walkGraph(vector, count, wanted)
        : compareAll(matching, vector, count);
  }

  private boolean isWanted(int ordinal, VectorQuery query, Set<ByteBuffer> superseded) {
    // Many entries can share a node, so each of them counts as work of the request.
    query.budget().spend(1);
    byte[] row = entries.row(ordinal);
    return row != null
        && entries.mayMatch(ordinal, query.equal())
        && (superseded.isEmpty() || !superseded.contains(ByteBuffer.wrap(row)));
  }

  /** The ordinals that match, null if there are more than the limit. */
  private int @Nullable [] upTo(int limit, IntPredicate wanted) {
    int[] found = new int[limit];
    int count = 0;
    int size = entries.size();
    for (int ordinal = 0; ordinal < size; ordinal++) {
      if (wanted.test(ordinal)) {
        if (count == limit) {
          return null;
        }
        found[count++] = ordinal;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private List<byte[]> compareAll(int[] ordinals, VectorFloat<?> vector, int count) {
    var best = nearest(count);
    for (int ordinal : ordinals) {
      best.offer(ordinal, space.nearness(vector, entries.getVector(ordinal)));
    }
    return rows(best.bestFirst());
  }

  private List<byte[]> walkGraph(VectorFloat<?> vector, int count, IntPredicate wanted) {
    int beam = Math.max(VectorLimits.SEARCH_BEAM, VectorLimits.SEARCH_BEAM_PER_RESULT * count);
    var best = nearest(count);
    for (var found : search(vector, beam, node -> anyAt(node, wanted)).getNodes()) {
      for (int ordinal = found.node; ordinal >= 0; ordinal = entries.next(ordinal)) {
        if (wanted.test(ordinal)) {
          best.offer(ordinal, space.nearness(vector, entries.getVector(ordinal)));
        }
      }
    }
    return rows(best.bestFirst());
  }

  /** Collects the best by {@link GraphSpace#nearness}, where greater is better. */
  private static Nearest<Integer> nearest(int count) {
    return new Nearest<>(VectorIndex.Distance.DOT_PRODUCT, count);
  }

  private boolean anyAt(int node, IntPredicate wanted) {
    for (int ordinal = node; ordinal >= 0; ordinal = entries.next(ordinal)) {
      if (wanted.test(ordinal)) {
        return true;
      }
    }
    return false;
  }

  private SearchResult search(VectorFloat<?> vector, int beam, Bits wanted) {
    var scores = DefaultSearchScoreProvider.exact(vector, space.similarity(), entries);
    try (var searcher = new GraphSearcher(builder.getGraph())) {
      return searcher.search(scores, beam, wanted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<byte[]> rows(List<Integer> ordinals) {
    var rows = new ArrayList<byte[]>(ordinals.size());
    for (int ordinal : ordinals) {
      byte[] row = entries.row(ordinal);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }
}
