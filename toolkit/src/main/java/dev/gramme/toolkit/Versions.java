package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Reads the versions of an item with {@link History} by its key, newest first, as a List. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Versions {
  /** The maximum number of versions, or zero for all. */
  int limit() default 0;

  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";
}
