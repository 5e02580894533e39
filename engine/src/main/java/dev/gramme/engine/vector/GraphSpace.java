package dev.gramme.engine.vector;

import dev.gramme.model.VectorIndex.Distance;
import io.github.jbellis.jvector.vector.VectorSimilarityFunction;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import io.github.jbellis.jvector.vector.types.VectorTypeSupport;
import java.util.Arrays;

/**
 * How vectors stand in a graph. A graph needs nearness that is symmetric and of a sensible scale:
 *
 * <ul>
 *   <li>COSINE: all vectors get the length one.
 *   <li>EUCLIDEAN: all are scaled by one factor, so that the longest has about the length one;
 *       else the similarities of very small or very large ones could not be told apart.
 *   <li>DOT_PRODUCT: all are scaled likewise and get one more dimension, which makes each exactly
 *       one long. The dot product with a vector that has zero there is then a cosine (Bachrach and
 *       others, RecSys 2014).
 * </ul>
 *
 * @param longest a bound on the length of vectors
 */
record GraphSpace(Distance distance, int dimensions, double longest) {
  private static final VectorTypeSupport TYPES =
      VectorizationProvider.getInstance().getVectorTypeSupport();

  /** The dimensions of vectors in the graph. */
  int graphDimensions() {
    return distance == Distance.DOT_PRODUCT ? dimensions + 1 : dimensions;
  }

  /** What the graph compares vectors by. */
  VectorSimilarityFunction similarity() {
    return switch (distance) {
      case COSINE, DOT_PRODUCT -> VectorSimilarityFunction.DOT_PRODUCT;
      case EUCLIDEAN -> VectorSimilarityFunction.EUCLIDEAN;
    };
  }

  /** Whether a vector is too long for this space. */
  boolean excludes(float[] vector) {
    return distance == Distance.DOT_PRODUCT && length(vector) > longest;
  }

  /** A vector of an entry as it stands in the graph. */
  VectorFloat<?> place(float[] vector) {
    double length = length(vector);
    double scale =
        switch (distance) {
          case COSINE -> length;
          case EUCLIDEAN, DOT_PRODUCT -> longest;
        };
    float[] placed = scaled(vector, scale);
    if (distance == Distance.DOT_PRODUCT) {
      double share = scale == 0 ? 0 : length / scale;
      placed[dimensions] = (float) Math.sqrt(Math.max(0, 1 - share * share));
    }
    return TYPES.createFloatVector(placed);
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

  private float[] scaled(float[] vector, double scale) {
    float[] scaled = Arrays.copyOf(vector, graphDimensions());
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
