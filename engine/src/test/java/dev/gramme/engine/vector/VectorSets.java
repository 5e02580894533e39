package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorScore;
import dev.gramme.model.VectorIndex.Distance;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/** Random vectors, and exact searches over all of them. */
final class VectorSets {

  private VectorSets() {}

  /** Vectors of different lengths, clustered around centers like embeddings. */
  static List<float[]> clustered(Random random, int count, int dimensions, int centers) {
    var middles = spread(random, centers, dimensions);
    var vectors = new ArrayList<float[]>(count);
    for (int i = 0; i < count; i++) {
      float[] middle = middles.get(random.nextInt(centers));
      float[] vector = new float[dimensions];
      float length = 0.5f + random.nextFloat();
      for (int d = 0; d < dimensions; d++) {
        vector[d] = length * (float) (middle[d] + 0.5 * random.nextGaussian());
      }
      vectors.add(vector);
    }
    return vectors;
  }

  /** Vectors in all directions, the hardest data for a graph. */
  static List<float[]> spread(Random random, int count, int dimensions) {
    var vectors = new ArrayList<float[]>(count);
    for (int i = 0; i < count; i++) {
      float[] vector = new float[dimensions];
      for (int d = 0; d < dimensions; d++) {
        vector[d] = (float) random.nextGaussian();
      }
      vectors.add(vector);
    }
    return vectors;
  }

  /** The positions of the nearest vectors, best first. */
  static List<Integer> nearest(
      Distance distance, List<float[]> vectors, float[] vector, int topK, IntPredicate wanted) {
    var best = new Nearest<Integer>(distance, topK);
    for (int i = 0; i < vectors.size(); i++) {
      if (wanted.test(i)) {
        best.offer(i, VectorScore.of(distance, vector, vectors.get(i)));
      }
    }
    return best.bestFirst();
  }
}
