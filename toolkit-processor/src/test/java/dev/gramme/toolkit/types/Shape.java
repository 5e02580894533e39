package dev.gramme.toolkit.types;

import dev.gramme.toolkit.Attribute;
import java.time.Duration;
import java.util.Optional;

/** A component that is one of several records. */
public sealed interface Shape {
  /** A circle. */
  record Circle(@Attribute("r") float radius) implements Shape {}

  /** A shape with corners. */
  sealed interface Angular extends Shape {}

  /** A rectangle. */
  record Rectangle(double width, double height, Optional<Duration> drawnIn) implements Angular {}

  /** A shape without a component. */
  record Point() implements Angular {}
}
