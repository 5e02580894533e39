package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the items of several kinds that share a partition: a Page, List or Stream of a sealed
 * interface. Parameters as with {@link Query}; those of the sort key have to be in the templates of
 * all kinds.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Collection {
  /** The index that is read; the table if empty. */
  String index() default "";

  /** A condition on what was read, in the words of a filter expression; see {@link Query}. */
  String filter() default "";

  /** Whether the highest sort key comes first. */
  boolean descending() default false;

  /** The number of items of a page, if not zero; see {@link Query#limit}. */
  int limit() default 0;

  /** Whether items that have expired and are still there are given too. */
  boolean includeExpired() default false;

  /** The most that one call may cost, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
