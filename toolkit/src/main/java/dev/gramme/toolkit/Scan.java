package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the whole table, or a whole index, in no particular order, and gives the items of the kinds
 * asked for. What is read is paid for, whatever its kind.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Scan {
  /** The index that is read; the table if empty. */
  String index() default "";

  /** A condition on what was read; see {@link Query}. */
  String filter() default "";

  /** Into how many segments, read at the same time, a Stream or List is split. */
  int segments() default 1;

  /** The number of items of a page, if not zero; see {@link Query#limit}. */
  int limit() default 0;

  /** Whether items that have expired and are still there are given too. */
  boolean includeExpired() default false;

  /** The most that one call may cost, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
