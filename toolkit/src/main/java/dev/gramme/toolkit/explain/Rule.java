package dev.gramme.toolkit.explain;

import java.util.stream.Stream;

/** A check of a design. */
interface Rule {
  /** The findings for a design. */
  Stream<Finding> check(Design design);
}
