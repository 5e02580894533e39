package dev.gramme.toolkit.explain;

import java.util.stream.Stream;

/** One thing that can be wrong with a design. */
interface Rule {
  /** What it finds. */
  Stream<Finding> check(Design design);
}
