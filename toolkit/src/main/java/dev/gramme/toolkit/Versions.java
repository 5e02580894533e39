package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the versions of an item with {@link History} by its key, the newest first: a List, which a
 * limit cuts.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Versions {
  /** How many versions are given at most, if not zero. */
  int limit() default 0;

  /** The most that one call may cost, such as {@code 4 RCU}. */
  String budget() default "";
}
