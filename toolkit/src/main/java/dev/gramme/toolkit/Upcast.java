package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method of an entity that converts an item to the next schema version. It takes and
 * returns the attributes as a {@code Map<String, AttributeValue>} and may modify its argument.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Upcast {
  /** The version of the items that it takes. */
  int from();
}
