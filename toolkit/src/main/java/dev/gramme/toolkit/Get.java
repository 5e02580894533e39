package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads one item by its key. Returns an Optional of the entity, or the entity; the latter throws
 * ItemNotFound if there is none.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Get {
  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;

  /** Whether to return an item that has expired but is not deleted yet. */
  boolean includeExpired() default false;
}
