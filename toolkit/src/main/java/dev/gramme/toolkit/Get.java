package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads one item by its key. Gives an Optional of the entity, or the entity, or throws
 * ItemNotFound.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Get {
  /** The most that one call may cost, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;

  /** Whether an item that has expired and is still there is given too. */
  boolean includeExpired() default false;
}
