package dev.gramme.engine.vector;

import dev.gramme.model.VectorIndex.Distance;
import io.github.jbellis.jvector.vector.VectorSimilarityFunction;
import io.github.jbellis.jvector.vector.VectorUtil;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import io.github.jbellis.jvector.vector.types.VectorTypeSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * How vectors are scaled for a graph. For COSINE, every vector has length one. For EUCLIDEAN and
 * DOT_PRODUCT, one factor scales all vectors to at most length one; without it, the similarities of
 * very short or very long vectors could not be distinguished.
 *
 * <p>A common way to turn a dot product into a distance is a further dimension that gives all
 * vectors the same length. It was tried, and it found fewer of the nearest entries than the plain
 * dot product.
 *
 * @param longest an upper bound of the lengths of vectors
 */
record GraphSpace(Distance distance, double longest) {
  /**
   * A strong reference: java.util.logging discards the level of a logger that nothing references.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.github.jbellis.jvector");

  static {
    // The library logs its worker threads and the absence of the vector module in every process.
    if (LIBRARY_LOG.getLevel() == null) {
      LIBRARY_LOG.setLevel(Level.SEVERE);
    }
  }

  private static final VectorTypeSupport TYPES =
      VectorizationProvider.getInstance().getVectorTypeSupport();

  /** The function by which the graph compares vectors. */
  VectorSimilarityFunction similarity() {
    return switch (distance) {
      case COSINE, DOT_PRODUCT -> VectorSimilarityFunction.DOT_PRODUCT;
      case EUCLIDEAN -> VectorSimilarityFunction.EUCLIDEAN;
    };
  }

  /** Whether a vector is too long for this space. */
  boolean excludes(float[] vector) {
    return distance != Distance.COSINE && length(vector) > longest;
  }

  /**
   * A number that grows the nearer an entry is to a query. Unlike {@link #similarity}, it
   * distinguishes entries that are very near.
   */
  float nearness(VectorFloat<?> query, VectorFloat<?> entry) {
    return switch (distance) {
      // Both vectors of COSINE have length one.
      case COSINE, EUCLIDEAN -> -VectorUtil.squareL2Distance(query, entry);
      case DOT_PRODUCT -> VectorUtil.dotProduct(query, entry);
    };
  }

  /** The scaled vector of an entry, as the graph stores it. */
  VectorFloat<?> scaledEntry(float[] vector) {
    double scale =
        switch (distance) {
          case COSINE -> length(vector);
          case EUCLIDEAN, DOT_PRODUCT -> longest;
        };
    return TYPES.createFloatVector(scaled(vector, scale));
  }

  /** The scaled vector of a query, comparable with those in the graph. */
  VectorFloat<?> scaledQuery(float[] vector) {
    double scale =
        switch (distance) {
          case COSINE, DOT_PRODUCT -> length(vector);
          case EUCLIDEAN -> longest;
        };
    return TYPES.createFloatVector(scaled(vector, scale));
  }

  private static float[] scaled(float[] vector, double scale) {
    float[] scaled = vector.clone();
    if (scale > 0) {
      for (int i = 0; i < vector.length; i++) {
        scaled[i] = (float) (vector[i] / scale);
      }
    }
    return scaled;
  }

  /** The Euclidean length of a vector. */
  static double length(float[] vector) {
    double squares = 0;
    for (float element : vector) {
      squares += (double) element * element;
    }
    return Math.sqrt(squares);
  }
}
