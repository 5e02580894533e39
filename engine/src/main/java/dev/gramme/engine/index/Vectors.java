package dev.gramme.engine.index;

import dev.gramme.model.AttributeValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts vectors from the protocol's values: lists of numbers that fit 32-bit floating point. */
public final class Vectors {

  private Vectors() {}

  /** The vector in a value; null if the value is not a vector of this many dimensions. */
  public static float @Nullable [] of(AttributeValue value, int dimensions) {
    return value instanceof AttributeValue.L(var elements) && elements.size() == dimensions
        ? of(elements)
        : null;
  }

  /**
   * The vector of a list's elements; null if an element is not a number, or is beyond the range of
   * 32 bits.
   */
  public static float @Nullable [] of(List<AttributeValue> elements) {
    float[] vector = new float[elements.size()];
    for (int i = 0; i < vector.length; i++) {
      if (!(elements.get(i) instanceof AttributeValue.N(var number))) {
        return null;
      }
      vector[i] = number.floatValue();
      if (!Float.isFinite(vector[i])) {
        return null;
      }
    }
    return vector;
  }
}
