package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the items of one kind in a partition, in the order of the sort key.
 *
 * <p>Parameters are matched by name. All fields of the partition key's template are required; those
 * of the sort key are optional from right to left. The last of these can be a {@code Range} of
 * values or a {@code @Prefix} String. Other parameters are values of the filter, which refers to
 * them as {@code :name} and to attributes by the names of their components. A parameter that is an
 * Optional, or has an annotation called {@code Nullable}, may be missing in a call: then the call
 * leaves out the terms of the filter that contain it. Terms are what AND connects outside of
 * parentheses; a filter with OR outside of parentheses is a single term. A {@code Cursor} is the
 * position to continue from; an int named limit is the page size.
 *
 * <p>A List of values for a field of the partition key reads several partitions and merges them in
 * the order of the sort key; so does omitting a {@link Shard}. This requires a limit.
 *
 * <p>Returns a Page, a List, a Stream that reads lazily, or an Optional of the first item. A List
 * has all items, or as many as the limit allows. The items can be records with some of the entity's
 * components: components with the same names and types, of which only the attributes are requested.
 * Then {@link #value} names the entity. The cost in read units is that of whole items.
 *
 * <p>A method that returns a {@code long} or an {@code int} counts the items. It reads the range to
 * its end, page by page, and costs as much as a List of all items; only the number is transferred.
 * {@link #value} names the entity. There is no limit and no Cursor. Several partitions are counted
 * sequentially. An {@code int} that is too small for the number throws ArithmeticException.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Query {
  /** The entity, if the method returns records with some of its components, or a number. */
  Class<?> value() default void.class;

  /** The index to read; the table if empty. */
  String index() default "";

  /** A filter expression for the items that were read; see {@link Query}. */
  String filter() default "";

  /** Whether to read in descending order of the sort key. */
  boolean descending() default false;

  /**
   * The page size, or zero for none. With a filter, reading continues until this many items match.
   * A page without a limit is the result of one request, at most 1 MB.
   */
  int limit() default 0;

  /**
   * The components that identify equal items of several partitions, of which one is returned; by
   * default the key identifies them.
   */
  String[] distinct() default {};

  /** Whether to include items that have expired but are not deleted yet. */
  boolean includeExpired() default false;

  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
