package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method of an entity that makes an item of the next version of an item of an older one.
 * It takes and gives the attributes, a {@code Map<String, AttributeValue>}, and may change the map
 * that it is given.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Upcast {
  /** The version of the items that it takes. */
  int from();
}
