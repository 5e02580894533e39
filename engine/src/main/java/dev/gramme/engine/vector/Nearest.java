package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorScore;
import dev.gramme.model.VectorIndex.Distance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the best candidates, up to a limit. */
final class Nearest<T> {
  private final int limit;
  private final Comparator<Candidate<T>> worstFirst;
  private final PriorityQueue<Candidate<T>> best;

  private record Candidate<T>(T candidate, float score) {}

  Nearest(Distance distance, int limit) {
    this.limit = limit;
    Comparator<Candidate<T>> byScore = Comparator.comparingDouble(Candidate::score);
    this.worstFirst = VectorScore.isSmallerCloser(distance) ? byScore.reversed() : byScore;
    this.best = new PriorityQueue<>(limit + 1, worstFirst);
  }

  /** Adds a candidate if it is among the best. */
  void offer(T candidate, float score) {
    best.add(new Candidate<>(candidate, score));
    if (best.size() > limit) {
      best.remove();
    }
  }

  /** The best candidates, best first. */
  List<T> bestFirst() {
    var sorted = new ArrayList<>(best);
    sorted.sort(worstFirst.reversed());
    return sorted.stream().map(Candidate::candidate).toList();
  }
}
