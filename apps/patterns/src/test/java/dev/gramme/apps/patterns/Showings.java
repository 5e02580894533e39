package dev.gramme.apps.patterns;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The results of patterns, each of which runs once for all tests of a process. */
public final class Showings {
  private static final Map<Class<?>, Showing> SHOWINGS = new ConcurrentHashMap<>();

  private Showings() {}

  /** What a run of the pattern showed. */
  public static Showing of(Pattern pattern) {
    return SHOWINGS.computeIfAbsent(pattern.getClass(), _ -> Rehearsal.of(pattern));
  }
}
