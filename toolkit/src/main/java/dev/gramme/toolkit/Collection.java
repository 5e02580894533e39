package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads items of several kinds in one partition: returns a Page, List or Stream of a sealed
 * interface. Parameters are as for {@link Query}; parameters of the sort key must be in the
 * beginning that the templates of all kinds have in common.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Collection {
  /** The index to read; the table if empty. */
  String index() default "";

  /** A filter expression for the items that were read; see {@link Query}. */
  String filter() default "";

  /** Whether to read in descending order of the sort key. */
  boolean descending() default false;

  /** The page size, or zero for none; see {@link Query#limit}. */
  int limit() default 0;

  /** Whether to include items that have expired but are not deleted yet. */
  boolean includeExpired() default false;

  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
