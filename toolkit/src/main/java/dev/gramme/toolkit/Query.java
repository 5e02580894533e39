package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the items of one kind in a partition, in the order of the sort key.
 *
 * <p>Parameters are found by their names: those of the partition key's template are needed, those
 * of the sort key from the left. The last of them can be a {@code Range} of values, or a
 * {@code @Prefix} String. Others are values of the filter, where {@code :name} stands for them and
 * component names for attributes. A {@code Cursor} says where to go on; an int called limit is the
 * size of the page.
 *
 * <p>A List of values for a field of the partition key reads several partitions, merged in the
 * order of the sort key; so does leaving out a {@link Shard}. This needs a limit.
 *
 * <p>Gives a Page, a List, a Stream that reads as it goes, or an Optional of the first. A List is
 * of all, or of so many as the limit says.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Query {
  /** The index that is read; the table if empty. */
  String index() default "";

  /** A condition on what was read, in the words of a filter expression; see {@link Query}. */
  String filter() default "";

  /** Whether the highest sort key comes first. */
  boolean descending() default false;

  /**
   * The number of items of a page, if not zero; what a filter lets through is read until there are
   * so many. A page without a limit is what one request gives, at most 1 MB.
   */
  int limit() default 0;

  /**
   * The components that tell that items of several partitions are the same, of which one is given;
   * the key does if there are none.
   */
  String[] distinct() default {};

  /** Whether items that have expired and are still there are given too. */
  boolean includeExpired() default false;

  /** The most that one call may cost, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
