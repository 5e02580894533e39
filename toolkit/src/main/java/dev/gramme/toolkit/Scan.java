package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads the whole table or index, in no particular order, and returns the items of the requested
 * kinds. All items that are read are charged, whatever their kind.
 *
 * <p>As with {@link Query}, the method can return records with some components of an entity, or the
 * number of items as a {@code long} or an {@code int}. {@link #value} names the entity then; a
 * number can also be that of the items of a sealed interface.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Scan {
  /** The entity, if the method returns records with some of its components, or a number. */
  Class<?> value() default void.class;

  /** The index to read; the table if empty. */
  String index() default "";

  /** A filter expression for the items that were read; see {@link Query}. */
  String filter() default "";

  /** The number of segments into which a Stream or List is split; they are read concurrently. */
  int segments() default 1;

  /** The page size, or zero for none; see {@link Query#limit}. */
  int limit() default 0;

  /** Whether to include items that have expired but are not deleted yet. */
  boolean includeExpired() default false;

  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;
}
