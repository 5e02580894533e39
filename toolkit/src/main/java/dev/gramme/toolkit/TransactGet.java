package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads several items in one transaction: all of them as they were at one time. Each parameter is a
 * record with the components of an item's key. The result is a record with a component for each
 * parameter, with its name: an Optional of the entity, or the entity; the latter throws
 * ItemNotFound if there is none.
 *
 * <p>A read in a transaction costs twice a strongly consistent one.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface TransactGet {
  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether to return items that have expired but are not deleted yet. */
  boolean includeExpired() default false;
}
