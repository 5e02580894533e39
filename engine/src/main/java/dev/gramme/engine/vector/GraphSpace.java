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
 * How vectors stand in a graph: for COSINE all have the length one, for EUCLIDEAN and DOT_PRODUCT
 * they are scaled by one factor, so that none is longer than one; else the similarities of very
 * short or very long ones could not be told apart.
 *
 * <p>The usual way to make a dot product a nearness, one more dimension that gives all vectors the
 * same length, was tried and found fewer of the wanted entries than the dot product as it is.
 *
 * @param longest a bound on the lengths of vectors
 */
record GraphSpace(Distance distance, double longest) {
  /** Kept, since the level of a logger that nobody holds is forgotten. */
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.github.jbellis.jvector");

  static {
    // It tells every process of its worker threads and of the vector module that is not there.
    if (LIBRARY_LOG.getLevel() == null) {
      LIBRARY_LOG.setLevel(Level.SEVERE);
    }
  }

  private static final VectorTypeSupport TYPES =
      VectorizationProvider.getInstance().getVectorTypeSupport();

  /** What the graph compares vectors by. */
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
   * A number that is the greater the nearer an entry is to a query. Unlike {@link #similarity}, it
   * distinguishes entries that are very near.
   */
  float nearness(VectorFloat<?> query, VectorFloat<?> entry) {
    return switch (distance) {
      // Both vectors of COSINE have the length one.
      case COSINE, EUCLIDEAN -> -VectorUtil.squareL2Distance(query, entry);
      case DOT_PRODUCT -> VectorUtil.dotProduct(query, entry);
    };
  }

  /** A vector of an entry as it stands in the graph. */
  VectorFloat<?> place(float[] vector) {
    double scale =
        switch (distance) {
          case COSINE -> length(vector);
          case EUCLIDEAN, DOT_PRODUCT -> longest;
        };
    return TYPES.createFloatVector(scaled(vector, scale));
  }

  /** A vector that is searched for, to be compared with those in the graph. */
  VectorFloat<?> query(float[] vector) {
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

  /** The length of a vector. */
  static double length(float[] vector) {
    double squares = 0;
    for (float element : vector) {
      squares += (double) element * element;
    }
    return Math.sqrt(squares);
  }
}
