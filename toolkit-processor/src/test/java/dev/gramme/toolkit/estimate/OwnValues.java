package dev.gramme.toolkit.estimate;

import java.lang.reflect.Type;
import java.util.Optional;

/** Makes sample values of types of which {@link SampleValues} knows too little. */
public interface OwnValues {
  /** No values. */
  OwnValues NONE = (type, seed) -> Optional.empty();

  /**
   * A value; different seeds give different values.
   *
   * @param type the type of a component
   * @return empty for all other types
   */
  Optional<Object> of(Type type, int seed);
}
