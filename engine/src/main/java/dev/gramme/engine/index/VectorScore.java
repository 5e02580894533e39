package dev.gramme.engine.index;

import dev.gramme.model.VectorIndex.Distance;

/** The scores of the protocol's distance functions. */
public final class VectorScore {

  private VectorScore() {}

  /**
   * The score of two vectors of equal length. COSINE gives 0 (same direction) to 2 (opposite
   * direction), and 1 if one of the vectors is zero.
   */
  public static float of(Distance distance, float[] a, float[] b) {
    return switch (distance) {
      case COSINE -> cosine(a, b);
      case EUCLIDEAN -> (float) Math.sqrt(squaredDistance(a, b));
      case DOT_PRODUCT -> dot(a, b);
    };
  }

  /** Whether a smaller score means a closer vector. */
  public static boolean isSmallerCloser(Distance distance) {
    return distance != Distance.DOT_PRODUCT;
  }

  private static float cosine(float[] a, float[] b) {
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squareA += (double) a[i] * a[i];
      squareB += (double) b[i] * b[i];
    }
    double lengths = Math.sqrt(squareA) * Math.sqrt(squareB);
    return lengths == 0 ? 1 : (float) Math.clamp(1 - dot / lengths, 0, 2);
  }

  private static double squaredDistance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = (double) a[i] - b[i];
      sum += difference * difference;
    }
    return sum;
  }

  private static float dot(float[] a, float[] b) {
    double dot = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
    }
    return (float) dot;
  }
}
